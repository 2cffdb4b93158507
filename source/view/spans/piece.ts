import {createContext} from 'react';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import type {Style} from '../../themes/theme.js';

/** A piece of a line, safe for the terminal. */
export type Piece = {readonly text: string; readonly style?: Style | undefined};

/** A line of pieces, together no wider than the screen; `style` is of all of them, under their own. */
export type PieceLine = {readonly pieces: readonly Piece[]; readonly style?: Style | undefined};

/** What is to be said of a row: that it is marked, or that a separator stands above it for which there is no line. */
export type RowSign = 'marked' | 'separated';

/** What a line begins with that has room for it: the selected one is told by more than its look, and so are marks. */
export function marker(isSelected: boolean, sign?: RowSign): string {
	if (sign === 'marked') {
		return isSelected ? '◘' : '•';
	}

	return isSelected ? '▌' : sign === 'separated' ? '─' : ' ';
}

/** Whether frames are the program's own (see `ownFrames`), so that Ink needn't know the lines that change with each. */
export const OwnDrawing = createContext(false);

/** As many of the pieces as fit into a width; where that isn't all, the last one ends in `…`. */
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

/** A text that is followed by more than there is room for, cut. */
function cutTo(text: string, width: number): string {
	// What is left of a number would be read as another number.
	return fitWidth(`${text}  `, width)
		.trimEnd()
		.replace(/[\d.]+…$/, '…');
}
