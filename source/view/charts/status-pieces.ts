import type {Style, Theme} from '../../themes/theme.js';
import type {Piece} from '../spans/piece.js';
import {className} from './shares.js';

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
				style: classStyle(statusClass, theme),
			},
			{text: ` ${told[statusClass]}`},
		]);
}

/** Status classes from the foot of a column to its top: the server's errors stand on the axis, where they are comparable. */
export const stackOrder: readonly number[] = [5, 4, 3, 2, 1, 0];

/** Errors of the server are seen however few they are; those of clients are always there. */
const neverLost = 5;

/**
 * Divides the cells of a bar between the status classes in proportion to their counts, but leaves no 5xx out.
 * @param counts - by class
 * @returns the class of each cell, in the order of `stackOrder`; as many as `cells`, none where nothing was counted
 */
export function stacked(counts: ArrayLike<number>, cells: number): readonly number[] {
	const total = stackOrder.reduce((sum, statusClass) => sum + (counts[statusClass] ?? 0), 0);
	if (total === 0 || cells < 1) {
		return [];
	}

	const parts = stackOrder.map(statusClass => {
		const count = counts[statusClass] ?? 0;
		const wanted = (count / total) * cells;
		const least = count > 0 && statusClass === neverLost ? 1 : 0;
		return {statusClass, wanted, least, given: Math.max(least, Math.floor(wanted))};
	});

	let left = cells - parts.reduce((sum, {given}) => sum + given, 0);
	while (left > 0) {
		const poorest = parts.reduce((a, b) => (b.wanted - b.given > a.wanted - a.given ? b : a));
		poorest.given++;
		left--;
	}

	while (left < 0) {
		// Of those with more than they must have; when there are none, of those nearest to the top.
		const rich = parts.filter(({given, least}) => given > least);
		const from = rich.length > 0 ? rich : parts.filter(({given}) => given > 0);
		const richest = from.reduce((a, b) => (b.given - b.wanted >= a.given - a.wanted ? b : a));
		richest.given--;
		left++;
	}

	return parts.flatMap(({statusClass, given}) => Array.from({length: given}, () => statusClass));
}

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
			style: classStyle(statusClass, theme),
		});
		from = end;
	}

	return pieces;
}

/** The look of a status class. */
export function classStyle(statusClass: number, theme: Theme): Style | undefined {
	return theme.status[String(statusClass)];
}
