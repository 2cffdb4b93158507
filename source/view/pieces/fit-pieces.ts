import {fitWidth} from '../../listing/fit-width.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {Piece} from './piece.js';

/** As many of the pieces as fit into a width, the last of them cut. */
export function fitPieces(pieces: readonly Piece[], width: number): readonly Piece[] {
	const fitted: Piece[] = [];
	let left = width;
	for (const piece of pieces) {
		if (left < 1) {
			break;
		}

		const own = terminalWidth(piece.text);
		fitted.push(own <= left ? piece : {...piece, text: fitWidth(piece.text, left).trimEnd()});
		left -= own;
	}

	return fitted;
}
