import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Style} from '../../themes/theme.js';

/** A piece of a line, safe for the terminal. */
export type Piece = {readonly text: string; readonly style?: Style | undefined};

/** A line of pieces, no wider than the screen. `style` applies to all pieces, below their own styles. */
export type PieceLine = {readonly pieces: readonly Piece[]; readonly style?: Style | undefined};

/** A sign before a row: it is marked, or a separator is above it for which the page has no line. */
export type RowSign = 'marked' | 'separated';

/** Returns the first character of a line. It makes selection and marks recognisable without styles. */
export function marker(isSelected: boolean, sign?: RowSign): string {
	if (sign === 'marked') {
		return isSelected ? '◘' : '•';
	}
	return isSelected ? '▌' : sign === 'separated' ? '─' : ' ';
}

/** Returns a line with any string: sanitised and cut to the width. */
export function safeLine(text: string, width: number, style?: Style): PieceLine {
	const safe = sanitise(text);
	const isFitting = safe.length <= width && terminalWidth(safe) <= width;
	return {pieces: [{text: (isFitting ? safe : fitWidth(safe, width)).trimEnd()}], style};
}

/** Returns the text of a line without its styles. */
export function plainText({pieces}: PieceLine): string {
	return pieces.map(({text}) => text).join('');
}

/** Returns the width of pieces, in columns of the terminal. */
export function widthOf(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, {text}) => sum + terminalWidth(text), 0);
}

/**
 * Returns lines of parts side by side.
 * @param parts - the lines of each part, no wider than its width
 * @param widths - the widths of the parts
 * @param gap - number of spaces between two parts
 */
export function sideBySide(
	parts: ReadonlyArray<ReadonlyArray<readonly Piece[]>>,
	widths: readonly number[],
	gap: number,
	height: number,
): readonly PieceLine[] {
	return Array.from({length: height}, (_, line): PieceLine => {
		const pieces: Piece[] = [];
		for (const [index, lines] of parts.entries()) {
			const own = lines[line] ?? [];
			const end = index < parts.length - 1 ? (widths[index] ?? 0) + gap : 0;
			pieces.push(...own, {text: ' '.repeat(Math.max(0, end - widthOf(own)))});
		}
		return {pieces: pieces.filter(({text}) => text !== '')};
	});
}

/** Returns the pieces that fit a width. If some don't fit, the last one ends in `…`. */
export function fitPieces(pieces: readonly Piece[], width: number): readonly Piece[] {
	const fitted: Piece[] = [];
	let left = width;
	for (const [at, piece] of pieces.entries()) {
		if (left < 1) {
			break;
		}
		const own = terminalWidth(piece.text);
		const isLast = pieces.slice(at + 1).every(({text}) => text === '');
		if (own < left || (own === left && isLast)) {
			fitted.push(piece);
		} else {
			fitted.push({...piece, text: cutTo(piece.text, left)});
		}
		left -= own;
	}
	return fitted;
}

/** Cuts a string that continues beyond the width. */
function cutTo(text: string, width: number): string {
	// Drops the digits of a cut number, which would look like a different number.
	return fitWidth(`${text}  `, width)
		.trimEnd()
		.replace(/[\d.]+…$/, '…');
}
