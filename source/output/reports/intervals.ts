import type {Heatmap, Histogram} from '../../answers/answers.js';
import {maxBuckets} from '../../answers/histogram.js';
import {day, minute} from '../../durations.js';
import {counted} from '../../format/amounts.js';
import {dayOf} from '../../format/time-texts.js';
import {periodOf} from '../../query/period-of.js';
import {everything} from '../../query/query.js';
import {autoStep, edges, type Run, runs} from '../../timeline/edges.js';
import {localTime} from '../../timeline/local-time.js';
import {firstTime, newestTime, oldestTime, shownEnd} from '../../timeline/plausible-times.js';
import {stepText} from '../../timeline/steps.js';
import {UserError} from '../../user-error.js';
import {zonedIsoTime} from '../iso-time.js';
import type {ReportSource, Step} from './report.js';
import type {TableColumn} from './table.js';

/** Maximum number of intervals with `auto`: they fit on a screen. */
const autoColumns = 40;

/** Maximum number of intervals: a second each in one day. */
const maxIntervals = 100_000;

/** An interval of time. */
export type Interval = {
	/** Start, in ms since 1970. */
	readonly time: number;
	/** Length, in ms. A day has 23 or 25 hours when the zone changes to or from summer time. */
	readonly length: number;
	/** Offset of the zone from UTC at the start, in ms. */
	readonly offset: number;
	/** The start as text. */
	readonly text: string;
};

/** The intervals of a period, and the runs of equally long intervals, by which a store counts. */
type Intervals = {
	readonly title: string;
	readonly intervals: readonly Interval[];
	readonly runs: readonly Run[];
};

/**
 * Returns the intervals from the first to the last request of the logs, or of the period of the search; with a limit, the last
 * ones. They don't depend on the other terms of the search. Null if no request has a time.
 * @throws UserError if there are too many
 */
export async function intervalsIn(
	{store, query, formatTime, limit, signal, now}: ReportSource,
	wanted: Step,
): Promise<Intervals | null> {
	const [newest, oldest] = await Promise.all([
		newestTime(store, everything, now, signal),
		oldestTime(store, everything, signal),
	]);
	if (newest === null || oldest === null) {
		return null;
	}
	const period = periodOf(query.expression, now);
	const last = shownEnd(period, now, newest.time);
	const known = await firstTime(store, everything, oldest.time, newest.time, signal);
	const first = Math.min(Math.max(period.from ?? known, known), last);
	const local = localTime(formatTime.offsetAt, newest.zone);
	const step = wanted === 'auto' ? autoStep(first, last, autoColumns, local) : wanted;
	const wantedFirst = limit === undefined ? first : Math.max(first, last - limit * step);
	const all = edges(wantedFirst, last, step, local, maxIntervals + 1);
	const shown = limit === undefined ? all : all.slice(-limit - 1);
	if (shown.length > maxIntervals + 1) {
		throw new UserError(
			`more than ${maxIntervals} steps of ${stepText(step)}: give a longer step, -q since:…, or --limit N for the last N`,
		);
	}
	const textOf = (time: number): string => {
		const text = formatTime(time, newest.zone);
		return step >= day ? dayOf(text) : step % minute === 0 ? text.replace(/:00$/, '') : text;
	};
	return {
		title: `${counted(shown.length - 1, 'step')} of ${stepText(step)}`,
		intervals: shown.slice(0, -1).map(
			(time, index): Interval => ({
				time,
				length: (shown[index + 1] ?? time) - time,
				offset: local.offsetAt(time),
				text: textOf(time),
			}),
		),
		runs: runs(shown).flatMap(inParts),
	};
}

/** Splits a run with more intervals than a store counts at once. */
function inParts({from, to, step}: Run): readonly Run[] {
	const part = maxBuckets * step;
	return Array.from({length: Math.ceil((to - from) / part)}, (_, index) => ({
		from: from + index * part,
		to: Math.min(to, from + (index + 1) * part),
		step,
	}));
}

/** The columns with the interval of a row. */
export const intervalColumns: ReadonlyArray<TableColumn<{readonly interval: Interval}>> = [
	{
		path: 'time',
		value: ({interval: {time, offset}}) => zonedIsoTime(time, offset),
		heading: 'time',
		text: ({interval}) => interval.text,
	},
	{path: 'seconds', value: ({interval}) => interval.length / 1000},
];

/** Counts of a store in an interval. `at` is the index of the interval in its histogram, `size` the number of intervals there. */
export type CountedInterval = {
	readonly interval: Interval;
	readonly histogram: Histogram;
	readonly heatmap: Heatmap | null;
	readonly at: number;
	readonly size: number;
};

/**
 * Counts the matching requests in each interval.
 * @param bounds - bounds of a heatmap to count, too; null for no heatmap
 */
export async function countIn(
	{store, query, signal}: ReportSource,
	{intervals, runs: parts}: Intervals,
	bounds: readonly number[] | null,
): Promise<{readonly rows: readonly CountedInterval[]; readonly partial: boolean}> {
	const rows: CountedInterval[] = [];
	let isPartial = false;
	for (const {from, to, step} of parts) {
		const histogram = await store.histogram(query, from, to, step, signal, true);
		const heatmap = bounds && (await store.heatmap(query, {from, to, step}, bounds, signal));
		isPartial ||= histogram.partial || heatmap?.partial === true;
		const size = Math.round((to - from) / step);
		for (let at = 0; at < size; at++) {
			const interval = intervals[rows.length];
			if (interval !== undefined) {
				rows.push({interval, histogram, heatmap, at, size});
			}
		}
	}
	return {rows, partial: isPartial};
}
