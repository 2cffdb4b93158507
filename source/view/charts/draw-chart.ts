import {durationText} from '../../format/time-texts.js';
import type {Style, Theme} from '../../themes/theme.js';
import type {LocalTime} from '../../timeline/local-time.js';
import {stepText} from '../../timeline/steps.js';
import type {Span, SpanLine} from '../spans/span.js';
import {chartCells, greatest, laneHeights, noClass} from './cells.js';
import {type LegendColumn, legendLines} from './legend.js';
import {type ChartScale, heights, roundMaximum, shortNumber} from './scale.js';
import {columnLabel, type Moment, timesLine} from './times-line.js';

/** The numbers of a chart, all from one snapshot of the store. */
export type ChartColumns = {
	/** Starts of the columns, and the end of the last one, in ms since 1970. */
	readonly edges: readonly number[];
	/** Length of a column; see `stepText`. */
	readonly step: number;
	readonly local: LocalTime;
	/** Number of requests in each column, by status class. */
	readonly classes: readonly Float64Array[];
	/** p95 of the durations in each column in ms, NaN without durations; null: no lane. */
	readonly p95: Float64Array | null;
	/** The period from which requests may be missing, in ms since 1970; null: everything has been read. */
	readonly unread: {readonly from: number; readonly until: number} | null;
	/** Time until they have been read in s; null if unknown. */
	readonly secondsLeft: number | null;
};

/** Columns as indexes; `to` is inclusive. */
export type ColumnRange = {readonly from: number; readonly to: number};

/** How a chart is drawn. */
export type ChartLook = {
	/** Columns of the screen. The chart ends at the right edge. */
	readonly width: number;
	/** Number of lines of the bars, at least one. */
	readonly height: number;
	/** Number of lines of each lane; 0: no lanes. */
	readonly laneHeight: number;
	/** False: no line of times below. */
	readonly hasTimes: boolean;
	/** True if the maximum names the step, because no title does: `4000/min`. */
	readonly hasUnit: boolean;
	/** True: the legend is left of the axis, if the screen is wide enough. */
	readonly hasLegend: boolean;
	readonly scale: ChartScale;
	/** The selected column; null if no column is selected. */
	readonly cursor: number | null;
	/** The marked range. */
	readonly range: ColumnRange | null;
	/** Bookmarks and separators. */
	readonly moments: readonly Moment[];
	readonly theme: Theme;
};

/** Width from which a legend is left of the axis. */
const legendFrom = 110;

/** Cells left of a chart: a legend and a number; a number with its unit; a number. The last one is a space. */
const gutters = [
	{from: legendFrom, cells: 22},
	{from: 60, cells: 12},
	{from: 20, cells: 7},
] as const;

/** Returns the number of columns that fit to the right of the labels. */
export function maxColumns(width: number): number {
	const gutter = gutters.find(({from}) => width >= from)?.cells ?? 0;
	return Math.max(1, width - gutter);
}

/** True if a chart of this width can have a legend at its left. */
export function hasLegendAtLeft(width: number): boolean {
	return width >= legendFrom;
}

/** Returns the column at a cell of the screen; null outside the columns. */
export function columnAt(x: number, columns: number, width: number): number | null {
	const column = x - (width - columns);
	return column >= 0 && column < columns ? column : null;
}

/** Returns the lines of a chart: the bars, a lane of 5xx, a lane of p95 if there are durations, and the times. */
export function drawChart(chart: ChartColumns, look: ChartLook): readonly SpanLine[] {
	// Until the answer for a narrower screen arrives, the newest columns stay unchanged.
	const cut = Math.max(0, chart.edges.length - 1 - maxColumns(look.width));
	return cut > 0
		? drawn(newestOf(chart, cut), newestLook(look, cut), chart.classes)
		: drawn(chart, look, chart.classes);
}

