import test, {type ExecutionContext} from 'ava';
import stringWidth from 'string-width';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';

const sizes = [
	{columns: 80, rows: 24, text: 'over', wide: 'over'},
	{columns: 120, rows: 36, text: 'below', wide: 'below'},
	{columns: 160, rows: 45, text: 'right', wide: 'below'},
	{columns: 220, rows: 60, text: 'right', wide: 'below'},
] as const;

type Position = (typeof sizes)[number]['text' | 'wide'];

/** The panels by their key, with their titles. */
const panels = [
	['\r', 'Enter Details', 'text'],
	['x', 'x Columns', 'text'],
	['a', 'a Alerts', 'text'],
	['!', '! Notices', 'text'],
	['L', 'L Lines not recognised', 'text'],
	['?', '? Keys', 'text'],
	['i', 'i Timeline', 'wide'],
	['l', 'l Timeline and latency', 'wide'],
	['f', 'f Most frequent', 'wide'],
	['r', 'r Routes', 'wide'],
	['d', 'd Differences', 'wide'],
] as const;

function open(
	t: ExecutionContext,
	{columns, rows}: {readonly columns: number; readonly rows: number},
): Terminal {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(100).join(''));
	return openProgram(t, [path], {cwd, columns, rows});
}

/**
 * Returns the position of the panel with a title; null if it isn't on the screen. Without the focus, only details can be
 * distinguished from the overview, which has the same rule as the timeline.
 */
function positionOf(lines: readonly string[], title: string): Position | 'whole' | null {
	const at = lines.findIndex(line =>
		new RegExp(`(?:━|─(?= Enter)) ${title.replace('?', '\\?').replace(' ', ' +')}`).test(line),
	);
	if (at === -1) {
		return null;
	}
	const isRight = (lines[at]?.search(/[─━]/) ?? 0) > 0;
	return isRight ? 'right' : at > 4 ? 'below' : 'over';
}

function fits(
	lines: readonly string[],
	{columns, rows}: {readonly columns: number; readonly rows: number},
): boolean {
	return lines.length <= rows && lines.every(line => stringWidth(line) <= columns);
}

for (const size of sizes) {
	test.serial(
		`at ${size.columns}x${size.rows} each panel opens at its position, and Esc leaves no trace of it`,
		async t => {
			const terminal = open(t, size);
			await terminal.waitFor('100 results found');
			for (const [key, title, kind] of panels) {
				const lines = await terminal.press(key, now => positionOf(now, title) === size[kind]);
				t.true(fits(lines, size), title);
				t.true(lines.some(line => line.startsWith('100 results found')));
				t.is(
					// The rule belongs to a panel: the durations.
					lines.some(line => line.startsWith('1–10') || /^─ (?!l Latency)/.test(line)),
					size[kind] !== 'over',
					title,
				);
				await terminal.press(
					'\x1b',
					now => positionOf(now, title) === null && now.some(line => /^[ ▌]200/.test(line)),
				);
				await terminal.press('g', /1–10 of 100/);
			}
			await quit(t, terminal);
		},
	);
}

test.serial('panels stay open while the terminal is resized, and move to their positions', async t => {
	const terminal = open(t, sizes[2]);
	await terminal.waitFor('100 results found');
	// In one write: the timeline, then the details next to it.
	terminal.write('i');
	await terminal.waitFor(lines => positionOf(lines, 'i Timeline') === 'below');
	await terminal.press('\tj\r', lines => positionOf(lines, 'Enter Details') === 'right');
	for (const size of [sizes[0], sizes[3], sizes[1], sizes[2]]) {
		terminal.resize(size.columns, size.rows);
		const lines = await terminal.waitFor(now => {
			const isThere = positionOf(now, 'Enter Details') === size.text;
			const isBoth = size.text !== 'right' || now.some(line => line.startsWith('─ i Timeline, '));
			return isThere && isBoth && fits(now, size);
		});
		t.is(lines.length <= size.rows, true);
	}
	await quit(t, terminal, 'qqq');
});

test.serial('Z gives the focused panel the whole screen, and back; Tab cycles through the panes', async t => {
	const terminal = open(t, sizes[2]);
	await terminal.waitFor('100 results found');
	await terminal.press('i', lines => positionOf(lines, 'i Timeline') === 'below');
	await terminal.press(
		'Z',
		lines => lines[0]?.startsWith('━ i  Timeline') === true && / Z back /.test(lines.at(-1) ?? ''),
	);
	await terminal.press(
		'Z',
		lines => positionOf(lines, 'i Timeline') === 'below' && lines.includes('100 results found'),
	);
	await terminal.press('\t', /^─ i Timeline/m);
	await terminal.press('j', /^▌204/m);
	await terminal.press('\t', /^━ i {2}Timeline/m);
	await quit(t, terminal, 'qq');
});

test.serial('the window’s title shows the state, and is restored at the end', async t => {
	const terminal = open(t, sizes[0]);
	await terminal.waitFor('100 results found');
	await terminal.press('j', 'page held');
	const written = (): string => terminal.recording().toString('utf8');
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the code of a title
	await terminal.waitFor(() => /\u001B\]2;reqscope \S*access\.log ■ page held\u001B\\/.test(written()));
	t.is(written().split('\u001B[22;2t').length, 2);
	terminal.write('q');
	await terminal.exit;
	t.true(written().lastIndexOf('\u001B[23;2t') > written().lastIndexOf('\u001B]2;'));
});
