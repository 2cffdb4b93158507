import {bandOf, type Quantiles} from '../../answers/answers.js';
import {durationText} from '../../format/time-texts.js';
import type {Style, Theme} from '../../themes/theme.js';
import type {Span, SpanLine} from '../spans/span.js';
import {type ChartLook, cellWriter, hasLegendAtLeft, isIn, leftOf} from './draw-chart.js';

/** Numbers of requests by column and band of durations. */
export type LatencyCells = {
	/** Durations in ms at which the next band begins, ascending. */
	readonly bounds: readonly number[];
	/** For each band, the shortest durations first, the number of requests in each column. */
	readonly counts: Float64Array;
};

/** The data of a map of durations. */
export type LatencyChart = {
	readonly columns: number;
	readonly cells: LatencyCells;
	/** Quantiles in each column; null without any. */
	readonly durations: Quantiles | null;
	/** Quantiles over all columns. */
	readonly shownDurations: Quantiles | null;
};

/** How it is drawn. */
export type LatencyLook = Pick<ChartLook, 'width' | 'height' | 'cursor' | 'range' | 'theme'> & {
	/** The selected band; null if no band is selected. */
	readonly band: number | null;
};

/** The range of durations that is always visible, in ms: most requests of most sites. */
const defaultRange = {from: 1, to: 16_000};

/** Factor by which the range grows at an end until it has a duration that must be visible. */
const growth = 10;

/** Returns the number of bands that a map of `height` lines has: a cell shows two. */
export function bandsIn(height: number): number {
	return 2 * height;
}

/**
 * Returns the bounds of `bands` bands of equal ratio, at least two. The first band is below, the last one above the range.
 * @param min - a duration that must be visible, in ms; Infinity or NaN for none
 * @param max - likewise; -Infinity or NaN for none
 */
export function bandBounds(bands: number, min: number, max: number): readonly number[] {
	let {from, to} = defaultRange;
	while (min > 0 && min < from && from > 1e-3) {
		from /= growth;
	}
	while (max > to && to < 1e9) {
		to *= growth;
	}
	const ratio = (to / from) ** (1 / Math.max(1, bands - 2));
	// Two digits, so that a search for a cell is short.
	return Array.from({length: Math.max(1, bands - 1)}, (_, index) =>
		Number((from * ratio ** index).toPrecision(2)),
	);
}

/** Number of colours by count, see `Palette.heat`. */
const levels = 5;

/** Returns the colour of a count: 0 for none, 1 for a single request, the last one for the maximum. Logarithmic. */
export function heatLevel(count: number, max: number): number {
	if (count <= 1) {
		return count;
	}
	return 2 + Math.min(levels - 2, Math.floor(((levels - 1) * Math.log(count)) / Math.log(Math.max(max, 2))));
}

/** The lines over the map; where two meet, the one named first stays. */
const lineNames = ['p95', 'p99', 'p50'] as const;

/** Draws the map: two bands a line, the longest durations at the top, and the quantiles as lines over it. */
export function drawLatency(chart: LatencyChart, look: LatencyLook): readonly SpanLine[] {
	const {columns, cells, durations} = chart;
	const {width, height, theme, cursor, range, band: selected} = look;
	const {bounds, counts} = cells;
	const cut = Math.max(0, columns - width);
	const left = Math.max(0, width - columns);
	const max = counts.reduce((max, count) => Math.max(max, count), 0);
	const styles = stylesIn(theme);
	const lineAt = durations && quantileLines(durations, bounds, columns);
	const labels = decadeLabels(bounds, height);
	const legend = latencyLegend(chart, look);
	return Array.from({length: height}, (_, line) => {
		const lower = 2 * (height - 1 - line);
		const writer = cellWriter();
		for (let column = cut; column < columns; column++) {
			const isChosen = isIn(column, cursor, range);
			const countOf = (band: number): number => counts[band * columns + column] ?? 0;
			const [bottom, top] = [heatLevel(countOf(lower), max), heatLevel(countOf(lower + 1), max)];
			const quantile = lineAt?.[line * columns + column] ?? null;
			const isCell = column === cursor && selected !== null && selected >> 1 === lower >> 1;
			const cell = isCell
				? {text: '+', style: theme.chip}
				: quantile === null
					? styles.cell(top, bottom, isChosen)
					: styles.line(quantile, Math.max(top, bottom), isChosen);
			writer.add(
				cell.text,
				range !== null && !isChosen && quantile === null ? styles.outside(cell) : cell.style,
			);
		}
		return {spans: [...leftOf(labels[line] ?? '', theme.muted, left, legend[line]), ...writer.done()]};
	});
}

/** Returns the line of the map that has a band. */
function lineOfBand(band: number, height: number): number {
	return height - 1 - (band >> 1);
}

/** Returns for each cell of the map the quantile whose line goes through it. */
function quantileLines(
	durations: Quantiles,
	bounds: readonly number[],
	columns: number,
): ReadonlyArray<keyof Quantiles | undefined> {
	const height = (bounds.length + 1) >> 1;
	const found: (keyof Quantiles | undefined)[] = new Array(height * columns).fill(undefined);
	for (const name of lineNames) {
		for (let column = 0; column < columns; column++) {
			const duration = durations[name][column] ?? Number.NaN;
			if (!Number.isNaN(duration)) {
				found[lineOfBand(bandOf(duration, bounds), height) * columns + column] ??= name;
			}
		}
	}
	return found;
}