/** @param classes - the numbers of the legend */
function drawn(chart: ChartColumns, look: ChartLook, classes: ChartColumns['classes']): readonly SpanLine[] {
	const {edges, local} = chart;
	const {width, laneHeight, theme, hasTimes, hasLegend, cursor, moments} = look;
	const columns = edges.length - 1;
	const left = width - columns;
	const unread = unreadColumns(chart);
	const canvas: Canvas = {columns, look, styles: stylesIn(theme)};
	// A part of the requests would look like an outage.
	const read = unread === null ? chart : withoutColumns(chart, unread);
	const rows = [...barRows(read, canvas), ...(laneHeight > 0 ? laneRows(read, canvas) : [])];
	const unreadCell = unread && unreadCells(unread, rows.length, chart, canvas);
	const selected = cursor === null ? null : columnNumbers(chart, cursor);
	const legend =
		hasLegend && hasLegendAtLeft(width) ? legendLines(classes, selected, rows.length, left, theme) : [];
	const lines = rows.map(({label, style, cell}, line) => {
		const cells = cellWriter();
		for (let column = 0; column < columns; column++) {
			const {text, style: own} =
				unread && isIn(column, null, unread) && unreadCell ? unreadCell(line, column) : cell(column);
			cells.add(text, own);
		}
		return {spans: [...leftOf(label, style, left, legend[line]), ...cells.done()]};
	});
	if (!hasTimes) {
		return lines;
	}
	const times = timesLine(edges, local, moments, theme);
	return [...lines, {spans: joined([{text: ' '.repeat(left)}, ...times])}];
}

/** Returns the columns that may lack requests; null if all columns are complete. */
function unreadColumns({edges, unread}: ChartColumns): ColumnRange | null {
	if (unread === null) {
		return null;
	}
	const from = edges.slice(1).findIndex(end => end > unread.from);
	const to = edges.slice(0, -1).findLastIndex(begin => begin < unread.until);
	return from === -1 || to < from ? null : {from, to};
}

function withoutColumns(chart: ChartColumns, {from, to}: ColumnRange): ChartColumns {
	return {
		...chart,
		classes: chart.classes.map(of => of.slice().fill(0, from, to + 1)),
		p95: chart.p95?.slice().fill(0, from, to + 1) ?? null,
	};
}

/** Removes columns from the left. */
function newestOf(chart: ChartColumns, cut: number): ChartColumns {
	return {
		...chart,
		edges: chart.edges.slice(cut),
		classes: chart.classes.map(of => of.subarray(cut)),
		p95: chart.p95?.subarray(cut) ?? null,
	};
}

function newestLook(look: ChartLook, cut: number): ChartLook {
	const {cursor, range} = look;
	return {
		...look,
		cursor: cursor === null || cursor < cut ? null : cursor - cut,
		range: range && {from: range.from - cut, to: range.to - cut},
	};
}

/** A character with its style. */
type Cell = {readonly text: string; readonly style: Style};

/** A line right of the axis, and its label. */
type Row = {readonly label: string; readonly style: Style; cell(column: number): Cell};

/** The properties that all lines share. */
type Canvas = {
	readonly columns: number;
	readonly look: ChartLook;
	readonly styles: CellStyles;
};

function columnNumbers({edges, step, local, classes}: ChartColumns, cursor: number): LegendColumn {
	return {
		time: columnLabel(local.shownAt(edges[cursor] ?? 0), step),
		counts: classes.map(of => of[cursor] ?? 0),
	};
}

