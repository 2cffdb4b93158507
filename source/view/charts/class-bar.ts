import type {StatusClasses} from '../../answers/answers.js';
import type {Style, Theme} from '../../themes/theme.js';
import type {Span} from '../spans/span.js';
import {chartCells, eighths, noClass} from './cells.js';
import {fewErrors, sumOf} from './shares.js';
import {stacked, stackOrder, statusSpans} from './status-spans.js';

/** Blocks from the left of a cell, from an eighth of it to all. */
const leftBlocks = Array.from('▏▎▍▌▋▊▉█');

const serverError = 5;

/**
 * Returns a bar of status classes, with server errors first: two classes a cell, in eighths of it. Any 5xx has at least an eighth.
 * Without colours or blocks, a cell has the character of one class.
 */
export function classBar(classes: StatusClasses, cells: number, theme: Theme): readonly Span[] {
	const counts = [...classes];
	const total = sumOf(counts);
	const failed = counts[serverError] ?? 0;
	if (total === 0 || !theme.chart.hasBlocks || theme.fill[2]?.color === undefined) {
		const bar = stacked(counts, cells);
		const few = fewErrors(bar, (failed / total) * cells, theme.chart.few);
		return statusSpans(bar, theme, [few]);
	}
	const atLeast = counts.map((n, statusClass) =>
		statusClass === serverError && n > 0 ? Math.max(n, total / (cells * eighths)) : n,
	);
	// A column of the chart, drawn horizontally.
	const columns = stackOrder.map((_, statusClass) => [atLeast[statusClass] ?? 0]);
	const {level, front, back} = chartCells(columns, 1, cells, sumOf(atLeast), 'linear');
	return Array.from({length: cells}, (_, cell): Span => {
		const behind = theme.fill[back[cell] ?? noClass]?.color;
		const style: Style = {
			...theme.fill[front[cell] ?? noClass],
			...(behind === undefined ? {} : {backgroundColor: behind}),
		};
		return {text: leftBlocks[(level[cell] ?? 0) - 1] ?? ' ', style};
	});
}
