import {closeSync, openSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {
	openCommand,
	openProgram,
	programCommand,
	quit,
	runProgram,
	startCommand,
} from '../helpers/program.js';
import {readListing, selectedRows} from '../helpers/screen-listing.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';

const size = {columns: 120, rows: 40};

/** Asserts that everything has been read, that this or a later message appears, and that the screen still accepts keys. */
async function assertUsable(
	t: ExecutionContext,
	terminal: Terminal,
	count: number,
	said = 'read to the end',
): Promise<void> {
	await terminal.waitFor(
		lines =>
			readListing(lines).count === count &&
			lines.includes(`1–10 of ${count}`) &&
			(lines[0]?.includes(`  ○ ${said}`) ?? false),
	);
	await terminal.press('j', () => selectedRows(terminal).length === 1);
	await terminal.press('G', lines => readListing(lines).rows.at(-1)?.url === '/n/0');
	await terminal.waitFor('held (g ');
	await terminal.press('g', lines => readListing(lines).rows[0]?.url === `/n/${count - 1}`);
	await terminal.press('?', 'next row');
	await quit(t, terminal, '?q');
	t.deepEqual(terminal.state(), untouchedTerminal);
}

for (const [what, count, last] of [
	['in full', 25, '\n'],
	['without a line end', 25, ''],
	['after more than a pipe holds', 5000, '\n'],
] as const) {
	test.serial(`fault 44: the end of piped input ${what} is reported; keys come from /dev/tty`, async t => {
		const cwd = temporaryDirectory(t);
		writeFileSync(join(cwd, 'log'), numberedLines(count).join('').trimEnd() + last);
		const command = ['sh', '-c', 'cat log | "$@"', 'sh', ...programCommand('-')];
		await assertUsable(t, openCommand(t, command, {cwd, ...size}), count);
	});
}

test.serial('fault 44: reports the end of piped input that continued for a while', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'log'), numberedLines(12).join(''));
	writeFileSync(join(cwd, 'more'), numberedLines(13, 12).join(''));
	const script = '{ cat log; while [ ! -e go ]; do sleep 0.02; done; cat more; } | "$@"';
	const terminal = openCommand(t, ['sh', '-c', script, 'sh', ...programCommand('-')], {cwd, ...size});
	await terminal.waitFor('1–10 of 12');
	writeFileSync(join(cwd, 'go'), '');
	await assertUsable(t, terminal, 25);
});

test.serial('fault 44: after a named pipe is closed, the screen waits for the next writer', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'pipe');
	await makeNamedPipe(path);
	const terminal = openProgram(t, [path], {cwd, ...size});
	await terminal.waitFor('Waiting for the first request');
	const writer = openSync(path, 'w');
	writeSync(writer, numberedLines(12).join(''));
	await terminal.waitFor('1–10 of 12');
	writeSync(writer, numberedLines(13, 12).join('').trimEnd());
	closeSync(writer);
	await terminal.waitFor('waiting for the next one');
	await assertUsable(t, terminal, 25, 'no request for ');
});

test.serial('fault 44: a named pipe and piped input are printed to their ends', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'pipe');
	await makeNamedPipe(path);
	writeFileSync(join(cwd, 'log'), numberedLines(3000).join('').trimEnd());
	const command = ['sh', '-c', 'cat log >pipe & exec "$@"', 'sh', ...programCommand('--count', path)];
	t.like(await startCommand(t, command, {cwd}).ended, {
		status: 0,
		stdout: '3000 results found\n',
		stderr: '',
	});
	const input = numberedLines(3000).join('').trimEnd();
	t.like(await runProgram(t, ['--count', '-'], {cwd, input}), {
		status: 0,
		stdout: '3000 results found\n',
		stderr: '',
	});
});

for (const [what, script, expected] of [
	['a pipe', 'cat log | "$@"', '7 results found\n'],
	['a file', '"$@" <log', '7 results found\n'],
	['an empty pipe', ': | "$@"', '0 results found\n'],
	['a pipe beside a path', 'cat log | "$@" other.log', '3 results found\n'],
	['a pipe beside a path and -', 'cat log | "$@" - other.log', '10 results found\n'],
] as const) {
	test.serial(`fault 44: ${what} as standard input is read by default`, async t => {
		const cwd = temporaryDirectory(t);
		writeFileSync(join(cwd, 'log'), numberedLines(7).join(''));
		writeFileSync(join(cwd, 'other.log'), numberedLines(3, 7).join(''));
		const command = ['sh', '-c', script, 'sh', ...programCommand('--count')];
		t.like(await startCommand(t, command, {cwd}).ended, {status: 0, stdout: expected, stderr: ''});
	});
}

for (const [what, script] of [
	['/dev/null', '"$@" </dev/null'],
	['closed', '"$@" <&-'],
	['a socket', '"$@"'],
] as const) {
	test.serial(`if standard input is ${what}, it isn’t treated as piped input`, async t => {
		const cwd = temporaryDirectory(t);
		const command = ['sh', '-c', script, 'sh', ...programCommand('--count')];
		const running = startCommand(t, command, {cwd});
		running.process.stdin?.end();
		const {stdout, stderr} = await running.ended;
		// This machine may or may not have logs in the default directories.
		t.true(stderr.includes('no logs in the default directories') || stdout !== '', stderr);
	});
}

test.serial('fault 44: on the screen piped input needs no -, and ends', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'log'), numberedLines(25).join(''));
	const command = ['sh', '-c', 'cat log | "$@"', 'sh', ...programCommand()];
	await assertUsable(t, openCommand(t, command, {cwd, ...size}), 25);
});

for (const args of [
	['--count', '-'],
	['--json', '-'],
]) {
	test.serial(`a directory is not piped input: ${args.join(' ')}`, async t => {
		const cwd = temporaryDirectory(t);
		const command = ['sh', '-c', 'exec "$@" <.', 'sh', ...programCommand(...args)];
		const {status, stderr} = await startCommand(t, command, {cwd}).ended;
		t.is(status, 1);
		t.is(stderr, 'reqscope: -: it is a directory\n');
	});
}