function barRows({classes, step}: ChartColumns, {columns, look, styles}: Canvas): readonly Row[] {
	const {height, scale, theme, hasUnit, cursor, range} = look;
	const totals = Float64Array.from({length: columns}, (_, column) =>
		classes.reduce((sum, of) => sum + (of[column] ?? 0), 0),
	);
	const maxTotal = greatest(totals);
	const max = roundMaximum(maxTotal);
	const {level, front, back, mainClass, filled} = chartCells(classes, columns, height, max, scale);
	const levels = Array.from(theme.chart.levels);
	const characters = Array.from(theme.chart.classes);
	return Array.from({length: height}, (_, line): Row => {
		const row = height - 1 - line;
		return {
			// Until the first bar, no scale is known.
			label: maxTotal === 0 ? '' : axisLabel(line, height, max, scale, hasUnit ? step : null),
			style: theme.muted,
			cell(column) {
				const at = row * columns + column;
				const size = filled[at] ?? 0;
				const isChosen = isIn(column, cursor, range);
				const isOutside = range !== null && !isChosen;
				// One class a cell: half a cell counts as one, and at the bottom any part of it, because few requests aren't a gap.
				const isDrawn = size > 0 && (styles.isSplit || row === 0 || size * 2 >= levels.length);
				if (!isDrawn) {
					return {text: styles.emptyText(column === cursor), style: styles.empty(isChosen)};
				}
				if (!styles.isSplit) {
					const text = characters[mainClass[at] ?? 0] ?? ' ';
					return {text, style: isOutside ? styles.outside : styles.of(mainClass[at] ?? 0, noClass, false)};
				}
				if (isOutside) {
					return {text: levels[size - 1] ?? ' ', style: styles.outside};
				}
				const hasSpace = isChosen && size < levels.length;
				const style = styles.of(front[at] ?? noClass, back[at] ?? noClass, hasSpace);
				return {text: levels[(level[at] ?? 0) - 1] ?? ' ', style};
			},
		};
	});
}

/** Returns the label of a line: the maximum, the middle, and 0, if there are enough lines. */
function axisLabel(
	line: number,
	height: number,
	max: number,
	scale: ChartScale,
	step: number | null,
): string {
	if (line === 0) {
		const unit = step === null ? '' : `/${stepText(step).replace(/^1 /, '')}`;
		return shortNumber(max) + unit;
	}
	if (line === height - 1 && height >= 3) {
		return '0';
	}
	const middle = heights[scale].middleOf(max);
	// The label is left of the line whose upper edge is the middle. With an odd number of lines, no line has its edge there.
	const isMiddle = height >= 5 && line === Math.floor(height / 2);
	return !isMiddle
		? ''
		: scale !== 'linear'
			? shortNumber(Math.round(middle))
			: Number.isInteger(middle)
				? shortNumber(middle)
				: '';
}

function laneRows({classes, p95}: ChartColumns, canvas: Canvas): readonly Row[] {
	const errors = classes[5] ?? new Float64Array(canvas.columns);
	return [
		...laneOf('5xx', canvas.styles.fill, errors, String, canvas),
		...(p95 ? laneOf('p95', canvas.look.theme.p95, p95, durationText, canvas) : []),
	];
}

/** Returns the lines of a lane: the maximum is left of the first line, the name left of the last line. */
function laneOf(
	name: string,
	style: Style,
	numbers: Float64Array,
	textOf: (n: number) => string,
	{look, styles}: Canvas,
): readonly Row[] {
	const {laneHeight, theme, cursor, range} = look;
	const lane = laneHeights(numbers, laneHeight);
	const levels = Array.from(theme.chart.levels);
	return Array.from({length: laneHeight}, (_, line): Row => {
		const below = (laneHeight - 1 - line) * levels.length;
		const isName = line === laneHeight - 1;
		return {
			label: isName ? name : line === 0 ? textOf(greatest(numbers)) : '',
			style: isName ? style : theme.muted,
			cell(column) {
				const size = Math.min(levels.length, (lane[column] ?? 0) - below);
				const isChosen = isIn(column, cursor, range);
				if (size <= 0) {
					return {text: styles.emptyText(column === cursor), style: styles.empty(isChosen)};
				}
				const own = isChosen && size < levels.length ? styles.chosen(style) : style;
				return {text: levels[size - 1] ?? ' ', style: range !== null && !isChosen ? styles.outside : own};
			},
		};
	});
}

