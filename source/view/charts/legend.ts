import {percentText} from '../../format/amounts.js';
import type {Theme} from '../../themes/theme.js';
import type {Span} from '../spans/span.js';
import {classCounts, className, sumOf} from './shares.js';

/** The numbers of the selected column, and its time. */
export type LegendColumn = {readonly time: string; readonly counts: readonly number[]};

/** Widths of the parts of a legend. */
const shareWidth = 6;
const countWidth = 9;

/** Cells left of a chart from which the legend has counts, and the numbers of the selected column. */
const countsFrom = 28;
const columnFrom = 41;

/** The classes of a legend; others are shown if they occur and there is a line. */
const shownClasses = [2, 3, 4, 5];

/**
 * Returns the beginnings of the first lines of a chart: a class with its share, and if they fit, its count and the count of the
 * selected column.
 * @param height - number of lines
 * @param left - number of cells left of the chart
 */
export function legendLines(
	classes: readonly Float64Array[],
	column: LegendColumn | null,
	height: number,
	left: number,
	theme: Theme,
): ReadonlyArray<readonly Span[]> {
	const counts = classCounts(classes);
	const all = sumOf(counts);
	const hasColumn = column !== null && left >= columnFrom;
	const hasCounts = left >= countsFrom;
	const others = (counts[0] ?? 0) + (counts[1] ?? 0);
	const lines = [
		...(hasColumn
			? [
					[
						{
							text: ` class${'all'.padStart(shareWidth + 1)}${'requests'.padStart(countWidth)}`,
							style: theme.muted,
						},
						{text: column.time.padStart(countWidth), style: theme.accent},
					],
				]
			: []),
		...shownClasses.map(statusClass =>
			lineOf(statusClass, className(statusClass), counts[statusClass] ?? 0, column?.counts[statusClass] ?? 0),
		),
		...(others > 0 ? [lineOf(0, 'n/a', others, (column?.counts[0] ?? 0) + (column?.counts[1] ?? 0))] : []),
	];
	function lineOf(statusClass: number, name: string, count: number, ofColumn: number): readonly Span[] {
		return [
			{text: ` ${legendCharacter(statusClass, theme)} `, style: theme.fill[statusClass]},
			{text: name, style: theme.status[statusClass]},
			{text: percentText(count, all).padStart(shareWidth + (hasColumn ? 1 : 0))},
			...(hasCounts ? [{text: String(count).padStart(countWidth), style: theme.muted}] : []),
			...(hasColumn ? [{text: String(ofColumn).padStart(countWidth), style: theme.title}] : []),
		];
	}
	// The line of the maximum stays free if possible.
	const first = height > lines.length + (hasColumn ? 0 : 1) ? 1 : 0;
	return height < shownClasses.length
		? []
		: [...Array.from({length: first}, () => []), ...lines].slice(0, height);
}

/** Returns a line with all classes that occur, their shares and counts, for screens without a legend at the left. */
export function legendLine(classes: readonly Float64Array[], theme: Theme): readonly Span[] {
	const counts = classCounts(classes);
	const all = sumOf(counts);
	const others = (counts[0] ?? 0) + (counts[1] ?? 0);
	const shown = [
		...shownClasses.map(of => [of, className(of), counts[of] ?? 0] as const),
		...(others > 0 ? [[0, 'n/a', others] as const] : []),
	];
	return shown.flatMap(([statusClass, name, count], index) => [
		{
			text: `${index === 0 ? '' : '  '}${legendCharacter(statusClass, theme)} `,
			style: theme.fill[statusClass],
		},
		{text: name, style: theme.status[statusClass]},
		{text: ` ${percentText(count, all)}`},
		{text: ` ${count}`, style: theme.muted},
	]);
}

/** Returns the character of a class: where cells have colours, a square in its colour. */
export function legendCharacter(statusClass: number, {chart, fill}: Theme): string {
	const hasSquare = chart.hasBlocks && fill[2]?.color !== undefined;
	return hasSquare ? chart.legend : (Array.from(chart.classes)[statusClass] ?? ' ');
}
