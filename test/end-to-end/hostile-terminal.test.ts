import {appendFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {fitWidth} from '../../source/format/fit-width.js';
import {readControls} from '../helpers/control-sequences.js';
import {expectedListing} from '../helpers/expected-listing.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, openProgram, programCommand, quit} from '../helpers/program.js';
import {readListing, shownListing} from '../helpers/screen-listing.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';

function aLog(t: ExecutionContext) {
	const content = numberedLines(25).join('');
	const {directory: cwd, path} = temporaryLog(t, content);
	return {cwd, path, expected: expectedListing([{path, content}]).slice(0, 10)};
}

for (const [columns, rows] of [
	[1, 1],
	[80, 2],
	[17, 3],
	[18, 3],
] as const) {
	test.serial(`hostile 23: starts at ${columns}x${rows} and follows each resize`, async t => {
		const {cwd, path, expected} = aLog(t);
		const terminal = openProgram(t, [path], {cwd, columns, rows});
		const word = fitWidth('Too small: make it larger', columns).trimEnd();
		await terminal.waitFor(lines => lines[0] === (columns < 18 || rows < 3 ? word : '25 results found'));
		terminal.resize(120, 40);
		await terminal.waitFor(shownListing(25, expected));
		terminal.resize(columns, rows);
		terminal.resize(120, 40);
		await terminal.waitFor(shownListing(25, expected));
		const {length} = terminal.recording();
		terminal.resize(columns, rows);
		await terminal.waitFor(() => terminal.recording().length > length);
		// Keys and lines while there is no space for any part of the screen.
		appendFileSync(path, numberedLines(1, 25).join(''));
		terminal.write('jkG gz?zz?');
		terminal.resize(120, 40);
		await terminal.waitFor(lines => readListing(lines).count === 26 && readListing(lines).rows.length >= 10);
		await quit(t, terminal);
		t.deepEqual(terminal.state(), untouchedTerminal);
	});
}

test.serial('hostile 23: works at every size down to 1x1 and back', async t => {
	const {cwd, path, expected} = aLog(t);
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor(shownListing(25, expected));
	for (let step = 0; step <= 40; step++) {
		terminal.resize(Math.max(1, 120 - step * 3), Math.max(1, 40 - step));
		terminal.write('j');
	}
	for (let step = 40; step >= 0; step--) {
		terminal.resize(Math.max(1, 120 - step * 3), Math.max(1, 40 - step));
		terminal.write('k');
	}
	await terminal.press('g', shownListing(25, expected));
	await quit(t, terminal);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('hostile 23: a dumb terminal gets plain text, and no sequence at all', async t => {
	const {cwd, path} = aLog(t);
	const command = ['env', 'TERM=dumb', ...programCommand(path)];
	const terminal = openCommand(t, command, {cwd, columns: 120, rows: 40});
	const lines = await terminal.waitFor('25 results found');
	t.is((await terminal.exit).status, 0);
	t.is(readListing(lines.length > 12 ? terminal.screen() : lines).rows.length, 10);
	t.false(terminal.recording().includes(0x1b));
});

for (const [name, args, env] of [
	['NO_COLOR', [], {NO_COLOR: '1'}],
	['--color never', ['--color', 'never'], {}],
] as const) {
	test.serial(`hostile 23: with ${name}, the screen uses weight and inversion, and no colour`, async t => {
		const {cwd, path, expected} = aLog(t);
		const terminal = openProgram(t, [...args, path], {cwd, columns: 120, rows: 40, env});
		await terminal.waitFor(shownListing(25, expected));
		await terminal.press('j', lines => lines.some(line => line.startsWith('▌')));
		await quit(t, terminal);
		const {sequences} = readControls(terminal.recording().toString());
		t.deepEqual(
			sequences.filter(sequence => /^CSI (?:[349]\d|10\d)m$/.test(sequence)),
			[],
		);
	});
}