/** Formats the time that reading takes: `9 s`, from two minutes `3 min`. */
function leftText(seconds: number): string {
	return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

const unreadLabel = ' not read yet ';

/** Returns the cells of the time that hasn't been read yet: a shade, and a label in the middle of the bars. */
function unreadCells(
	{from, to}: ColumnRange,
	lines: number,
	{secondsLeft}: ChartColumns,
	{look, styles}: Canvas,
): (line: number, column: number) => Cell {
	const {theme, height} = look;
	const isShaded = styles.isSplit || !theme.chart.hasBlocks;
	const width = to + 1 - from;
	const labels = [
		...(secondsLeft === null ? [] : [` not read yet, about ${leftText(secondsLeft)} left `]),
		unreadLabel,
	];
	const label = labels.find(text => text.length + 2 <= width) ?? '';
	const begin = from + Math.floor((width - label.length) / 2);
	return (line, column) => {
		const letter = line === Math.floor((height - 1) / 2) ? label[column - begin] : undefined;
		if (letter !== undefined) {
			return {text: letter, style: theme.muted};
		}
		// Without colour, the shade would be one of 2xx.
		const text = isShaded ? theme.chart.unread : line === lines - 1 ? '?' : ' ';
		return {text, style: theme.unread};
	};
}

/** Returns the cells left of a line: a legend, and a label that ends before the axis. */
export function leftOf(
	label: string,
	style: Style,
	left: number,
	legend: readonly Span[] = [],
): readonly Span[] {
	const used = legend.reduce((sum, {text}) => sum + text.length, 0);
	const capacity = left - used - 1;
	// The space isn't underlined with the label.
	return label.length > capacity
		? [...legend, {text: ' '.repeat(Math.max(0, left - used))}]
		: [...legend, {text: ' '.repeat(capacity - label.length)}, {text: label, style}, {text: ' '}];
}

/** Checks whether a column is selected, or in the marked range. */
export function isIn(column: number, cursor: number | null, range: ColumnRange | null): boolean {
	return column === cursor || (range !== null && column >= range.from && column <= range.to);
}

/** Collects the cells of a line. Equal neighbours form one span. */
export function cellWriter() {
	const spans: Span[] = [];
	let text = '';
	let style: Style | undefined;
	const flush = (): void => {
		if (text !== '') {
			spans.push({text, style});
			text = '';
		}
	};
	return {
		add(character: string, of: Style): void {
			if (of !== style) {
				flush();
				style = of;
			}
			text += character;
		},
		done(): readonly Span[] {
			flush();
			return spans;
		},
	};
}

/** Joins neighbours of equal style. */
function joined(spans: readonly Span[]): readonly Span[] {
	const cells = cellWriter();
	for (const {text, style} of spans) {
		cells.add(text, style ?? noStyle);
	}
	return cells.done();
}

const noStyle: Style = {};

/** The styles of cells in a theme. There is one object per style, so that neighbours can be compared. */
type CellStyles = {
	/** True if a cell can show two classes. */
	readonly isSplit: boolean;
	of(front: number, back: number, isChosen: boolean): Style;
	empty(isChosen: boolean): Style;
	emptyText(isCursor: boolean): string;
	/** Adds the background of the selected column. */
	chosen(style: Style): Style;
	/** Bars outside of the marked range. */
	readonly outside: Style;
	/** The lane of 5xx. */
	readonly fill: Style;
};

const known = new WeakMap<Theme, CellStyles>();

function stylesIn(theme: Theme): CellStyles {
	const found = known.get(theme) ?? newStyles(theme);
	known.set(theme, found);
	return found;
}

function newStyles({fill, selected, rule, chart}: Theme): CellStyles {
	const made = new Map<number, Style>();
	const chosenStyles = new Map<Style, Style>();
	const {backgroundColor} = selected;
	const chosen = (style: Style): Style => {
		const own =
			chosenStyles.get(style) ?? (backgroundColor === undefined ? style : {...style, backgroundColor});
		chosenStyles.set(style, own);
		return own;
	};
	const splitStyle = (front: number, back: number): Style => {
		const key = front * 8 + back + 1;
		const color = fill[back]?.color;
		const style = made.get(key) ?? {...fill[front], ...(color === undefined ? {} : {backgroundColor: color})};
		made.set(key, style);
		return style;
	};
	return {
		isSplit: chart.hasBlocks && fill[2]?.color !== undefined,
		of: (front, back, isChosen) => (isChosen ? chosen(splitStyle(front, back)) : splitStyle(front, back)),
		empty: isChosen => (isChosen ? chosen(noStyle) : noStyle),
		// Not inverse: an empty cell would then look like a full one.
		emptyText: isCursor => (isCursor && backgroundColor === undefined ? chart.left : ' '),
		chosen,
		outside: rule,
		fill: fill[5] ?? noStyle,
	};
}
