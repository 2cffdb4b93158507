import {writeFileSync} from 'node:fs';
import {isAbsolute, join} from 'node:path';
import test from 'ava';
import {wellKnownLogs, wellKnownPaths} from '../../source/command-line/well-known-logs.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('paths are absolute and unique', t => {
	t.true(wellKnownPaths.every(path => isAbsolute(path)));
	t.is(new Set(wellKnownPaths).size, wellKnownPaths.length);
});

test('returns the paths that exist, in order', async t => {
	const directory = temporaryDirectory(t);
	const [a, b, c] = ['a.log', 'b.log', 'c.log'].map(name => join(directory, name)) as [
		string,
		string,
		string,
	];
	t.deepEqual(await wellKnownLogs([a, b, c]), []);
	writeFileSync(c, '');
	writeFileSync(a, '');
	t.deepEqual(await wellKnownLogs([c, b, a]), [c, a]);
});
