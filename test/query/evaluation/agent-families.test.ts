import test from 'ava';
import {Dictionary} from '../../../source/index/dictionary.js';
import {familyOfId} from '../../../source/query/evaluation/agent-families.js';

test('hostile: beyond 65,535 names invented by clients, all further names are one family', t => {
	const agents = new Dictionary();
	const count = 66_000;
	const source = Buffer.from(Array.from({length: count}, (_, n) => `p${n}`.padEnd(8)).join(''));
	const starts = Int32Array.from({length: count}, (_, n) => n * 8);
	const ids = new Uint32Array(count);
	agents.internAll(source, {starts, ends: starts.map(start => start + 8)}, 0, count, ids);
	const families = Array.from(ids, id => familyOfId(agents, 'none', id));
	t.is(families[0], 'p0');
	t.is(families[65_532], 'p65532');
	t.deepEqual(new Set(families.slice(65_533)), new Set(['other programs']));
	t.is(familyOfId(agents, 'none', ids[70] ?? 0), 'p70');
});