/** Returns the labels of lines with a power of ten: `100 ms`. */
function decadeLabels(bounds: readonly number[], height: number): readonly string[] {
	const labels = Array.from({length: height}, () => '');
	const [from = 1, to = 1] = [bounds[0], bounds.at(-1)];
	for (let power = Math.ceil(Math.log10(from) - 1e-9); 10 ** power <= to; power++) {
		const duration = Number((10 ** power).toPrecision(1));
		labels[lineOfBand(bandOf(duration, bounds), height)] = durationText(duration);
	}
	return labels;
}

/** Returns the beginnings of lines with the quantiles of the selected column or over all columns, as wide as in the legend of classes. */
function latencyLegend(
	{shownDurations, durations}: LatencyChart,
	look: LatencyLook,
): ReadonlyArray<readonly Span[]> {
	const {width, height, theme, cursor} = look;
	const column = cursor === null ? undefined : durations;
	const quantiles = column ?? shownDurations;
	const index = column === undefined ? 0 : (cursor ?? 0);
	if (
		!hasLegendAtLeft(width) ||
		height < 5 ||
		!quantiles ||
		Number.isNaN(quantiles.p95[index] ?? Number.NaN)
	) {
		return [];
	}
	return [
		[],
		...(['p99', 'p95', 'p50'] as const).map(name => [
			{text: ` ${name}`, style: lineStyle(name, theme)},
			{text: durationText(quantiles[name][index] ?? 0).padStart(9)},
		]),
	];
}

/** Returns the spans that explain the lines and the colours: `─ p99  ━ p95  ─ p50   requests ░▒▓█ many`. */
export function latencyKey(theme: Theme): readonly Span[] {
	const styles = stylesIn(theme);
	return [
		...(['p99', 'p95', 'p50'] as const).flatMap(name => [
			{text: lineText(name, theme), style: lineStyle(name, theme)},
			{text: ` ${name}  `, style: theme.muted},
		]),
		{text: ' requests ', style: theme.muted},
		...Array.from({length: levels}, (_, level) => styles.cell(level + 1, level + 1, false)),
		{text: ' many', style: theme.muted},
	];
}

function lineText(name: keyof Quantiles, {chart}: Theme): string {
	return name === 'p95' ? chart.thickLine : chart.bottom;
}

/** p99 has the colour of 5xx, p95 the colour of 4xx, as in the rows. */
function lineStyle(name: keyof Quantiles, {status}: Theme): Style | undefined {
	return status[{p50: 2, p95: 4, p99: 5}[name]];
}

type Cell = {readonly text: string; readonly style: Style};

/** The styles of cells in a theme. There is one object per style, so that neighbours can be compared. */
type CellStyles = {
	/** A cell with the colours of two counts, see `heatLevel`. */
	cell(top: number, bottom: number, isChosen: boolean): Cell;
	line(name: keyof Quantiles, level: number, isChosen: boolean): Cell;
	/** A cell outside of the marked range. */
	outside(cell: Cell): Style;
};

const known = new WeakMap<Theme, CellStyles>();

function stylesIn(theme: Theme): CellStyles {
	const found = known.get(theme) ?? newStyles(theme);
	known.set(theme, found);
	return found;
}

function newStyles(theme: Theme): CellStyles {
	const {chart, heat, selected, rule} = theme;
	const made = new Map<string, Cell>();
	const kept = (key: string, make: () => Cell): Cell => {
		const cell = made.get(key) ?? make();
		made.set(key, cell);
		return cell;
	};
	const colorOf = (level: number): string | undefined => heat[level]?.color;
	// If all counts have the same colour, characters distinguish them, and a cell shows the larger of its counts.
	const isSplit = chart.hasBlocks && colorOf(1) !== colorOf(levels);
	const shades = Array.from(chart.heat);
	const ground = (color: string | undefined, isChosen: boolean): Style => {
		const backgroundColor = color ?? (isChosen ? selected.backgroundColor : undefined);
		return backgroundColor === undefined ? {} : {backgroundColor};
	};
	return {
		cell: (top, bottom, isChosen) =>
			kept(`${top} ${bottom} ${isChosen}`, () => {
				if (top === 0 && bottom === 0) {
					const isMarked = isChosen && selected.backgroundColor === undefined;
					return {text: isMarked ? chart.left : ' ', style: ground(undefined, isChosen)};
				}
				if (!isSplit) {
					const level = Math.max(top, bottom);
					return {text: shades[level - 1] ?? ' ', style: heat[level] ?? {}};
				}
				return top === 0
					? {text: '▄', style: {...heat[bottom], ...ground(undefined, isChosen)}}
					: {text: '▀', style: {...heat[top], ...ground(colorOf(bottom), isChosen)}};
			}),
		line: (name, level, isChosen) =>
			kept(`${name} ${level} ${isChosen}`, () => ({
				text: lineText(name, theme),
				style: {...lineStyle(name, theme), ...ground(isSplit ? colorOf(level) : undefined, isChosen)},
			})),
		outside: ({text}) => (text === ' ' ? {} : rule),
	};
}
