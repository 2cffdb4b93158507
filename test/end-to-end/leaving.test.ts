import {appendFileSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {injected} from '../helpers/injected.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, openProgram, programCommand, quit, startProgram} from '../helpers/program.js';
import {readListing} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {inState, untouchedTerminal} from '../helpers/terminal-state.js';

/**
 * Runs the program, and writes its process id, its exit status, and the terminal settings before and after. Then waits for
 * input, because on a busy machine the last output of a command that ends may be lost.
 */
const shell = `
stty -a >before
sh -c 'echo $$ >pid; exec "$@"' sh "$@"
echo $? >status
stty -a >after
echo "the shell goes on"
read -r line
`;

const fewLines = numberedLines(25).join('');

/** Many lines, so that reading takes a while. The same lines are repeated, because they are generated faster. */
const manyLines = numberedLines(30_000).join('').repeat(10);

/** Rows, not a count: it can be 0 at first, and keys then have no rows to move over. */
const firstPage = /(?:^|[·─] )1–10 of /m;

/** The first page, while the backfill is still being read. */
const firstPageOfMany = /results found +so far; reading older requests, [\s\S]*(?:^|[·─] )1–10 of /m;

/** The program in the foreground of a shell, with its first page on the screen. */
async function inShell(
	t: ExecutionContext,
	env: Record<string, string> = {},
	content = fewLines,
	screen = firstPage,
) {
	const {directory: cwd, path} = temporaryLog(t, content);
	const command = ['sh', '-c', shell, 'sh', ...programCommand(path)];
	const terminal = openCommand(t, command, {cwd, env, columns: 120, rows: 40});
	const read = (name: string): string => readFileSync(join(cwd, name), 'utf8').trim();
	// Without the size, which a test may change at any time.
	const settings = (name: string): string => read(name).replace(/rows \d+; columns \d+;/, '');
	await terminal.waitFor(screen);
	// Otherwise the rest of the test would prove nothing.
	await terminal.waitFor(
		inState(terminal, {
			...{alternateScreen: true, cursorVisible: false, bracketedPaste: true, focusEvents: true},
		}),
	);
	return {
		terminal,
		signal: (name: NodeJS.Signals) => process.kill(Number(read('pid')), name),
		assertLeft: async (status: number): Promise<string[]> => {
			const lines = await terminal.waitFor('the shell goes on');
			terminal.write('\r');
			await terminal.exit;
			t.is(read('status'), `${status}`);
			t.deepEqual(terminal.state(), untouchedTerminal);
			t.is(settings('after'), settings('before'));
			t.regex(read('after'), /(^|\s)icanon\b/);
			t.regex(read('after'), /(^|\s)echo\b/);
			return lines.slice(0, lines.indexOf('the shell goes on'));
		},
	};
}

for (const [name, keys, status] of [
	['q', 'q', 0],
	['^C', '\u0003', 130],
] as const) {
	test.serial(`fault 45: ${name} exits with status ${status} and restores the terminal`, async t => {
		const {terminal, assertLeft} = await inShell(t);
		terminal.write(keys);
		t.deepEqual(await assertLeft(status), []);
	});
}

const endings = [
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const;

for (const [name, status] of endings) {
	test.serial(`fault 45: ${name} exits with status ${status} and restores the terminal`, async t => {
		const {signal, assertLeft} = await inShell(t);
		signal(name);
		t.deepEqual(await assertLeft(status), []);
	});
}

test.serial('fault 45: SIGTERM during the backfill restores the terminal', async t => {
	const {signal, assertLeft} = await inShell(t, {}, manyLines, firstPageOfMany);
	signal('SIGTERM');
	t.deepEqual(await assertLeft(143), []);
});

test.serial(
	'fault 45: SIGHUP with the help open, in a terminal that is too small, restores the terminal',
	async t => {
		const {terminal, signal, assertLeft} = await inShell(t);
		terminal.write('?');
		terminal.resize(10, 2);
		await terminal.waitFor('Too small');
		signal('SIGHUP');
		terminal.resize(120, 40);
		await assertLeft(129);
	},
);

const failures = [
	['an exception', `() => { throw new Error('broken \\u001b]0;on\\u0007\\npurpose'); }`],
	['a rejection', `() => { Promise.reject(new Error('broken \\u001b]0;on\\u0007\\npurpose')); }`],
] as const;

/** Asserts that the text is one line that reports the problem and names the file with the details. */
function assertReport(t: ExecutionContext, text: string): void {
	const [, file = ''] =
		/^reqscope: internal error in reqscope: broken \\x1b\]0;on\\x07\\npurpose \(the details are in (\S+)\)$/.exec(
			text.trim(),
		) ?? [];
	t.regex(readFileSync(file, 'utf8'), /^Error: broken .*\n.*\n +at /);
	rmSync(dirname(file), {recursive: true});
}

/** Acts as soon as the program handles its own exit, which is long before its first frame. */
function early(action: string): string {
	return `
const look = () => {
	if (process.listenerCount('SIGTERM') > 0 && process.listenerCount('uncaughtException') > 0) {
		(${action})();
	} else {
		setImmediate(look);
	}
};
look();
`;
}

for (const [what, failure] of failures) {
	for (const [when, content, screen] of [
		['', fewLines, firstPage],
		[' while the past is read', manyLines, firstPageOfMany],
	] as const) {
		test.serial(`fault 45: ${what}${when} restores the terminal and exits with the reason`, async t => {
			const env = injected(t, `process.on('SIGUSR2', ${failure});`);
			const {signal, assertLeft} = await inShell(t, env, content, screen);
			signal('SIGUSR2');
			assertReport(t, (await assertLeft(1)).join(''));
		});
	}
	test.serial(`fault 45: ${what} during printing ends the program with a report`, async t => {
		const cwd = temporaryDirectory(t);
		const ready = early("() => console.log('ready')");
		const env = injected(t, `process.on('SIGUSR2', ${failure}); ${ready}`);
		const running = startProgram(t, ['--json', '-'], {cwd, env});
		await running.lines(1);
		running.process.stdin?.write(numberedLines(3).join(''));
		running.process.kill('SIGUSR2');
		const {status, stdout, stderr} = await running.ended;
		t.is(status, 1);
		t.is(stdout, 'ready\n');
		assertReport(t, stderr);
	});
}

for (const [what, action, status] of [
	...endings.map(([name, ending]) => [name, `() => process.kill(process.pid, '${name}')`, ending] as const),
	...failures.map(([name, action]) => [name, action, 1] as const),
]) {
	for (const args of [['access.log'], ['--json', '-o', 'out', 'access.log']]) {
		test.serial(
			`fault 45: ${what} before the first output leaves the terminal unchanged: ${args.join(' ')}`,
			async t => {
				const {directory: cwd} = temporaryLog(t, numberedLines(25));
				const terminal = openProgram(t, args, {cwd, env: injected(t, early(action)), columns: 300});
				t.is((await terminal.exit).status, status);
				t.deepEqual(terminal.state(), untouchedTerminal);
				t.deepEqual(readdirSync(cwd), ['.local', 'access.log']);
				const lines = terminal.screen().filter(line => line !== '');
				if (status === 1) {
					assertReport(t, lines.join(''));
				} else {
					t.deepEqual(lines, []);
				}
			},
		);
	}
}

test.serial('fault 45: messages of libraries and warnings of Node are delayed until the end', async t => {
	const env = injected(
		t,
		`process.on('SIGUSR2', () => {
			console.error('logged \\u001b]0;x\\u0007');
			console.log('%s %o', 'also', {a: 1});
			process.emitWarning('warned \\u009b31m', 'SomeWarning');
			setTimeout(() => process.stdin.emit('data', ''), 0);
		});`,
	);
	const {terminal, signal, assertLeft} = await inShell(t, env);
	const {length} = terminal.recording();
	signal('SIGUSR2');
	await terminal.press('j', lines => lines.some(line => line.startsWith('▌')));
	t.false(terminal.recording().subarray(length).includes('logged'));
	terminal.write('q');
	t.deepEqual(await assertLeft(0), [
		'reqscope: logged \\x1b]0;x\\x07',
		'reqscope: also { a: 1 }',
		'reqscope: SomeWarning: warned \\x9b31m',
	]);
});

test.serial('redirected stderr gets no output of the screen', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
	const command = ['sh', '-c', 'exec "$@" 2>errors', 'sh', ...programCommand(path)];
	const terminal = openCommand(t, command, {cwd});
	await terminal.waitFor('25 results found');
	await quit(t, terminal);
	t.is(readFileSync(join(cwd, 'errors'), 'utf8'), '');
	t.deepEqual(terminal.state(), untouchedTerminal);
});

