import type {TimeRange} from '../../../differences/comparison.js';
import {counted} from '../../../format/amounts.js';
import type {Offset} from '../../../format/time-formatter.js';
import {timeTexts} from '../../../format/time-ranges.js';
import {keyed} from '../../../keys/keyed.js';
import {isEverything, type Query} from '../../../query/query.js';
import type {Store} from '../../../store/store.js';
import type {PanelScene} from '../../panel/open-panel.js';
import {readingPace} from '../timeline/reading-pace.js';
import {askTimeline} from '../timeline/timeline.js';

/** Most of the failures of a log, in a short time: the columns of a timeline from `first` until before `end`. */
type ErrorBurst = {
	readonly first: number;
	readonly end: number;
	/** Number of requests with 5xx in these columns, and in all. */
	readonly n: number;
	readonly all: number;
};

/** A burst with its time. */
export type TimedBurst = TimeRange &
	Pick<ErrorBurst, 'n' | 'all'> & {
		/** Zone in the log, in minutes east of UTC. */
		readonly logZone: number | null;
	};

/** Number of columns of the timeline. */
const columns = 120;

/** Minimum number of requests with 5xx in a burst, its minimum share of all 5xx, and its maximum share of the columns. */
const minFailures = 30;
const minShare = 0.5;
const maxColumns = 0.1;

/** Its share of the failures is at least this multiple of its share of all requests: a log may have most requests in a short time. */
const minTimes = 3;

/** Minimum share of the burst's average from which a column next to it belongs to it. */
const minBeside = 0.2;

/**
 * Returns the burst of failures in a timeline, or null. Failures in proportion to the traffic aren't a burst: 10 % of the time has
 * 10 % of them, over a day and night perhaps 25 %.
 * @param classes - for each status class, the number of requests by column
 */
export function errorBurst(classes: readonly Float64Array[]): ErrorBurst | null {
	const failures = classes[5] ?? new Float64Array();
	const sum = (counts: Float64Array): number => counts.reduce((total, n) => total + n, 0);
	const all = sum(failures);
	if (all < minFailures) {
		return null;
	}
	let shortest = {first: 0, end: failures.length};
	let within = 0;
	for (let first = 0, end = 0; end < failures.length; ) {
		within += failures[end++] ?? 0;
		while (within - (failures[first] ?? 0) >= minShare * all && first < end) {
			within -= failures[first++] ?? 0;
		}
		if (within >= minShare * all && end - first < shortest.end - shortest.first) {
			shortest = {first, end};
		}
	}
	let {first, end} = shortest;
	const shareOf = (counts: readonly Float64Array[], total: number): number =>
		counts.reduce((n, one) => n + sum(one.subarray(first, end)), 0) / total;
	const requests = classes.reduce((n, counts) => n + sum(counts), 0);
	if (
		end - first > maxColumns * failures.length ||
		shareOf([failures], all) < minTimes * shareOf(classes, requests)
	) {
		return null;
	}
	const beside = (minBeside * sum(failures.subarray(first, end))) / (end - first);
	while ((failures[first - 1] ?? 0) > beside) {
		first--;
	}
	while ((failures[end] ?? 0) > beside) {
		end++;
	}
	const n = sum(failures.subarray(first, end));
	return n < minFailures ? null : {first, end, n, all};
}

/** Finds the burst among the requests of a search, or null. */
export async function findBurst(
	store: Store,
	query: Query,
	offsetAt: Offset,
	now: number,
	signal: AbortSignal,
): Promise<TimedBurst | null> {
	const question = {query, columns, offsetAt, step: null, from: null, withShownDurations: false, bands: 0};
	const timeline = await askTimeline(store, question, now, readingPace(), signal);
	if (timeline.edges === null) {
		return null;
	}
	const {edges, classes, logZone} = timeline;
	const burst = errorBurst(classes);
	return burst && {...burst, from: edges[burst.first] ?? 0, until: (edges[burst.end] ?? 0) - 1, logZone};
}

/** Describes the time of the burst, and the keys that compare it. */
export function burstText(
	{n, all, from, until, logZone}: TimedBurst,
	{search, formatTime}: Pick<PanelScene, 'search' | 'formatTime'>,
	now: number,
): string {
	const time = timeTexts(formatTime, logZone).shortRange(from, until + 1, now);
	const marking = keyed`${'timeline'}, ${'cellLeft'} to its end, ${'pageDown'}, ${'cellLeft'} to its start, ${'differences'}`;
	const clear = isEverything(search.query) ? '' : (keyed`${'clearSearch'} ` ?? '');
	const how = marking === null ? '' : ` To compare it: ${clear}${marking}.`;
	return `Most 5xx, ${n} of ${counted(all, 'request')}, were at ${time}${clear === '' ? '' : ', which isn’t compared'}.${how}`;
}
