import {terminalWidth} from '../../format/fit-width.js';
import {marker} from '../spans/span.js';
import {type Write, withWrite} from './frame-writer.js';
import {beginUpdate, endUpdate, toColumn} from './terminal-codes.js';

function nextLines(n: number): string {
	return n > 0 ? `\u001B[${n}E` : '';
}
function linesUp(n: number): string {
	return n > 0 ? `\u001B[${n}A` : '';
}
const eraseRest = '\u001B[K';

/** Ink's sequence for erasing its last frame: it erases each line, from the last one upwards. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's
const erasing = /^(?:\u001B\[2K(?:\u001B\[1A)?)+\u001B\[G/;

/**
 * Writes only the changes between Ink's frames, because a screen reader speaks everything that is written. A key that selects
 * another row makes it speak that row, where Ink would make it speak the whole screen.
 * @param stdout - a terminal on which Ink writes for screen readers
 * @returns the stream to give to Ink
 */
export function spokenFrames(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
	let shown: readonly string[] = [];
	/** Line of the frame in which the cursor is. */
	let at = 0;
	let gathered: string | undefined;

	/** Moves the cursor to the position that Ink expects. */
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
		// The frame has been erased, or other output follows it on the terminal.
		shown = [];
		at = 0;
		return stdout.write(data, ...rest);
	};
	return withWrite(stdout, write);
}

/**
 * Returns the output for a line, with the cursor in its first column. A newly selected row is written, and so spoken, completely.
 */
function changedPart(line: string, before: string): string {
	// A marked row has different markers.
	const [selected, other] =
		line.startsWith(marker(true, 'marked')) || before.startsWith(marker(true, 'marked'))
			? [marker(true, 'marked'), marker(false, 'marked')]
			: [marker(true), marker(false)];
	// After a write to the terminal's last column, erasing would delete the character in it.
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
	// Start at the beginning of the word, so that no half words are spoken.
	const from = line.lastIndexOf(' ', Math.max(0, same - 1)) + 1;
	const kept = line.slice(0, from);
	return (from > 0 ? toColumn(terminalWidth(kept) + 1) : '') + line.slice(from) + erased;
}
