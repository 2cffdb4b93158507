import type {Piece} from '../pieces/piece.js';
import type {Look, Theme} from '../themes/theme.js';

/**
 * Cells of a chart, each the character and the look of its status class, -1: empty;
 * equal neighbours in one piece.
 * @param thin - characters of cells that stand for less than a cell, in their place
 */
export function statusPieces(
	cells: readonly number[],
	theme: Theme,
	thin: readonly (string | undefined)[] = [],
): readonly Piece[] {
	const characters = Array.from(theme.chart.classes);
	const pieces: Piece[] = [];
	for (let from = 0; from < cells.length; ) {
		const statusClass = cells[from] ?? -1;
		let end = from + 1;
		while (end < cells.length && cells[end] === statusClass) {
			end++;
		}

		pieces.push({
			text: Array.from(
				{length: end - from},
				(_, index) => thin[from + index] ?? characters[statusClass] ?? ' ',
			).join(''),
			look: classLook(statusClass, theme),
		});
		from = end;
	}

	return pieces;
}

/** The look of a status class. */
export function classLook(statusClass: number, theme: Theme): Look | undefined {
	return theme.status[String(statusClass)];
}
