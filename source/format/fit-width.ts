import stringWidth from 'string-width';
import {LateSegmenter} from './late-segmenter.js';

const segmenter = new LateSegmenter();

/** Strings of one-column characters, including the `…` of cut text: with a `…`, `stringWidth` takes 0.2 ms for 200 characters. */
const narrow = /^[\x20-\x7e…]*$/;

/** Returns the width of a sanitised text in terminal columns. */
export function terminalWidth(text: string): number {
	return narrow.test(text) ? text.length : stringWidth(text, {countAnsiEscapeCodes: true});
}

/** Iterates over the graphemes of a string. */
export function* graphemes(text: string): Generator<string> {
	for (const {segment} of segmenter.segment(text)) {
		yield segment;
	}
}

/** Returns the longest end of a sanitised text that fits into `width` columns, in whole graphemes. */
export function endWithin(text: string, width: number): string {
	if (narrow.test(text)) {
		return text.slice(Math.max(0, text.length - Math.max(0, width)));
	}
	let end = '';
	let used = 0;
	for (const grapheme of [...graphemes(text)].reverse()) {
		used += terminalWidth(grapheme);
		if (used > width) {
			break;
		}
		end = grapheme + end;
	}
	return end;
}

const printableAscii = /^[\x20-\x7e]*$/;

/** Maximum UTF-16 units per column: sanitised text has at most a base and three marks in a column, each of two units. */
export const unitsPerColumn = 8;

/**
 * Truncates or pads sanitised text to exactly `width` columns. Cuts at a grapheme and appends `…`. Returns an empty string for a
 * width below 1.
 */
export function fitWidth(text: string, width: number): string {
	if (width < 1) {
		return '';
	}
	// Limits the text before the first regular expression: the rest can't reach the screen.
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

/**
 * Truncates a sanitised text to `width` columns. Cuts its middle, because the end of a URL or user agent is as informative as its
 * start. The end gets 1/3 of the width.
 */
export function cutMiddle(text: string, width: number): string {
	if (text.length <= unitsPerColumn * width && terminalWidth(text) <= width) {
		return text;
	}
	if (width < 9) {
		return fitWidth(text, width).trimEnd();
	}
	const tailWidth = Math.floor(width / 3);
	const end = endWithin(text.slice(-unitsPerColumn * tailWidth), tailWidth);
	// `fitWidth` ends in `…`, unless it pads for a wide character.
	return fitWidth(text, width - terminalWidth(end)).trimEnd() + end;
}

/** Breaks sanitised text at spaces into lines of at most `width` columns. A longer word gets its own line. */
export function wrapText(text: string, width: number): readonly string[] {
	const lines: string[] = [];
	const [first = '', ...words] = text.split(' ');
	let line = first;
	for (const word of words) {
		const longer = `${line} ${word}`;
		if (terminalWidth(longer) > width) {
			lines.push(line);
			line = word;
		} else {
			line = longer;
		}
	}
	return [...lines, line];
}

/**
 * Breaks sanitised text into lines of at most `width` columns, regardless of words. If it needs more than `max` lines, the last
 * one ends in `…`.
 */
export function breakText(text: string, width: number, max: number): readonly string[] {
	// Limits the text before the first regular expression.
	const near = text.slice(0, unitsPerColumn * (width * max + 2));
	if (printableAscii.test(near)) {
		const count = Math.max(1, Math.min(max, Math.ceil(near.length / width)));
		return Array.from({length: count}, (_, index) => {
			const rest = near.slice(index * width);
			return index === max - 1 && rest.length > width ? `${rest.slice(0, width - 1)}…` : rest.slice(0, width);
		});
	}
	const lines: string[] = [];
	let line = '';
	let lineWidth = 0;
	for (const grapheme of graphemes(near)) {
		const graphemeWidth = terminalWidth(grapheme);
		if (lineWidth + graphemeWidth > width && line !== '') {
			if (lines.length === max - 1) {
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
