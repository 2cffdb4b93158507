import {stripVTControlCharacters} from 'node:util';
import xterm from '@xterm/headless';
import test from 'ava';
import fc from 'fast-check';
import {frameWriter} from '../../../source/view/terminal/frame-writer.js';
import {scrollBetween, scrolled} from '../../../source/view/terminal/scroll.js';
import {forAllAsync} from '../../helpers/for-all.js';

const rows = 14;

/** A terminal, and a function that shows a frame on it and returns its lines. */
function terminal() {
	const emulator = new xterm.Terminal({cols: 40, rows, allowProposedApi: true});
	let written = '';
	const frame = frameWriter(data => {
		written += data;
	});
	return {
		frame,
		written: (): string => written,
		async show(lines: readonly string[]): Promise<readonly string[]> {
			written = '';
			frame.show(lines);
			await new Promise<void>(resolve => {
				emulator.write(written, resolve);
			});
			const {active} = emulator.buffer;
			return Array.from({length: rows}, (_, line) => active.getLine(line)?.translateToString(true) ?? '');
		},
	};
}

function filled(lines: readonly string[]): readonly string[] {
	return Array.from({length: rows}, (_, line) => lines[line] ?? '');
}

function page(newest: number): readonly string[] {
	return Array.from({length: 8}, (_, row) => `row ${newest - row} of what is being watched`);
}

test('new rows scroll the old ones down, and only the new rows are written', async t => {
	const {show, written} = terminal();
	await show(['title', 'count 8', ...page(8), '', 'footer']);
	const next = ['title', 'count 10', ...page(10), '', 'footer'];
	t.deepEqual(await show(next), filled(next));
	t.is(
		written(),
		`\u001B[?2026h\u001B[3;10r\u001B[3;1H\u001B[2L\u001B[r\u001B[2;1H\u001B[Kcount 10${[3, 4]
			.map(line => `\u001B[${line};1H\u001B[K${next[line - 1]}`)
			.join('')}\u001B[?2026l`,
	);
});

test('moving down the listing scrolls its rows up', async t => {
	const {show, written} = terminal();
	await show(['title', ...page(30), 'footer']);
	const next = ['title', ...page(27), 'footer'];
	t.deepEqual(await show(next), filled(next));
	t.true(written().includes('\u001B[2;9r\u001B[2;1H\u001B[3M\u001B[r'), JSON.stringify(written()));
	t.is(written().split('row').length - 1, 3);
});

test("doesn't scroll if that saves fewer than three lines", t => {
	const lines = ['a', 'b', 'c', 'd', 'e'];
	t.is(scrollBetween(lines, lines), undefined);
	t.is(scrollBetween(lines, ['new', 'a', 'b', 'd', 'e']), undefined, 'two lines');
	t.is(scrollBetween(lines, ['v', 'w', 'x', 'y', 'z']), undefined);
	t.is(scrollBetween(['', 'a', '', '', 'b'], ['a', '', '', 'b', '']), undefined, 'empty ones are no lines');
	t.is(scrollBetween(['a', 'b', 'c', 'x', 'y', 'z'], ['x', 'b', 'c', 'a', 'y', 'z']), undefined);
	t.deepEqual(scrollBetween(lines, ['new', 'a', 'b', 'c', 'e']), {top: 0, bottom: 4, by: 1});
});

/** Frames in which many lines of the previous frame have moved. */
const frames = fc.array(
	fc.record({
		by: fc.integer({min: -4, max: 4}),
		top: fc.nat(rows),
		height: fc.nat(rows),
		others: fc.array(
			fc.tuple(fc.nat(rows - 1), fc.constantFrom('', 'a', 'b', '\u001B[1mbold\u001B[22m', 'x'.repeat(40))),
			{maxLength: 4},
		),
		length: fc.integer({min: 1, max: rows}),
	}),
	{minLength: 1, maxLength: 12},
);

test('the terminal shows the right frame after any scroll', async t => {
	let moved = 0;
	await forAllAsync(300, frames, async steps => {
		const {show, written} = terminal();
		let lines: readonly string[] = Array.from({length: rows}, (_, line) => `line ${line}`);
		await show(lines);
		for (const {by, top, height, others, length} of steps) {
			const next = [...scrolled(filled(lines), {top, bottom: Math.min(rows, top + height), by})];
			for (const [row, text] of others) {
				next[row] = text;
			}
			lines = next.slice(0, length);
			const shown = await show(lines);
			t.deepEqual(shown, filled(lines.map(stripVTControlCharacters)));
			moved += written().includes('r\u001B[') ? 1 : 0;
		}
	});
	t.true(moved > 0);
});
