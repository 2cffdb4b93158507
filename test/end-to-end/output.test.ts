import {spawnSync} from 'node:child_process';
import {
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {heldDisk} from '../helpers/held-disk.js';
import {numberedLines} from '../helpers/log-lines.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {openCommand, programCommand, runProgram, startCommand, startProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** A directory with a log, and a directory for output. */
function workspace(t: ExecutionContext, count = 30) {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(count));
	const directory = join(cwd, 'written');
	mkdirSync(directory);
	return {cwd, path, directory, out: join(directory, 'out')};
}

for (const form of ['--json', '--csv', '--text', '--raw', '--count'] as const) {
	test.serial(`--output with ${form} writes the same as printing`, async t => {
		const {cwd, path, directory, out} = workspace(t);
		const printed = await runProgram(t, [form, path], {cwd});
		const {status, stdout, stderr} = await runProgram(t, [form, '-o', out, path], {cwd});
		t.is(status, 0);
		t.is(stdout, '');
		const what = form === '--count' ? 'count line' : '30 requests';
		t.is(stderr, `${what} written to ${out}\n`);
		t.is(readFileSync(out, 'utf8'), printed.stdout);
		t.is(statSync(out).mode & 0o777, 0o600);
		t.deepEqual(readdirSync(directory), ['out']);
	});
}

test.serial('--output on a terminal writes lines to the file as logged', async t => {
	const {cwd, path, out} = workspace(t, 0);
	const line = numberedLines(1)[0]?.replace('/n/0', '/n/\u001B[2J\u202E') ?? '';
	writeFileSync(path, line);
	const terminal = openCommand(t, programCommand('--raw', '--output', out, path), {cwd});
	t.is((await terminal.exit).status, 0);
	t.regex(terminal.screen().join(''), /^1 request written to/);
	t.is(readFileSync(out, 'utf8'), line);
});

test.serial('hostile 16: --output keeps existing files, links, pipes and directories', async t => {
	const {cwd, path, directory} = workspace(t);
	const at = (name: string): string => join(directory, name);
	writeFileSync(at('file'), 'old');
	symlinkSync('file', at('link'));
	symlinkSync('nothing', at('dangling'));
	symlinkSync(cwd, at('directory'));
	await makeNamedPipe(at('pipe'));
	const before = readdirSync(directory);
	for (const [name, args, why] of [
		['file', [], 'exists already: give --overwrite to replace it'],
		['../written/file', [], 'exists already: give --overwrite to replace it'],
		['link', ['--overwrite'], 'is a symbolic link, which is neither written to nor replaced'],
		['dangling', ['--overwrite'], 'is a symbolic link, which is neither written to nor replaced'],
		['pipe', ['--overwrite'], 'is a named pipe, which is neither written to nor replaced'],
		['directory', ['--overwrite'], 'is a symbolic link, which is neither written to nor replaced'],
		['none/out', [], "can't be written: there is no directory"],
	] as const) {
		const out = `${directory}/${name}`;
		const {status, stdout, stderr} = await runProgram(t, ['--json', '-o', out, ...args, path], {cwd});
		t.is(status, 1, name);
		t.is(stdout, '');
		t.true(stderr.startsWith(`reqscope: ${out} ${why}`), stderr);
		t.is(stderr.split('\n').length, 2, stderr);
	}
	t.deepEqual(readdirSync(directory), before);
	t.is(readFileSync(at('file'), 'utf8'), 'old');
	t.is(readlinkSync(at('link')), 'file');
	t.true(lstatSync(at('pipe')).isFIFO());
});

