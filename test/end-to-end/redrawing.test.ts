import {execFileSync} from 'node:child_process';
import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {expectedListing} from '../helpers/expected-listing.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, programCommand} from '../helpers/program.js';
import {readListing, showing, shownListing} from '../helpers/screen-listing.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';
import {inState} from '../helpers/terminal-state.js';
import {waitFor} from '../helpers/wait-for.js';

/** The program with 25 requests, in a terminal with a known name. */
async function scene(t: ExecutionContext) {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
	const script = 'tty >tty; exec "$@"';
	const command = ['sh', '-c', script, 'sh', ...programCommand(path)];
	const terminal = openCommand(t, command, {cwd, columns: 120, rows: 24});
	const listing = (count: number) => {
		const content = numberedLines(count).join('');
		return shownListing(count, expectedListing([{path, content}]).slice(0, 10));
	};
	await terminal.waitFor(listing(25));
	// The chart and the lists of the overview come last.
	await terminal.waitFor(/ no request for [\s\S]*^ +5xx[\s\S]*^r {3}Routes /m);
	return {
		terminal,
		listing,
		scribble: () =>
			writeFileSync(readFileSync(join(cwd, 'tty'), 'utf8').trim(), '\u001B[2J\u001B[10;5Hwall: going down'),
		append: () => appendFileSync(path, numberedLines(1, 25).join('')),
	};
}

/** Stops the process as a different shell would. Resolves when it has stopped. */
async function stop({pid, kill}: Terminal): Promise<void> {
	kill('SIGSTOP');
	await waitFor(() =>
		execFileSync('ps', ['-o', 'state=', '-p', `${pid}`], {encoding: 'utf8'}).startsWith('T'),
	);
}

for (const [what, act] of [
	['^L', async terminal => terminal.write('\u000C')],
	['a resize to the same size', async terminal => terminal.kill('SIGWINCH')],
	[
		'a stop from outside',
		async terminal => {
			await stop(terminal);
			terminal.kill('SIGCONT');
		},
	],
] as const satisfies ReadonlyArray<readonly [string, (terminal: Terminal) => Promise<void>]>) {
	test.serial(`after ${what}, a screen that another program wrote to is redrawn completely`, async t => {
		const {terminal, scribble} = await scene(t);
		const before = terminal.screen();
		scribble();
		await terminal.waitFor('wall: going down');
		await act(terminal);
		await terminal.waitFor(showing(before));
		await terminal.waitFor(
			inState(terminal, {alternateScreen: true, cursorVisible: false, wraparound: false}),
		);
		// The keyboard belongs to the program.
		await terminal.press('j', 'held');
		t.pass();
	});
}

test.serial('a terminal that is resized twice before the program notices is redrawn', async t => {
	const {terminal, listing, append} = await scene(t);
	await stop(terminal);
	terminal.resize(10, 3);
	terminal.resize(120, 24);
	terminal.kill('SIGCONT');
	await terminal.waitFor(listing(25));
	append();
	const lines = await terminal.waitFor(listing(26));
	t.is(readListing(lines).rows.length, 10);
	t.is(lines.filter(line => line.includes('reqscope')).length, 1);
});
