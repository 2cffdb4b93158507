import type {Style, Theme} from '../../themes/theme.js';
import type {Span} from '../spans/span.js';
import {className} from './shares.js';

/** Returns the count of each status class that occurs, after a gap: `5xx 2  4xx 8`. */
export function countSpans(counts: readonly number[], theme: Theme): readonly Span[] {
	// 1xx and requests without a status have the same name, so they are added.
	const shown = counts.map((n, statusClass) => (statusClass === 0 ? n + (counts[1] ?? 0) : n));
	return stackOrder
		.filter(statusClass => statusClass !== 1 && (shown[statusClass] ?? 0) > 0)
		.flatMap(statusClass => [
			{text: '  '},
			{text: className(statusClass), style: classStyle(statusClass, theme)},
			{text: ` ${shown[statusClass]}`},
		]);
}

/** Status classes from the bottom of a bar to its top. Server errors are at the bottom, where bars are easy to compare. */
export const stackOrder: readonly number[] = [5, 4, 3, 2, 1, 0];

/** The status class that is visible however few requests it has. Client errors are too common for that. */
const neverLost = 5;

/**
 * Divides the cells of a bar between the status classes in proportion to their counts, with at least one cell for 5xx if they
 * occur.
 * @param counts - by class
 * @returns the class of each cell, in `stackOrder`; `cells` of them, or none if all counts are 0
 */
export function stacked(counts: ArrayLike<number>, cells: number): readonly number[] {
	const total = stackOrder.reduce((sum, statusClass) => sum + (counts[statusClass] ?? 0), 0);
	if (total === 0 || cells < 1) {
		return [];
	}
	const parts = stackOrder.map(statusClass => {
		const count = counts[statusClass] ?? 0;
		const wanted = (count / total) * cells;
		const min = count > 0 && statusClass === neverLost ? 1 : 0;
		return {statusClass, wanted, min, given: Math.max(min, Math.floor(wanted))};
	});
	let left = cells - parts.reduce((sum, {given}) => sum + given, 0);
	while (left > 0) {
		const poorest = parts.reduce((a, b) => (b.wanted - b.given > a.wanted - a.given ? b : a));
		poorest.given++;
		left--;
	}
	while (left < 0) {
		// Takes cells from classes above their minimum. If all are at their minimum, takes them from any class with cells.
		const rich = parts.filter(({given, min}) => given > min);
		const from = rich.length > 0 ? rich : parts.filter(({given}) => given > 0);
		const richest = from.reduce((a, b) => (b.given - b.wanted >= a.given - a.wanted ? b : a));
		richest.given--;
		left++;
	}
	return parts.flatMap(({statusClass, given}) => Array.from({length: given}, () => statusClass));
}

/**
 * Returns spans for cells of a chart: each cell has the character and style of its status class, -1 is empty. Equal neighbours
 * form one span.
 * @param thin - replacement characters for cells that aren't full
 */
export function statusSpans(
	cells: readonly number[],
	theme: Theme,
	thin: readonly (string | undefined)[] = [],
): readonly Span[] {
	const characters = Array.from(theme.chart.classes);
	const spans: Span[] = [];
	for (let from = 0; from < cells.length; ) {
		const statusClass = cells[from] ?? -1;
		let end = from + 1;
		while (end < cells.length && cells[end] === statusClass) {
			end++;
		}
		spans.push({
			text: Array.from(
				{length: end - from},
				(_, index) => thin[from + index] ?? characters[statusClass] ?? ' ',
			).join(''),
			style: classStyle(statusClass, theme),
		});
		from = end;
	}
	return spans;
}

/** Returns the style of a status class. */
function classStyle(statusClass: number, theme: Theme): Style | undefined {
	return theme.status[String(statusClass)];
}
