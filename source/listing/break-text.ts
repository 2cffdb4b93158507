import {fitWidth, unitsPerColumn} from './fit-width.js';
import {graphemes, terminalWidth} from './terminal-width.js';

const printableAscii = /^[\x20-\x7e]*$/;

/**
 * Breaks sanitised text into lines of at most `width` columns, wherever that is; of more than `most` lines, the last
 * ends in `…`.
 */
export function breakText(text: string, width: number, most: number): readonly string[] {
	// Before anything looks at the whole text.
	const near = text.slice(0, unitsPerColumn * (width * most + 2));
	if (printableAscii.test(near)) {
		const count = Math.max(1, Math.min(most, Math.ceil(near.length / width)));
		return Array.from({length: count}, (_, index) => {
			const rest = near.slice(index * width);
			return index === most - 1 && rest.length > width
				? `${rest.slice(0, width - 1)}…`
				: rest.slice(0, width);
		});
	}

	const lines: string[] = [];
	let line = '';
	let lineWidth = 0;
	for (const grapheme of graphemes(near)) {
		const graphemeWidth = terminalWidth(grapheme);
		if (lineWidth + graphemeWidth > width && line !== '') {
			if (lines.length === most - 1) {
				return [...lines, fitWidth(line + grapheme, width)];
			}

			lines.push(line);
			line = '';
			lineWidth = 0;
		}

		line += grapheme;
		lineWidth += graphemeWidth;
	}

	return [...lines, line];
}
