import {appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {bundleCommand, openCommand, programCommand} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';
import {waitFor} from '../helpers/wait-for.js';

const modules = fileURLToPath(new URL('../../source/cli.js', import.meta.url));
const firstPage = /^1–10 of /m;

/** A command in a separate terminal over a log, in a directory in which it could leave a core dump or a crash report. */
function open(t: ExecutionContext, command: readonly string[], lines = 25) {
	const {directory: cwd} = temporaryLog(t, numberedLines(lines));
	return {cwd, terminal: openCommand(t, command, {cwd, columns: 120, rows: 40, env: {TMPDIR: cwd}})};
}

function assertNoCrash(t: ExecutionContext, cwd: string): void {
	t.deepEqual(
		readdirSync(cwd).filter(name => /^core|^reqscope-crash/.test(name)),
		[],
	);
}

/** Asserts that the command ends without help, with the status of SIGHUP and without a crash. */
async function assertEnded(
	t: ExecutionContext,
	{cwd, terminal}: {readonly cwd: string; readonly terminal: Terminal},
): Promise<void> {
	const ending = await terminal.exit;
	t.is(ending.status, 129);
	assertNoCrash(t, cwd);
}

for (const [what, command, condition] of [
	['the screen', programCommand('access.log'), firstPage],
	['the screen, of single modules', [process.execPath, modules, 'access.log'], firstPage],
	[
		'the screen of a piped log',
		// The shell outlives the program, which writes to the directory until it has ended.
		['sh', '-c', 'trap : HUP; exec 3<access.log; cat <&3 | "$@"; exit $?', 'sh', ...programCommand()],
		firstPage,
	],
	['--follow', programCommand('--follow', 'access.log'), '/n/24'],
] as const) {
	test.serial(`fault 45: closing the terminal ends ${what}`, async t => {
		const started = open(t, command);
		await started.terminal.waitFor(condition);
		await started.terminal.hangUp();
		await assertEnded(t, started);
	});
}

test.serial('fault 45: the program ends within a second when its terminal is closed', async t => {
	const times: number[] = [];
	// The fastest of three runs, because other tests may use the processor.
	for (let tries = 0; tries < 3; tries++) {
		const started = open(t, programCommand('access.log'));
		await started.terminal.waitFor(firstPage);
		const begun = performance.now();
		await started.terminal.hangUp();
		await assertEnded(t, started);
		times.push(performance.now() - begun);
	}
	t.true(Math.min(...times) < 1000, `${times} ms`);
});

test.serial('fault 45: the search is saved when the terminal is closed', async t => {
	const {cwd, terminal} = open(t, programCommand('access.log'));
	await terminal.waitFor(firstPage);
	await terminal.press('/url:n/1\r', /^ url:n\/1$/m);
	await terminal.hangUp();
	t.is((await terminal.exit).status, 129);
	const kept = readFileSync(join(cwd, '.local', 'state', 'reqscope', 'last-searches'), 'utf8');
	t.regex(kept, /url:n\/1/);
});

/** A session leader that outlives the terminal, so that the program gets no signal. */
const unheard = `trap '' HUP; sh -c 'echo $$ >pid; exec "$@"' sh "$@"; echo $? >status`;

function unheardOf(t: ExecutionContext, command: readonly string[], lines?: number) {
	const started = open(t, ['sh', '-c', unheard, 'sh', ...command], lines);
	const status = join(started.cwd, 'status');
	return {
		...started,
		signal: (name: NodeJS.Signals) =>
			process.kill(Number(readFileSync(join(started.cwd, 'pid'), 'utf8')), name),
		async assertStatus(expected: number) {
			await waitFor(() => existsSync(status) && readFileSync(status, 'utf8') !== '');
			t.is(readFileSync(status, 'utf8'), `${expected}\n`);
			assertNoCrash(t, started.cwd);
		},
	};
}

test.serial('fault 45: the screen ends when the terminal disappears without a signal', async t => {
	const {terminal, assertStatus} = unheardOf(t, programCommand('access.log'));
	await terminal.waitFor(firstPage);
	await terminal.hangUp();
	await assertStatus(129);
});

test.serial('fault 45: --follow ends with the next request when the terminal is gone', async t => {
	const {cwd, terminal, assertStatus} = unheardOf(t, programCommand('--follow', 'access.log'));
	await terminal.waitFor('/n/24');
	await terminal.hangUp();
	appendFileSync(join(cwd, 'access.log'), numberedLines(1, 25).join(''));
	await assertStatus(129);
});

for (const form of ['--json', '--raw', '--csv']) {
	test.serial(`fault 45: ${form} ends when the terminal that it is printed to is gone`, async t => {
		const {terminal, assertStatus} = unheardOf(t, programCommand(form, 'access.log'), 100_000);
		await terminal.waitFor('/n/');
		await terminal.hangUp();
		await assertStatus(129);
	});
}

/** Code that Node runs before the program: it waits until the terminal is gone. */
const untilGone = `
	import {writeFileSync} from 'node:fs';
	import {isatty} from 'node:tty';
	writeFileSync('begun', '');
	while (isatty(1)) {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
	}`;

test.serial('fault 45: the program ends if its terminal is closed before its first line runs', async t => {
	const [node = '', ...args] = bundleCommand('access.log');
	const preload = `data:text/javascript,${encodeURIComponent(untilGone)}`;
	const {cwd, terminal, assertStatus} = unheardOf(t, [node, '--import', preload, ...args]);
	await waitFor(() => existsSync(join(cwd, 'begun')));
	await terminal.hangUp();
	await assertStatus(129);
});

for (const [name, status] of [
	['SIGTERM', 143],
	['SIGINT', 130],
] as const) {
	test.serial(`fault 45: ${name} ends a program that continues without its terminal`, async t => {
		const {terminal, signal, assertStatus} = unheardOf(t, programCommand('--follow', 'access.log'));
		await terminal.waitFor('/n/24');
		await terminal.hangUp();
		signal(name);
		await assertStatus(status);
	});
}

test.serial('fault 45: printing to a file completes without its terminal', async t => {
	const args = [...programCommand('--raw', '--follow', '-')];
	const script = `trap '' HUP; { head -n 1 access.log; while [ ! -e go ]; do sleep 0.05; done; } | "$@" >out; echo $? >status`;
	const {cwd, terminal} = open(t, ['sh', '-c', script, 'sh', ...args]);
	await waitFor(() => existsSync(join(cwd, 'out')) && readFileSync(join(cwd, 'out'), 'utf8') !== '');
	await terminal.hangUp();
	writeFileSync(join(cwd, 'go'), '');
	await waitFor(() => existsSync(join(cwd, 'status')) && readFileSync(join(cwd, 'status'), 'utf8') !== '');
	t.is(readFileSync(join(cwd, 'status'), 'utf8'), '0\n');
	t.is(readFileSync(join(cwd, 'out'), 'utf8'), numberedLines(1).join(''));
});
