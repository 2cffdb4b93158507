import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, programCommand} from '../helpers/program.js';
import {readListing} from '../helpers/screen-listing.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';

/** Runs the program, writes its process id, its exit status, and the settings of the terminal before and after. */
const shell = `
stty -a >before
sh -c 'echo $$ >pid; exec "$@"' sh "$@"
echo $? >status
stty -a >after
echo "the shell goes on"
`;

/** The program in the foreground of a shell, with its first page on the screen. */
const inShell = async (t: ExecutionContext, env: Record<string, string> = {}) => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	writeFileSync(path, numberedLines(25).join(''));
	const command = ['sh', '-c', shell, 'sh', ...programCommand(path)];
	const terminal = openCommand(t, command, {cwd, env, columns: 120, rows: 40});
	const read = (name: string): string => readFileSync(join(cwd, name), 'utf8').trim();
	await terminal.waitFor('25 results found');
	// Else what follows would show nothing.
	t.like(terminal.state(), {alternateScreen: true, cursorVisible: false, bracketedPaste: true});
	return {
		terminal,
		signal: (name: NodeJS.Signals) => process.kill(Number(read('pid')), name),
		assertLeft: async (status: number): Promise<string[]> => {
			const lines = await terminal.waitFor('the shell goes on');
			await terminal.exit;
			t.is(read('status'), `${status}`);
			t.deepEqual(terminal.state(), untouchedTerminal);
			t.is(read('after'), read('before'));
			t.regex(read('after'), /(^|\s)icanon\b/);
			t.regex(read('after'), /(^|\s)echo\b/);
			return lines.slice(0, lines.indexOf('the shell goes on'));
		},
	};
};

for (const [name, keys, status] of [
	['q', 'q', 0],
	['^C', '\u0003', 130],
] as const) {
	test.serial(`${name} leaves with status ${status} and the terminal as it was`, async t => {
		const {terminal, assertLeft} = await inShell(t);
		terminal.write(keys);
		t.deepEqual(await assertLeft(status), []);
	});
}

for (const [name, status] of [
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const) {
	test.serial(`${name} leaves with status ${status} and the terminal as it was`, async t => {
		const {signal, assertLeft} = await inShell(t);
		signal(name);
		t.deepEqual(await assertLeft(status), []);
	});
}

for (const [what, failure] of [
	['an exception', `() => { throw new Error('broken on purpose'); }`],
	['a rejection', `() => { Promise.reject(new Error('broken on purpose')); }`],
] as const) {
	test.serial(`${what} leaves with status 1, the terminal as it was, and the reason`, async t => {
		const module = join(temporaryDirectory(t), 'fault.mjs');
		writeFileSync(module, `process.on('SIGUSR2', ${failure});\n`);
		const {signal, assertLeft} = await inShell(t, {NODE_OPTIONS: `--import=${pathToFileURL(module).href}`});
		signal('SIGUSR2');
		const lines = await assertLeft(1);
		t.regex(lines.join('\n'), /broken on purpose/);
	});
}

test.serial('the program ends when its terminal goes away', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	writeFileSync(path, numberedLines(25).join(''));
	const terminal = openCommand(t, programCommand(path), {cwd});
	await terminal.waitFor('25 results found');
	terminal.kill('SIGHUP');
	t.is((await terminal.exit).status, 129);
});

test.serial('^Z gives the terminal back for a while', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	writeFileSync(path, numberedLines(25).join(''));
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
	terminal.write('\u001A');
	await terminal.waitFor('the shell goes on');
	t.deepEqual(terminal.state(), untouchedTerminal);
	t.is(read('stopped'), read('before'));

	appendFileSync(path, numberedLines(5, 25).join(''));
	terminal.write('\r');
	await terminal.waitFor(lines => readListing(lines).rows[0]?.url === '/n/29');
	t.like(terminal.state(), {alternateScreen: true, cursorVisible: false, bracketedPaste: true});
	terminal.write('q');
	await terminal.waitFor('status 0');
	await terminal.exit;
	t.deepEqual(terminal.state(), untouchedTerminal);
});