test.serial('hostile 16: --output doesn’t replace a log that is read, under any of its names', async t => {
	const {cwd, path, directory} = workspace(t);
	linkSync(path, join(directory, 'hard'));
	symlinkSync(path, join(directory, 'soft'));
	const before = readFileSync(path, 'utf8');
	for (const [out, inputs] of [
		['access.log', ['access.log']],
		['./written/../access.log', [path]],
		['access.log', [cwd]],
		['access.log', ['*.log']],
		['access.log', ['written/hard']],
		['access.log', ['written/soft']],
		['written/hard', ['access.log']],
		['access.log', ['none.log', 'access.log']],
		['access.log', ['-']],
	] as const) {
		for (const overwrite of [['--overwrite'], []]) {
			const args = programCommand('--json', '-o', out, ...overwrite, ...inputs);
			const command = ['sh', '-c', 'exec "$@" <access.log', 'sh', ...args];
			const {status, stdout, stderr} = await startCommand(t, command, {cwd}).ended;
			t.is(status, 1, `${out} from ${inputs}`);
			t.is(stdout, '');
			const why = 'is one of the logs that are read, and would be lost: choose another name';
			t.is(stderr, `reqscope: ${out} ${why}\n`);
		}
	}
	t.is(readFileSync(path, 'utf8'), before);
	t.deepEqual(readdirSync(directory).toSorted(), ['hard', 'soft']);
	t.deepEqual(readdirSync(cwd).toSorted(), ['access.log', 'written']);
});

test.serial('--overwrite replaces a file', async t => {
	const {cwd, path, directory, out} = workspace(t);
	writeFileSync(out, 'old', {mode: 0o666});
	const {status} = await runProgram(t, ['--count', '-o', out, '--overwrite', path], {cwd});
	t.is(status, 0);
	t.is(readFileSync(out, 'utf8'), '30 results found\n');
	t.is(statSync(out).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(directory), ['out']);
});

test.serial('one missing file doesn’t prevent the output of other files', async t => {
	const {cwd, path, out} = workspace(t);
	const {status, stderr} = await runProgram(t, ['--count', '-o', out, path, join(cwd, 'none.log')], {cwd});
	t.is(status, 1);
	t.regex(stderr, /none\.log: no such file\ncount line written to/);
	t.is(readFileSync(out, 'utf8'), '30 results found\n');
});

test.serial('fault 34: a full standard output is an error', async t => {
	const {cwd, path} = workspace(t);
	const script = 'exec "$@" >/dev/full';
	for (const args of [['--json', path], ['--count', path], ['--help'], [path]]) {
		const command = ['sh', '-c', script, 'sh', ...programCommand(...args)];
		const {status, stderr} = await startCommand(t, command, {cwd}).ended;
		t.is(status, 1, `${args}`);
		t.is(stderr, "reqscope: the output can't be written: no space left on device\n");
	}
});

test.serial('fault 34: a file beyond the size limit is removed, and the old one stays intact', async t => {
	const {cwd, path, directory, out} = workspace(t, 5000);
	writeFileSync(out, 'old');
	// 512 bytes a block.
	const command = ['sh', '-c', 'ulimit -f 200; exec "$@"', 'sh'];
	const args = programCommand('--json', '-o', out, '--overwrite', path);
	const {status, stdout, stderr} = await startCommand(t, [...command, ...args], {cwd}).ended;
	t.is(status, 1);
	t.is(stdout, '');
	t.is(stderr, `reqscope: ${out} can't be written: file too large\n`);
	t.deepEqual(readdirSync(directory), ['out']);
	t.is(readFileSync(out, 'utf8'), 'old');
});

/** A file system of 256 KiB that only the command can see. Its final messages go to standard output. */
function onSmallDisk(script: string, args: readonly string[]): string[] {
	return [
		'unshare',
		'-Urm',
		'sh',
		'-c',
		`mount -t tmpfs -o size=256k tmpfs "$0" && cd "$0" && ${script}`,
		...args,
	];
}
const hasNamespaces = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const onDisk = hasNamespaces ? test.serial : test.serial.skip;

onDisk('fault 34: the disk is full (skipped where no namespace can be made)', async t => {
	const {cwd, path, directory} = workspace(t, 5000);
	const script = 'echo old >out; "$@"; echo "status $?"; ls -A; cat out';
	for (const args of [
		['--overwrite', '-o', 'out'],
		['-o', 'other'],
	]) {
		const command = onSmallDisk(script, [directory, ...programCommand('--json', ...args, path)]);
		const {status, stdout, stderr} = await startCommand(t, command, {cwd}).ended;
		t.is(status, 0);
		t.is(stderr, `reqscope: ${args.at(-1)} can't be written: no space left on device\n`);
		t.is(stdout, 'status 1\nout\nold\n');
	}
});

