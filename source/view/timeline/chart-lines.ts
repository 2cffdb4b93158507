import type {Theme} from '../../themes/theme.js';
import {fewErrors} from '../charts/shares.js';
import {stacked, statusPieces} from '../charts/status-pieces.js';
import type {PanelLine} from '../panel/panel-lines.js';
import type {Piece} from '../spans/piece.js';
import {ticks} from './ticks.js';
import type {Timeline} from './timeline.js';

const units = ['', 'k', 'M', 'G'];

/** A number for an axis, in at most five characters: `950`, `1200`, `12k`, `1.5M`. Units are powers of 1000. */
export function shortNumber(number: number): string {
	let value = number;
	let unit = 0;
	if (number < 10_000) {
		return String(Math.round(number * 10) / 10);
	}

	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}

	return `${value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value)}${units[unit]}`;
}

/** Columns left of the chart: the counts on the axis, at most five, and the axis. */
export const gutter = 7;

/** Columns are no wider than that: fewer requests must not look like more. */
const widest = 4;

/** How many cells a column has, where there is room for so many. */
export function cellsOf(columns: number, room: number): number {
	return Math.max(1, Math.min(widest, Math.floor(room / Math.max(1, columns))));
}

/** Where the column begins that has a cell of the screen; null where there is none. */
export function timeAt(x: number, {edges}: Pick<Timeline, 'edges'>, width: number): number | null {
	const columns = edges.length - 1;
	const column = Math.floor((x - gutter) / cellsOf(columns, width - gutter));
	return column >= 0 && column < columns ? (edges[column] ?? null) : null;
}

/** What is marked on a chart: columns, `to` inclusive. */
export type ChartMarks = {
	/** Cells of a column. */
	readonly wide: number;
	readonly cursor: number | null;
	readonly range: {readonly from: number; readonly to: number} | null;
	readonly page: {readonly from: number; readonly to: number} | null;
	readonly selected: number | null;
	/** In which separators stand. */
	readonly separators: ReadonlySet<number>;
};

/** The bars, `height` lines of them. */
export function barLines(
	{classes, edges}: Timeline,
	height: number,
	{cursor, wide}: ChartMarks,
	theme: Theme,
): readonly PanelLine[] {
	const width = edges.length - 1;
	const counts = Array.from({length: width}, (_, column) => classes.map(of => of[column] ?? 0));
	const totals = counts.map(of => of.reduce((sum, n) => sum + n, 0));
	const scale = roundCeiling(Math.max(1, ...totals));
	const bars = counts.map((of, column) => {
		const total = totals[column] ?? 0;
		return stacked(of, total === 0 ? 0 : Math.max(1, Math.round((total / scale) * height)));
	});
	// A rise is to be seen where it begins.
	const few = counts.map((of, column) =>
		fewErrors(bars[column] ?? [], ((of[5] ?? 0) / scale) * height, theme.chart.few),
	);
	return Array.from({length: height}, (_, line) => {
		const level = height - line;
		const label = labelAt(level, height, scale);
		const cells = bars.flatMap(bar => Array.from({length: wide}, () => bar[level - 1] ?? -1));
		const thin = level === 1 ? few.flatMap(one => Array.from({length: wide}, () => one)) : [];
		const pieces = (from: number, to: number): readonly Piece[] =>
			statusPieces(cells.slice(from * wide, to * wide), theme, thin.slice(from * wide, to * wide));
		const axis = {text: `${label.padStart(gutter - 1)}${theme.chart.left}`, style: theme.axis};
		if (cursor === null) {
			return {pieces: [axis, ...pieces(0, width)]};
		}

		// Not inverse: without colour an empty cell would look like one of 5xx then, and that like an empty one.
		const isEmpty = bars[cursor]?.[level - 1] === undefined;
		return {
			pieces: [
				axis,
				...pieces(0, cursor),
				...(isEmpty ? [{text: theme.chart.left.repeat(wide)}] : pieces(cursor, cursor + 1)),
				...pieces(cursor + 1, width),
			],
		};
	});
}

/** The axis along the bottom, with the cursor and what is marked. */
export function axisLine(
	{edges, local}: Timeline,
	{cursor, range, wide, separators}: ChartMarks,
	theme: Theme,
): PanelLine {
	const {corner, bottom, tick, marked, separator, cursor: cursorMark} = theme.chart;
	const ticked = new Set(ticks(edges, local, wide).map(({cell}) => cell));
	const line = Array.from({length: (edges.length - 1) * wide}, (_, cell) => {
		const column = Math.floor(cell / wide);
		if (column === cursor) {
			return cursorMark;
		}

		if (separators.has(column) && cell === column * wide) {
			return separator;
		}

		return range && column >= range.from && column <= range.to ? marked : ticked.has(cell) ? tick : bottom;
	});
	return {
		pieces: [
			{text: '0'.padStart(gutter - 1) + corner + line.join(''), style: cursor === null ? theme.axis : {}},
		],
	};
}

/** The times below the axis. */
export function tickLine({edges, local}: Timeline, {wide}: ChartMarks, theme: Theme): PanelLine {
	let text = ' '.repeat(gutter);
	for (const {cell, label} of ticks(edges, local, wide)) {
		text = text.padEnd(gutter + cell) + label;
	}

	return {pieces: [{text, style: theme.axis}]};
}

/** Where the page and the selected row are. */
export function placeLine({edges}: Timeline, {page, selected, wide}: ChartMarks, theme: Theme): PanelLine {
	const cells = Array.from({length: edges.length - 1}, (_, column) =>
		column === selected
			? theme.chart.selected
			: page && column >= page.from && column <= page.to
				? theme.chart.page
				: ' ',
	);
	const what = selected !== null ? 'row' : page ? 'page' : '';
	return {
		pieces: [
			{text: what.padStart(gutter - 1)},
			{text: ` ${cells.map(cell => cell.repeat(wide)).join('')}`.trimEnd()},
		],
	};
}

function labelAt(level: number, height: number, scale: number): string {
	const half = height >= 6 && height % 2 === 0 && scale % 2 === 0 ? height / 2 : 0;
	return level === height ? shortNumber(scale) : level === half ? shortNumber(scale / 2) : '';
}

const round = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The count that the highest bar stands for: a round one, not below `most`. */
function roundCeiling(most: number): number {
	const power = 10 ** Math.floor(Math.log10(most));
	return Math.ceil((round.find(n => n * power >= most) ?? 10) * power);
}
