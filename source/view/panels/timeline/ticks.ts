import {day, minute} from '../../../durations.js';
import {months} from '../../../format/time-formatter.js';
import {columnOf} from './edges.js';
import {multipleBefore, stepFor, week} from './steps.js';
import type {LocalTime} from './time-texts.js';

/** A time on the axis, and its cell. */
type Tick = {readonly cell: number; readonly label: string};

/** Minimum number of cells between two labels. */
const gap = 2;

/** An interval in ms or months. */
type Interval = {readonly every: number; readonly unit: 'ms' | 'month'};

/**
 * Returns the labels of the axis that fit, at round hours, days or months.
 * @param of - see `edges`
 * @param wide - cells per column
 */
export function ticks(of: readonly number[], local: LocalTime, wide = 1): readonly Tick[] {
	const from = of[0] ?? 0;
	const to = of.at(-1) ?? 0;
	const width = (of.length - 1) * wide;
	for (const interval of intervals(to - from, width)) {
		const found = times(interval, from, to, local).map(time => ({
			cell: columnOf(time, of) * wide,
			label: labelOf(local.shownAt(time), interval),
		}));
		const shown = found.filter(({cell, label}) => cell >= 0 && cell + label.length <= width);
		const fits = shown.every(({cell}, index) => {
			const before = shown[index - 1];
			return !before || before.cell + before.label.length + gap <= cell;
		});
		if (fits) {
			return shown;
		}
	}
	return [];
}

/** Returns the candidates, from the closest labels that might fit to a single label. */
function intervals(span: number, width: number): readonly Interval[] {
	const found: Interval[] = [];
	for (let every = stepFor(span, Math.ceil(width / 4)); every <= 2 * week; every = stepFor(every * 1.01, 1)) {
		found.push({every, unit: 'ms'});
	}
	const min = span / Math.max(1, width / 4);
	const years = [12, 24, 60, 120, 240, 600, 1200, 6000, 12_000];
	const wide = [1, 2, 3, 6, ...years].filter(n => n * 31 * day >= min);
	return [...found, ...wide.map((every): Interval => ({every, unit: 'month'}))];
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
