import {day, hour, minute, second} from '../../durations.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {months} from '../../format/time-formatter.js';
import type {Theme} from '../../themes/theme.js';
import {columnOf} from '../../timeline/edges.js';
import type {LocalTime} from '../../timeline/local-time.js';
import {multipleBefore} from '../../timeline/steps.js';
import type {Span} from '../spans/span.js';

/** A time on the axis, and its column. */
type Tick = {readonly column: number; readonly label: string};

/** A moment on the line of times: a bookmarked request (null), or a separator with its text. In ms since 1970. */
export type Moment = {readonly time: number; readonly text: string | null};

/** Minimum number of cells between two labels, and the maximum number of labels: more would be noise on a wide screen. */
const gap = 4;
const maxTicks = 10;

/** Maximum width of the text of a separator. */
const maxTextWidth = 30;

/** An interval in ms or months. */
type Interval = {readonly every: number; readonly unit: 'ms' | 'month'};

/** Intervals between labels. They are rounder than the steps of columns. */
const nice: readonly number[] = [
	...[1, 2, 5, 10, 15, 30].map(n => n * second),
	...[1, 2, 5, 10, 15, 30].map(n => n * minute),
	...[1, 2, 3, 6, 12].map(n => n * hour),
	...[1, 2, 7, 14].map(n => n * day),
];

/**
 * Returns the labels of the axis that fit, at round hours, days or months.
 * @param of - see `edges`
 */
export function ticks(of: readonly number[], local: LocalTime): readonly Tick[] {
	const from = of[0] ?? 0;
	const to = of.at(-1) ?? 0;
	const width = of.length - 1;
	for (const interval of intervals(to - from)) {
		const found = times(interval, from, to, local).map(time => ({
			column: columnOf(time, of),
			label: labelOf(local.shownAt(time), interval),
		}));
		// A label is right of its mark.
		const shown = found.filter(({column, label}) => column >= 0 && column + 1 + label.length <= width);
		const fits = shown.every(({column}, index) => {
			const before = shown[index - 1];
			return !before || before.column + 1 + before.label.length + gap <= column;
		});
		if (fits && shown.length <= maxTicks) {
			return shown;
		}
	}
	return [];
}

/** Returns the candidates, from the closest labels that might fit to a single label. */
function intervals(span: number): readonly Interval[] {
	const min = span / (maxTicks + 1);
	const years = [12, 24, 60, 120, 240, 600, 1200, 6000, 12_000];
	return [
		...nice.filter(every => every >= min).map((every): Interval => ({every, unit: 'ms'})),
		...[1, 2, 3, 6, ...years]
			.filter(n => n * 31 * day >= min)
			.map((every): Interval => ({every, unit: 'month'})),
	];
}

function times({every, unit}: Interval, from: number, to: number, local: LocalTime): readonly number[] {
	const found: number[] = [];
	const start = local.shownAt(from);
	const add = (shown: number): boolean => {
		const time = local.timeOf(shown);
		// Omit local times that the clocks skip.
		if (time >= from && time < to && local.shownAt(time) === shown) {
			found.push(time);
		}
		return time < to;
	};
	if (unit === 'month') {
		const date = new Date(start);
		const month = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / every) * every;
		for (let n = month; add(new Date(0).setUTCFullYear(Math.floor(n / 12), n % 12, 1)); n += every) {}
		return found;
	}
	for (let shown = multipleBefore(start, every); add(shown); shown += every) {}
	return found;
}

/** Returns the label of a column that begins at a local time: `14:05`, `14:05:20`, `5 Nov`. */
export function columnLabel(shown: number, step: number): string {
	return labelOf(shown, {every: step, unit: 'ms'});
}

function labelOf(shown: number, {every, unit}: Interval): string {
	const date = new Date(shown);
	const month = months[date.getUTCMonth()] ?? '';
	if (unit === 'month') {
		return date.getUTCMonth() === 0 ? String(date.getUTCFullYear()) : month;
	}
	if (shown % day === 0) {
		return `${date.getUTCDate()} ${month}`;
	}
	const clock = `${date.getUTCHours()}:${twoDigits(date.getUTCMinutes())}`;
	return every < minute ? `${clock}:${twoDigits(date.getUTCSeconds())}` : clock;
}

function twoDigits(n: number): string {
	return String(n).padStart(2, '0');
}

/**
 * Returns the cells of the line below a chart: a mark and a label at round times, and the moments of the user. Moments come
 * first; a label that doesn't fit is omitted.
 */
export function timesLine(
	of: readonly number[],
	local: LocalTime,
	moments: readonly Moment[],
	theme: Theme,
): readonly Span[] {
	const width = of.length - 1;
	const {tick, separator, bookmark} = theme.chart;
	const cells: Span[] = Array.from({length: width}, () => ({text: ' '}));
	const isFree = (from: number, to: number): boolean =>
		from >= 0 && to <= width && cells.slice(from, to).every(({text}) => text === ' ');
	const write = (column: number, text: string, style: Span['style']): void => {
		// A character may be two cells wide, or none.
		cells[column] = {text, style};
		cells.fill({text: ''}, column + 1, column + terminalWidth(text));
	};
	const shown = moments
		.map(({time, text}) => ({column: columnOf(time, of), text}))
		.filter(({column}) => column >= 0 && column < width)
		.toSorted((a, b) => a.column - b.column);
	for (const {column, text} of shown) {
		write(column, text === null ? bookmark : separator, theme.bookmark);
	}
	for (const {column, text} of shown) {
		const name = fitWidth(sanitise(text ?? ''), maxTextWidth).trimEnd();
		const length = terminalWidth(name);
		// The newest separator is at the right edge, with its name to the left.
		if (length > 0 && isFree(column + 1, column + 2 + length)) {
			write(column + 2, name, theme.bookmark);
		} else if (length > 0 && isFree(column - 1 - length, column)) {
			write(column - 1 - length, name, theme.bookmark);
		}
	}
	for (const {column, label} of ticks(of, local)) {
		const isClear = column === 0 || cells[column - 1]?.text === ' ';
		const end = column + 1 + label.length;
		if (isClear && isFree(column, end) && (end === width || cells[end]?.text === ' ')) {
			write(column, tick, theme.rule);
			write(column + 1, label, theme.muted);
		}
	}
	return cells;
}
