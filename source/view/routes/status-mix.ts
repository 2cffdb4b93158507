import type {RouteSummary} from '../../answers/answers.js';
import {fewErrors} from '../charts/few-errors.js';
import {stacked} from '../charts/stacked.js';
import {statusPieces} from '../charts/status-pieces.js';
import type {Piece} from '../pieces/piece.js';
import type {Theme} from '../themes/theme.js';

/** The bar of a route's status classes, with the server's errors at its end. */
export function statusMix({classes, n}: RouteSummary, width: number, theme: Theme): readonly Piece[] {
	const cells = stacked(classes, width);
	const few = fewErrors(cells, ((classes[5] ?? 0) / n) * width, theme.chart.few);
	const thin = cells.map((_, cell) => (cell === 0 ? few : undefined));
	return statusPieces(cells.toReversed(), theme, thin.toReversed());
}
