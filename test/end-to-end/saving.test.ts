import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {heldDisk} from '../helpers/held-disk.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {openCommand, openProgram, programCommand, quit, runProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

function log(t: ExecutionContext, lines: readonly string[]) {
	const {directory: cwd} = temporaryLog(t, lines);
	return cwd;
}

function many(n: number): readonly string[] {
	return Array.from({length: n}, (_, index) =>
		logLine({
			time: logStart + index * 10,
			url: `/en/${index}?key=S3CRET`,
			status: index % 5 === 0 ? 404 : 200,
		}),
	);
}

test.serial('^S saves the matching requests in the same form as printing', async t => {
	const cwd = log(t, numberedLines(50));
	const terminal = openProgram(t, ['-q', 'url:*5*', 'access.log'], {cwd, columns: 120});
	await terminal.waitFor(/^\d+ results found/m);
	for (const [name, option] of [
		['saved.csv', '--csv'],
		['saved.jsonl', '--json'],
		['saved.log', '--raw'],
		['saved.txt', '--text'],
	] as const) {
		await terminal.press(`\u0013\u0015${name}\r`, new RegExp(`Saved \\d+ requests in ${name}`));
		const {stdout} = await runProgram(t, [option, '-q', 'url:*5*', 'access.log'], {cwd});
		t.is(readFileSync(join(cwd, name), 'utf8'), stdout);
	}
	terminal.write('\u0013\u0015saved.csv\r');
	await terminal.waitFor('saved.csv already exists: Enter replaces it, or change the name');
	terminal.write('\u0015access.log\r');
	await terminal.waitFor(
		'access.log is one of the logs that are read, and would be lost: choose another name',
	);
	await terminal.press('\u001b', lines => !lines.some(line => line.startsWith('save as')));
	await quit(t, terminal);
	t.deepEqual(
		readdirSync(cwd).filter(name => name.startsWith('.reqscope')),
		[],
	);
});

test.serial('a full disk is reported, and no file is left', async t => {
	const cwd = log(t, many(20_000));
	// 512 bytes a block.
	const command = [
		'sh',
		'-c',
		'ulimit -f 1000; exec "$@"',
		'sh',
		...programCommand('--redact', 'access.log'),
	];
	const terminal = openCommand(t, command, {cwd, columns: 120});
	await terminal.waitFor('20000 results found');
	await terminal.press('\u0013\u0015saved.csv\r', "saved.csv can't be written: file too large");
	t.deepEqual(
		readdirSync(cwd).filter(name => /saved|\.reqscope/.test(name)),
		[],
	);
	await terminal.press('\u0013\u0015few.csv\r', "few.csv can't be written: file too large");
	await quit(t, terminal, 'jq');
});

test.serial('keys are handled during saving; ^C ends both, and no file is left', async t => {
	const lines = many(100_000);
	const cwd = log(t, lines);
	const env = heldDisk(t, lines.join('').length * 0.9);
	const terminal = openProgram(t, ['access.log'], {cwd, env, columns: 120});
	await terminal.waitFor('100000 results found');
	terminal.write('\u0013\u0015saved.log\r');
	const saved = new Set<string>();
	// The screen is drawn in between.
	await terminal.waitFor(shown => {
		const [, percent] = /saving saved\.log: (\d+) % \(Esc cancels it\)/.exec(shown.join('\n')) ?? [];
		return (percent !== undefined && saved.add(percent).size > 2) || `${[...saved]} %`;
	});
	await terminal.press(
		'jj',
		shown => /saving saved\.log: \d+ %/.test(shown.join('\n')) && /held/.test(shown.join('\n')),
	);
	t.true(readdirSync(cwd).some(name => name.startsWith('.reqscope')));
	terminal.write('\u0003');
	terminal.kill('SIGUSR2');
	t.is((await terminal.exit).status, 130);
	await waitFor(() => !readdirSync(cwd).some(name => /saved|\.reqscope/.test(name)));
});
