import {
	appendFileSync,
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import {defaultSizes} from '../../source/reader/read-sizes.js';
import {codeDirectory, codeOrigin, codePath, readCode, writeCode} from '../../source/start/code-cache.js';
import {ScratchBuffer} from '../../source/start/scratch-buffer.js';
import {forAll} from '../helpers/for-all.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {openProgram, programCommand, quit, runProgram, singleFile, startCommand} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const sample = join(import.meta.dirname, '../../../samples/storefront.log');

const origin = codeOrigin('abc');

/** The single file contains its code. */
const onBundle = singleFile === undefined ? test : test.skip;

test('the compiled code is in the cache directory', t => {
	t.is(codeDirectory({}, 'linux', '/home/ann'), '/home/ann/.cache/reqscope');
	t.is(codeDirectory({XDG_CACHE_HOME: '/cache'}, 'linux', '/home/ann'), '/cache/reqscope');
	t.is(codeDirectory({XDG_CACHE_HOME: 'cache'}, 'darwin', '/home/ann'), '/home/ann/.cache/reqscope');
	t.is(codeDirectory({}, 'linux', ''), null);
	t.is(codeDirectory({}, 'win32', '/home/ann'), null);
	t.regex(codeDirectory({LOCALAPPDATA: 'C:\\Users\\ann'}, 'win32') ?? '', /reqscope.code$/);
	t.is(codePath('/cache', 'print'), '/cache/print.code');
});

test('code is read as written, and is for the user only', t => {
	const directory = join(temporaryDirectory(t), 'cache', 'reqscope');
	const path = codePath(directory, 'print');
	t.is(readCode(path, origin, new ScratchBuffer()), undefined);
	for (const code of [Buffer.alloc(0), Buffer.from('code'), Buffer.alloc(100_000, 7)]) {
		writeCode(path, origin, code);
		t.deepEqual(readCode(path, origin, new ScratchBuffer()), code);
		t.is(statSync(path).mode & 0o777, 0o600);
		t.is(statSync(directory).mode & 0o777, 0o700);
	}
	t.is(readdirSync(directory).length, 1);
});

test('damaged code isn’t read', t => {
	const path = join(temporaryDirectory(t), 'some.code');
	writeCode(path, origin, Buffer.from('compiled code'));
	const whole = readFileSync(path);
	forAll(200, fc.nat({max: whole.length - 1}), fc.integer({min: 1, max: 255}), (at, change) => {
		const bytes = Buffer.from(whole);
		bytes[at] = (bytes[at] ?? 0) ^ change;
		writeFileSync(path, bytes);
		return readCode(path, origin, new ScratchBuffer()) === undefined;
	});
	for (let length = 0; length < whole.length; length++) {
		writeFileSync(path, whole.subarray(0, length));
		t.is(readCode(path, origin, new ScratchBuffer()), undefined);
	}
});

test('code of another program or another Node isn’t read, and is replaced', t => {
	const path = join(temporaryDirectory(t), 'print.code');
	for (const [other, own] of [
		['abc', 'abd'],
		['abc', 'abc '],
		['', 'abc'],
	] as const) {
		writeCode(path, other, Buffer.from('code'));
		t.is(readCode(path, own, new ScratchBuffer()), undefined);
		writeCode(path, own, Buffer.from('own code'));
		t.is(readCode(path, own, new ScratchBuffer())?.toString(), 'own code');
	}
	t.regex(codeOrigin('abc'), /^abc v\d+/);
});

test('code that others could have written isn’t read, nor through a link', t => {
	const path = join(temporaryDirectory(t), 'print.code');
	writeCode(path, origin, Buffer.from('code'));
	symlinkSync(path, `${path}.link`);
	t.is(readCode(`${path}.link`, origin, new ScratchBuffer()), undefined);
	chmodSync(path, 0o620);
	t.is(readCode(path, origin, new ScratchBuffer()), undefined);
});

(process.getuid?.() === 0 ? test : test.skip)('code in a folder of another user isn’t read', t => {
	const directory = join(temporaryDirectory(t), 'reqscope');
	const path = codePath(directory, 'print');
	writeCode(path, origin, Buffer.from('code'));
	chownSync(directory, 54_321, 54_321);
	t.is(readCode(path, origin, new ScratchBuffer()), undefined);
});

test('foreign files are kept, regardless of age and name, also in a linked directory', t => {
	const directory = temporaryDirectory(t);
	const [folder, link] = [join(directory, 'folder'), join(directory, 'link')];
	mkdirSync(folder);
	symlinkSync(folder, link);
	const names = ['old-v20.0.0-x64.code', 'my.codebook', 'print.code.1', 'screen.code'];
	for (const name of names) {
		writeFileSync(join(folder, name), '');
		utimesSync(join(folder, name), 1, 1);
	}
	writeFileSync(join(folder, 'print.code.new'), 'a killed program has left it');
	writeCode(codePath(link, 'print'), origin, Buffer.from('code'));
	writeCode(codePath(link, 'print'), origin, Buffer.from('code'));
	t.deepEqual(readdirSync(folder), [...names, 'print.code'].sort());
});

onBundle('a named pipe at the path of the code doesn’t block, and is replaced', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'cache', 'reqscope', 'print.code');
	mkdirSync(join(path, '..'), {recursive: true});
	await makeNamedPipe(path);
	const {status} = await runProgram(t, ['--count', sample], {cwd, env: {XDG_CACHE_HOME: join(cwd, 'cache')}});
	t.is(status, 0);
	t.true(statSync(path).isFile());
});