for (const [signal, expected] of [
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const) {
	test.serial(`fault 34: ${signal} during output removes the partial file and keeps the old one`, async t => {
		const {cwd, path, directory, out} = workspace(t, 5000);
		writeFileSync(out, 'old');
		const running = startProgram(t, ['--json', '-o', out, '--overwrite', path, '-'], {cwd});
		// Standard input isn't closed, so the program can't reach its end.
		await waitFor(() => readdirSync(directory).length === 2);
		running.process.kill(signal);
		const {status, stdout, stderr} = await running.ended;
		t.is(status, expected);
		t.is(stdout, '');
		t.is(stderr, '');
		t.deepEqual(readdirSync(directory), ['out']);
		t.is(readFileSync(out, 'utf8'), 'old');
	});
}

test.serial('fault 34: ^C during output removes the partial file', async t => {
	const {cwd, path, directory, out} = workspace(t, 30_000);
	const env = heldDisk(t, 1);
	const terminal = openCommand(t, programCommand('--json', '-o', out, path), {cwd, env});
	const written = (): number =>
		readdirSync(directory).reduce((sum, name) => sum + (lstatSync(join(directory, name)).size ?? 0), 0);
	await waitFor(() => written() > 0);
	terminal.write('\u0003');
	terminal.kill('SIGUSR2');
	t.is((await terminal.exit).status, 130);
	t.deepEqual(readdirSync(directory), []);
});

for (const [args, pattern] of [
	[['-o', 'out'], /--output needs a format: add one of --json, --csv/],
	[['--json', '-o', '-'], /--output takes a file/],
] as const) {
	test.serial(`wrong usage: ${args.join(' ')}`, async t => {
		const {cwd, path} = workspace(t);
		const {status, stderr} = await runProgram(t, [...args, path], {cwd});
		t.is(status, 2);
		t.regex(stderr, pattern);
		t.deepEqual(readdirSync(cwd).toSorted(), ['access.log', 'written']);
	});
}

for (const args of [
	['--count'],
	['--json'],
	['--csv', '--follow'],
	['explain'],
	['formats'],
	['ship', '--store', 'clickhouse://127.0.0.1:9/logs', '--schema', 'single'],
]) {
	test.serial(`a closed stdout is an error: ${args.join(' ')}`, async t => {
		const {cwd, path} = workspace(t);
		const isOfLog = args.length < 3 && args[0] !== 'formats';
		const command = [
			'sh',
			'-c',
			'exec "$@" >&-',
			'sh',
			...programCommand(...args, ...(isOfLog ? [path] : [])),
		];
		const {status, stderr} = await startCommand(t, command, {cwd}).ended;
		t.is(stderr, 'reqscope: stdout is closed: remove >&-, or write >/dev/null\n');
		t.is(status, 1);
	});
}

test.serial('with --output and --version, a closed stdout isn’t an error; /dev/null never is', async t => {
	const {cwd, path, out} = workspace(t);
	const to = async (redirection: string, ...args: readonly string[]) =>
		startCommand(t, ['sh', '-c', `exec "$@" ${redirection}`, 'sh', ...programCommand(...args)], {cwd}).ended;
	t.is((await to('>&-', '--count', '--output', out, path)).status, 0);
	t.is(readFileSync(out, 'utf8'), '30 results found\n');
	t.deepEqual(await to('>/dev/null', '--count', path), {status: 0, stdout: '', stderr: ''});
	t.is((await to('</dev/null >/dev/null 2>&1', '--json', path)).status, 0);
	// Other programs check in this way whether reqscope is installed. For them, Node opens the null device, as for a closed
	// stdout.
	const [file = '', ...args] = programCommand('--version');
	t.is(spawnSync(file, args, {cwd, stdio: 'ignore'}).status, 0);
});
