import {graphemes, terminalWidth} from './terminal-width.js';

const printableAscii = /^[\x20-\x7e]*$/;

/** Sanitised text has at most a base and three marks to a column, each of two UTF-16 code units. */
export const unitsPerColumn = 8;

/**
 * Brings sanitised text to a width: cut with `…` at the end of a grapheme when it is wider, filled up with
 * spaces when it is narrower. The terminal columns of the result are exactly `width`, none for less than 1.
 */
export function fitWidth(text: string, width: number): string {
	if (width < 1) {
		return '';
	}

	// Before anything looks at the whole text: what can't reach the screen isn't worth a look.
	const near = text.slice(0, unitsPerColumn * (width + 2));
	if (printableAscii.test(near)) {
		return near.length > width ? `${near.slice(0, width - 1)}…` : near.padEnd(width);
	}

	let shown = '';
	let shownWidth = 0;
	let keptLength = 0;
	let keptWidth = 0;
	for (const grapheme of graphemes(near)) {
		const graphemeWidth = terminalWidth(grapheme);
		if (shownWidth + graphemeWidth > width) {
			return `${shown.slice(0, keptLength)}…${' '.repeat(width - 1 - keptWidth)}`;
		}

		shown += grapheme;
		shownWidth += graphemeWidth;
		if (shownWidth < width) {
			keptLength = shown.length;
			keptWidth = shownWidth;
		}
	}

	return shown + ' '.repeat(width - shownWidth);
}