test('write errors do no harm', t => {
	const file = join(temporaryDirectory(t), 'file');
	writeFileSync(file, '');
	t.notThrows(() => writeCode(join(file, 'some.code'), origin, Buffer.from('code')));
	t.is(readCode(file, origin, new ScratchBuffer()), undefined);
	t.notThrows(() => writeCode('/proc/nowhere/reqscope/some.code', origin, Buffer.from('code')));
});

/** The code in a file of the built program, whose hash is only known there. */
function keptIn(path: string): Buffer | undefined {
	const stored = readFileSync(path).toString('latin1', 8, 64).replaceAll('\0', '');
	return readCode(path, stored, new ScratchBuffer());
}

function codeIn(cache: string): string[] {
	const directory = join(cache, 'reqscope');
	return existsSync(directory) ? readdirSync(directory).map(name => join(directory, name)) : [];
}

onBundle('the program saves its code, uses it, and repairs it', async t => {
	const cwd = temporaryDirectory(t);
	const cache = join(cwd, 'cache');
	const options = {cwd, env: {XDG_CACHE_HOME: cache}};
	const print = async (): Promise<string> => {
		const {status, stdout} = await runProgram(t, ['--text', '--limit', '3', sample], options);
		t.is(status, 0);
		return stdout;
	};
	const first = await print();
	const [path = ''] = codeIn(cache);
	const code = keptIn(path);
	t.true((code?.length ?? 0) > 100_000);
	const {mtimeMs, ino} = statSync(path);
	t.is(await print(), first);
	t.deepEqual([statSync(path).mtimeMs, statSync(path).ino], [mtimeMs, ino], 'it is used as it is');
	writeFileSync(path, readFileSync(path).subarray(0, 100_000));
	t.is(await print(), first);
	t.true((keptIn(path)?.length ?? 0) > 100_000);
	const terminal = openProgram(t, [sample], options);
	await terminal.waitFor(/results found/);
	// A file that is still being written has a different name, and may be renamed during this check.
	const isWritten = (file: string): boolean => file.endsWith('.code') && keptIn(file) !== undefined;
	await waitFor(() => codeIn(cache).filter(isWritten).length === 2);
	await quit(t, terminal);
	const screen = codeIn(cache).find(other => other !== path) ?? '';
	t.true((keptIn(screen)?.length ?? 0) > (keptIn(path)?.length ?? 0), 'the screen needs more');
	t.is(await print(), first);
	t.is(codeIn(cache).length, 2);
});

onBundle('printing to the null device uses the code for printing', async t => {
	const cwd = temporaryDirectory(t);
	const cache = join(cwd, 'cache');
	const command = ['sh', '-c', '"$@" > /dev/null', 'sh', ...programCommand('--count', sample)];
	const print = async (): Promise<void> => {
		const {status} = await startCommand(t, command, {cwd, env: {XDG_CACHE_HOME: cache}}).ended;
		t.is(status, 0);
	};
	await print();
	const [path = '', ...others] = codeIn(cache);
	t.regex(path, /print\.code$/);
	t.deepEqual(others, []);
	const {mtimeMs} = statSync(path);
	await print();
	t.is(statSync(path).mtimeMs, mtimeMs);
});

onBundle('code for other flags of Node is compiled again, and not saved if disabled', async t => {
	const cwd = temporaryDirectory(t);
	const cache = join(cwd, 'cache');
	const count = async (env: Readonly<Record<string, string>>): Promise<string> =>
		(await runProgram(t, ['--count', sample], {cwd, env: {XDG_CACHE_HOME: cache, ...env}})).stdout;
	const counted = await count({NODE_DISABLE_COMPILE_CACHE: '1'});
	t.regex(counted, /\d+ results found/);
	t.deepEqual(codeIn(cache), []);
	t.is(await count({}), counted);
	const [path = ''] = codeIn(cache);
	const {ino} = statSync(path);
	t.is(await count({NODE_OPTIONS: '--interpreted-frames-native-stack'}), counted);
	t.not(statSync(path).ino, ino);
	mkdirSync(join(cwd, 'closed'));
	writeFileSync(join(cwd, 'closed', 'reqscope'), 'a file');
	t.is(await count({XDG_CACHE_HOME: join(cwd, 'closed')}), counted);
});

(availableParallelism() > 1 ? onBundle : test.skip)(
	'the backfill thread’s code is kept, used, and mended',
	async t => {
		const cwd = temporaryDirectory(t);
		const cache = join(cwd, 'cache');
		const log = join(cwd, 'access.log');
		const lines = readFileSync(sample);
		writeFileSync(log, '');
		while (statSync(log).size < 3 * defaultSizes.withWorker) {
			appendFileSync(log, lines);
		}
		const path = codePath(join(cache, 'reqscope'), 'thread');
		const count = async (): Promise<string> => {
			const {status, stdout} = await runProgram(t, ['--count', log], {cwd, env: {XDG_CACHE_HOME: cache}});
			t.is(status, 0);
			return stdout;
		};
		const isKept = (): boolean => existsSync(path) && (keptIn(path)?.length ?? 0) > 100_000;
		/** On a busy machine, the program may end before the thread has sent its code. */
		const countUntilKept = async (): Promise<string> => {
			for (let run = 1; ; run++) {
				const counted = await count();
				if (isKept() || run === 10) {
					return counted;
				}
			}
		};
		const first = await countUntilKept();
		t.true(isKept());
		const {mtimeMs, ino} = statSync(path);
		t.is(await count(), first);
		t.deepEqual([statSync(path).mtimeMs, statSync(path).ino], [mtimeMs, ino], 'it is used as it is');
		writeFileSync(path, readFileSync(path).subarray(0, 100_000));
		t.is(await countUntilKept(), first);
		t.true(isKept());
	},
);
