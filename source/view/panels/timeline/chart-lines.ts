import type {Theme} from '../../../themes/theme.js';
import {fewErrors} from '../../charts/shares.js';
import {stacked, statusPieces} from '../../charts/status-pieces.js';
import type {PanelLine} from '../../panel/panel-lines.js';
import type {Piece} from '../../spans/piece.js';
import {ticks} from './ticks.js';
import type {Timeline} from './timeline.js';

const units = ['', 'k', 'M', 'G'];

/** Formats a number for an axis in at most five characters: `950`, `1200`, `12k`, `1.5M`. Units are powers of 1000. */
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

/** Columns left of the chart: counts of at most five characters, and the axis. */
export const gutter = 7;

/** Maximum width of a column in cells. With wider columns, few requests would look like many. */
const widest = 4;

/** Returns the width of a column in cells. */
export function cellsOf(columns: number, room: number): number {
	return Math.max(1, Math.min(widest, Math.floor(room / Math.max(1, columns))));
}

/** Returns the start of the column at a cell of the screen; null if there is no column. */
export function timeAt(x: number, {edges}: Pick<Timeline, 'edges'>, width: number): number | null {
	const columns = edges.length - 1;
	const column = Math.floor((x - gutter) / cellsOf(columns, width - gutter));
	return column >= 0 && column < columns ? (edges[column] ?? null) : null;
}

/** Marks on a chart, as columns; `to` is inclusive. */
export type ChartMarks = {
	/** Width of a column in cells. */
	readonly wide: number;
	readonly cursor: number | null;
	readonly range: {readonly from: number; readonly to: number} | null;
	readonly page: {readonly from: number; readonly to: number} | null;
	readonly selected: number | null;
	/** Columns with separators. */
	readonly separators: ReadonlySet<number>;
};

const unreadLabel = ' not read yet ';

/** Returns the bars, as `height` lines. */
export function barLines(
	{classes, edges, unreadUntil}: Timeline,
	height: number,
	{cursor, wide}: ChartMarks,
	theme: Theme,
): readonly PanelLine[] {
	const width = edges.length - 1;
	// Columns that are only partly read would look like an outage.
	const unread = edges.slice(0, -1).filter(edge => edge < unreadUntil).length;
	const counts = Array.from({length: width}, (_, column) =>
		classes.map(of => (column < unread ? 0 : (of[column] ?? 0))),
	);
	const totals = counts.map(of => of.reduce((sum, n) => sum + n, 0));
	const scale = roundCeiling(Math.max(1, ...totals));
	const bars = counts.map((of, column) => {
		const total = totals[column] ?? 0;
		return stacked(of, total === 0 ? 0 : Math.max(1, Math.round((total / scale) * height)));
	});
	// Makes the beginning of a rise in errors visible.
	const few = counts.map((of, column) =>
		fewErrors(bars[column] ?? [], ((of[5] ?? 0) / scale) * height, theme.chart.few),
	);
	const middle = Math.ceil(height / 2);
	return Array.from({length: height}, (_, line) => {
		const level = height - line;
		const label = labelAt(level, height, scale);
		const cells = bars.flatMap(bar => Array.from({length: wide}, () => bar[level - 1] ?? -1));
		const thin = level === 1 ? few.flatMap(one => Array.from({length: wide}, () => one)) : [];
		const pieces = (from: number, to: number): readonly Piece[] =>
			statusPieces(cells.slice(from * wide, to * wide), theme, thin.slice(from * wide, to * wide));
		const axis = {
			text: `${label.padStart(gutter - 1)}${theme.chart.left}${unreadText(unread * wide, level === middle, theme)}`,
			style: theme.axis,
		};
		if (cursor === null || cursor < unread) {
			return {pieces: [axis, ...pieces(unread, width)]};
		}
		// Not inverse: without colour, an empty cell would then look like a 5xx cell and vice versa.
		const isEmpty = bars[cursor]?.[level - 1] === undefined;
		return {
			pieces: [
				axis,
				...pieces(unread, cursor),
				...(isEmpty ? [{text: theme.chart.left.repeat(wide)}] : pieces(cursor, cursor + 1)),
				...pieces(cursor + 1, width),
			],
		};
	});
}

/** Returns a line of the columns that haven't been read yet, `width` cells wide. */
function unreadText(width: number, hasLabel: boolean, {chart}: Pick<Theme, 'chart'>): string {
	const label = hasLabel && width >= unreadLabel.length + 2 ? unreadLabel : '';
	const before = Math.floor((width - label.length) / 2);
	return chart.unread.repeat(before) + label + chart.unread.repeat(width - before - label.length);
}

/** Returns the bottom axis with the cursor and the marks. */
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

/** Returns the line of times below the axis. */
export function tickLine({edges, local}: Timeline, {wide}: ChartMarks, theme: Theme): PanelLine {
	let text = ' '.repeat(gutter);
	for (const {cell, label} of ticks(edges, local, wide)) {
		text = text.padEnd(gutter + cell) + label;
	}
	return {pieces: [{text, style: theme.axis}]};
}

/** Returns the line that shows the positions of the page and the selected row. */
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

/** Returns the count for a bar of full height: a round number, at least `max`. */
function roundCeiling(max: number): number {
	const power = 10 ** Math.floor(Math.log10(max));
	return Math.ceil((round.find(n => n * power >= max) ?? 10) * power);
}
