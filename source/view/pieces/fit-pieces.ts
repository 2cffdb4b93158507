import {fitWidth} from '../../listing/fit-width.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {Piece} from './piece.js';

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
