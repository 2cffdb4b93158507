import test from 'ava';
import {Registry} from '../../../source/tail/open/registry.js';
import {WrittenTimes} from '../../../source/tail/rotation/fingerprint-index.js';

test('fault 47: the last 100 periods are remembered, by all names of the log', t => {
	const times = new WrittenTimes();
	for (let from = 0; from < 120; from++) {
		times.add(['/log', '/target'], {from, until: from + 1});
	}
	t.is(times.of('/log').length, 100);
	t.like(times.of('/target')[0], {from: 20, until: 21});
	t.deepEqual(times.of('/other'), []);
});

test('fault 6: a file with the time of a known generation has no other content', t => {
	const registry = new Registry();
	registry.written.add(['/log'], {from: 1000, until: 2500});
	const wasWritten = (time: number, path = '/log') => registry.wasWrittenAt(path, BigInt(time) * 1_000_000n);
	t.true(wasWritten(2500));
	t.true(wasWritten(1500));
	t.false(wasWritten(2501));
	t.false(wasWritten(999));
	t.false(wasWritten(1500, '/other'));
});
