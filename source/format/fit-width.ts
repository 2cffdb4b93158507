import stringWidth from 'string-width';
import {LateSegmenter} from './late-segmenter.js';

const segmenter = new LateSegmenter();

/** Terminal columns of a sanitised text. */
export function terminalWidth(text: string): number {
	return stringWidth(text, {countAnsiEscapeCodes: true});
}

/** The graphemes of a text, one by one. */
export function* graphemes(text: string): Generator<string> {
	for (const {segment} of segmenter.segment(text)) {
		yield segment;
	}
}

/** The longest end of a sanitised text, of whole graphemes, that is no wider than so many columns. */
export function endWithin(text: string, width: number): string {
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

/**
 * Brings a sanitised text to at most `width` columns. What is cut is its middle: the end of a URL or of a user agent
 * tells as much as its beginning. A third of the room goes to the end.
 */
export function cutMiddle(text: string, width: number): string {
	if (text.length <= unitsPerColumn * width && terminalWidth(text) <= width) {
		return text;
	}

	if (width < 9) {
		return fitWidth(text, width).trimEnd();
	}

	const room = Math.floor(width / 3);
	const end = endWithin(text.slice(-unitsPerColumn * room), room);
	// A width that is cut to ends with the `…`, where it isn't filled up for a wide character.
	return fitWidth(text, width - terminalWidth(end)).trimEnd() + end;
}

/** What programs say before their name. */
const before = 'compatible; ';

/**
 * Brings a sanitised user agent to at most `width` columns. The name of a program stays, wherever it stands: what is cut
 * is what it pretends to be, and then its end. Of others the middle is cut.
 */
export function cutAgent(text: string, width: number): string {
	const at = text.indexOf(before);
	if (at === -1 || terminalWidth(text) <= width) {
		return cutMiddle(text, width);
	}

	const first = text.slice(0, text.indexOf(' ') + 1);
	const cut = `${first}…${text.slice(at)}`;
	return fitWidth(cut.length < text.length ? cut : text, width).trimEnd();
}

/** Breaks sanitised text at its spaces into lines of at most `width` columns. A longer word has a line of its own. */
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
