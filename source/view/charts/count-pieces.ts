import type {Piece} from '../pieces/piece.js';
import type {Theme} from '../themes/theme.js';
import {className} from './class-counts.js';
import {stackOrder} from './stacked.js';
import {classLook} from './status-pieces.js';

/**
 * How many of each status class, those that there are: `5xx 2  4xx 8`. With their characters it is the legend of a chart.
 */
export function countPieces(
	counts: readonly number[],
	theme: Theme,
	{hasCharacters}: {readonly hasCharacters: boolean},
): readonly Piece[] {
	const characters = Array.from(theme.chart.classes);
	// 1xx and none have the same character: they are told together.
	const told = counts.map((n, statusClass) => (statusClass === 0 ? n + (counts[1] ?? 0) : n));
	return stackOrder
		.filter(statusClass => statusClass !== 1 && (told[statusClass] ?? 0) > 0)
		.flatMap(statusClass => [
			{text: '  '},
			{
				text: `${hasCharacters ? `${characters[statusClass]} ` : ''}${className(statusClass)}`,
				look: classLook(statusClass, theme),
			},
			{text: ` ${told[statusClass]}`},
		]);
}