for (const [name, said] of [
	['TERM', /Terminated/],
	['HUP', /Hangup/],
] as const) {
	test.serial(
		`fault 45: SIG${name} in the background ends the program without changing the terminal`,
		async t => {
			const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
			const script = `
set -m
stty -a >before
"$@"
echo "it is stopped"
read line
kill -${name} %1
while jobs -l | tee -a jobs | grep -qE 'Stopped|Running'; do sleep 0.02; done
stty -a >after
echo "the shell goes on"
read -r line
`;
			const command = ['bash', '-c', script, 'bash', ...programCommand(path)];
			const terminal = openCommand(t, command, {cwd, columns: 120, rows: 40});
			await terminal.waitFor('25 results found');
			await terminal.press('\u001A', 'it is stopped');
			t.deepEqual(terminal.state(), untouchedTerminal);
			const {length} = terminal.recording();
			const lines = await terminal.press('\r', 'the shell goes on');
			t.regex(readFileSync(join(cwd, 'jobs'), 'utf8') + lines.join('\n'), said);
			t.false(terminal.recording().subarray(length).includes(0x1b));
			t.is(readFileSync(join(cwd, 'after'), 'utf8'), readFileSync(join(cwd, 'before'), 'utf8'));
		},
	);
}

test.serial('fault 45: a program that is continued in the background waits and writes nothing', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
	const script = `
set -m
"$@"
bg
until jobs -l | grep -q 'Stopped.*output'; do sleep 0.02; done
echo "it waits"
read line
fg
echo "status $?"
`;
	const command = ['bash', '-c', script, 'bash', ...programCommand(path)];
	const terminal = openCommand(t, command, {cwd, columns: 120, rows: 40});
	await terminal.waitFor('25 results found');
	await terminal.press('\u001A', 'it waits');
	t.deepEqual(terminal.state(), untouchedTerminal);
	await terminal.press('\r', lines => readListing(lines).rows.length === 10);
	await terminal.press('j', lines => lines.some(line => line.startsWith('▌')));
	terminal.kill('SIGCONT');
	await terminal.press('q', 'status 0');
	await terminal.exit;
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('fault 45: the program ends when its terminal disappears', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
	const terminal = openCommand(t, programCommand(path), {cwd});
	await terminal.waitFor('25 results found');
	terminal.kill('SIGHUP');
	t.is((await terminal.exit).status, 129);
});

test.serial('^Z restores the terminal until the program continues', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
	const script = `
set -m
stty -a >before
"$@"
stty -a >stopped
echo "the shell goes on"
read line
fg
echo "status $?"
`;
	const terminal = openCommand(t, ['sh', '-c', script, 'sh', ...programCommand(path)], {
		cwd,
		columns: 120,
		rows: 40,
	});
	const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');
	await terminal.waitFor('25 results found');
	await terminal.press('\u001A', 'the shell goes on');
	t.deepEqual(terminal.state(), untouchedTerminal);
	t.is(read('stopped'), read('before'));

	appendFileSync(path, numberedLines(5, 25).join(''));
	await terminal.press('\r', lines => readListing(lines).rows[0]?.url === '/n/29');
	await terminal.waitFor(
		inState(terminal, {alternateScreen: true, cursorVisible: false, bracketedPaste: true}),
	);
	await terminal.press('q', 'status 0');
	await terminal.exit;
	t.deepEqual(terminal.state(), untouchedTerminal);
});
