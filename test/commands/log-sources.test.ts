import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {logSources} from '../../source/commands/log-sources.js';
import {UserError} from '../../source/user-error.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

function failed(error: Error): void {
	throw error;
}

test('returns the given paths, existing or not', async t => {
	t.deepEqual(await logSources(parseCommandLine(['a.log', '-', 'missing/*']), failed, []), {
		paths: ['a.log', '-', 'missing/*'],
		watched: ['a.log', '-', 'missing/*'],
	});
});

test('returns the well-known logs if no paths are given', async t => {
	const directory = temporaryDirectory(t);
	const paths = ['a.log', 'b.log', 'c.log'].map(name => join(directory, name));
	const there = paths.filter((_, index) => index !== 1);
	for (const path of there) {
		writeFileSync(path, '');
	}
	t.deepEqual(await logSources(parseCommandLine(['--json']), failed, paths, () => false), {
		paths: there,
		watched: there,
	});
});

test('prefers piped input to the well-known logs', async t => {
	const path = join(temporaryDirectory(t), 'a.log');
	writeFileSync(path, '');
	const sources = async (...args: readonly string[]) =>
		(await logSources(parseCommandLine(args), failed, [path], () => true)).paths;
	t.deepEqual(await sources('--json'), ['-']);
	t.deepEqual(await sources('b.log'), ['b.log']);
});

test('without any logs, the error contains advice', async t => {
	await t.throwsAsync(
		logSources(parseCommandLine([]), failed, ['/missing/access.log'], () => false),
		{instanceOf: UserError, message: /^no logs in .* path, .* --demo/},
	);
});

test('returns the demo only if it is requested', async t => {
	const {TMPDIR} = process.env;
	process.env.TMPDIR = temporaryDirectory(t);
	t.teardown(() => {
		if (TMPDIR === undefined) {
			delete process.env.TMPDIR;
		} else {
			process.env.TMPDIR = TMPDIR;
		}
	});
	const {paths, watched} = await logSources(parseCommandLine(['--demo']), failed, []);
	t.is(paths.length, 1);
	t.true(existsSync(paths[0] ?? ''));
	t.regex(watched.join(), /^demo/);
});
