import {terminalWidth} from '../../format/fit-width.js';
import {marker} from '../spans/piece.js';
import {type Write, withWrite} from './frame-writer.js';
import {beginUpdate, endUpdate} from './terminal-codes.js';

function nextLines(n: number): string {
	return n > 0 ? `\u001B[${n}E` : '';
}
function linesUp(n: number): string {
	return n > 0 ? `\u001B[${n}A` : '';
}
function toColumn(column: number): string {
	return `\u001B[${column}G`;
}
const eraseRest = '\u001B[K';

/** What Ink takes its last frame away with: each of its lines is erased, from the last one upwards. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's
const erasing = /^(?:\u001B\[2K(?:\u001B\[1A)?)+\u001B\[G/;

/**
 * For a screen reader, which speaks what is written: of a frame that Ink makes, what has changed since the last one is
 * written and no more. A key that selects another row has that row spoken, where Ink has the whole screen.
 * @param stdout - a terminal on which Ink writes for screen readers
 * @returns what Ink is to take for the terminal
 */
export function spokenFrames(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
	let shown: readonly string[] = [];
	/** The line of the frame that the cursor is in. */
	let at = 0;
	let gathered: string | undefined;

	/** To where Ink believes that the cursor is. */
	const toEnd = (): string => {
		const down = shown.length - 1 - at;
		at = shown.length - 1;
		return down > 0 ? nextLines(down) + toColumn(terminalWidth(shown.at(-1) ?? '') + 1) : '';
	};

	const show = (frame: string): void => {
		const lines = frame.replace(erasing, '').split('\n');
		const isWhole =
			lines.length !== shown.length || lines.length >= (stdout.rows || Number.POSITIVE_INFINITY);
		const changes = isWhole ? toEnd() + frame : changed(lines);
		if (isWhole) {
			at = lines.length - 1;
		}
		shown = lines;
		if (changes !== '') {
			stdout.write(beginUpdate + changes + endUpdate);
		}
	};

	const changed = (lines: readonly string[]): string =>
		lines
			.map((line, row) => {
				const before = shown[row] ?? '';
				if (line === before) {
					return '';
				}
				const move = row < at ? `${linesUp(at - row)}${toColumn(1)}` : nextLines(row - at) || toColumn(1);
				at = row;
				return move + changedPart(line, before);
			})
			.join('');

	const write: Write = (data, ...rest) => {
		if (data === beginUpdate) {
			gathered = '';
			return true;
		}
		if (data === endUpdate) {
			const frame = gathered ?? '';
			gathered = undefined;
			if (frame !== '') {
				show(frame);
			}
			return true;
		}
		if (gathered !== undefined) {
			gathered += String(data);
			return true;
		}
		const end = toEnd();
		if (end !== '') {
			stdout.write(end);
		}
		// Taken away, or no longer at the end of what is on the terminal.
		shown = [];
		at = 0;
		return stdout.write(data, ...rest);
	};

	return withWrite(stdout, write);
}

/** What is written of a line, its cursor being in the first column. A row that is selected now is spoken whole. */
function changedPart(line: string, before: string): string {
	// A marked row has signs of its own.
	const [selected, other] =
		line.startsWith(marker(true, 'marked')) || before.startsWith(marker(true, 'marked'))
			? [marker(true, 'marked'), marker(false, 'marked')]
			: [marker(true), marker(false)];
	// Behind the last column of the terminal, it would erase what stands in that.
	const erased = terminalWidth(line) < terminalWidth(before) ? eraseRest : '';
	if (before.startsWith(selected) && line === other + before.slice(selected.length)) {
		return other;
	}
	if (line.startsWith(selected) && !before.startsWith(selected)) {
		return line + erased;
	}
	let same = 0;
	while (same < line.length && line[same] === before[same]) {
		same++;
	}
	// From the beginning of the word, so that half of one isn't spoken.
	const from = line.lastIndexOf(' ', Math.max(0, same - 1)) + 1;
	const kept = line.slice(0, from);
	return (from > 0 ? toColumn(terminalWidth(kept) + 1) : '') + line.slice(from) + erased;
}
