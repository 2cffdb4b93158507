import {type Histogram, type Quantiles, statusClasses} from '../../../answers/answers.js';
import {firstSureTime} from '../../../format/odd-time.js';
import type {Offset} from '../../../format/time-formatter.js';
import {periodOf} from '../../../query/period-of.js';
import {everything, isEverything, type Query} from '../../../query/query.js';
import type {Store} from '../../../store/store.js';
import {autoStep, edges, runs} from '../../../timeline/edges.js';
import {localTime} from '../../../timeline/local-time.js';
import {firstTime, newestTime, oldestTime, shownEnd} from '../../../timeline/plausible-times.js';
import type {ChartColumns} from '../../charts/draw-chart.js';
import {bandBounds, type LatencyCells} from '../../charts/draw-latency.js';
import {classCounts, sumOf} from '../../charts/shares.js';
import type {ReadingPace} from './reading-pace.js';

/** The input for a chart. */
export type TimelineQuestion = {
	readonly query: Query;
	readonly columns: number;
	/** Length of a column in ms; null: everything fits. */
	readonly step: number | null;
	/** A time in the first column; null: the newest time is in the last column. Used only with a step. */
	readonly from: number | null;
	readonly offsetAt: Offset;
	/** True: the answer has the durations over all visible columns, which take another scan of all matches. */
	readonly withShownDurations: boolean;
	/** Number of bands of durations to count; 0: none. */
	readonly bands: number;
	readonly [name: string]: unknown;
};

/** The data of a chart. */
export type Timeline = ChartColumns & {
	/** The step with which everything fits. */
	readonly autoStep: number;
	/** Quantiles in each column; null while older requests are read, and if no request has a duration. */
	readonly durations: Quantiles | null;
	readonly hasDurations: boolean;
	/** Durations over all visible columns, if the question includes them; null as `durations`. */
	readonly shownDurations: Quantiles | null;
	/** Numbers of requests by column and duration, if the question includes them; null as `durations`. */
	readonly latency: LatencyCells | null;
	/** The whole period, in ms since 1970. The chart may show only a part. */
	readonly first: number;
	readonly last: number;
	/** Zone in the log, in minutes east of UTC. */
	readonly logZone: number | null;
	/** Number of matching requests, including those on no chart because of their time. */
	readonly total: number;
	/** Number of requests in the whole period. */
	readonly counted: number;
	readonly partial: boolean;
};

/** The answer if there is no chart, because no matching request has a plausible time. */
export type NoTimeline = {readonly edges: null; readonly total: number};

/** Queries a store for the data of a chart. */
export async function askTimeline(
	store: Store,
	{query, columns, step: wanted, from: begin, offsetAt, withShownDurations, bands}: TimelineQuestion,
	now: number,
	pace: ReadingPace,
	signal: AbortSignal,
): Promise<Timeline | NoTimeline> {
	// The chart extends to the newest of all requests. If the matching ones have stopped, its empty end shows that.
	const [{n: total}, newest, oldest, newestOfAll] = await Promise.all([
		store.count(query, signal),
		newestTime(store, query, now, signal),
		oldestTime(store, query, signal),
		isEverything(query) ? null : newestTime(store, everything, now, signal),
	]);
	const period = periodOf(query.expression, now);
	const {indexing} = store.status();
	const unread = indexing?.unread ?? null;
	// NaN if unknown.
	const unreadFrom = unread?.from ?? Number.NaN;
	if (!newest || !oldest) {
		return {edges: null, total};
	}
	const end = Math.max(newest.time, newestOfAll?.time ?? newest.time);
	const last = shownEnd(period, now, newest.time, end);
	const firstRead = period.from ?? (await firstTime(store, query, oldest.time, last, signal));
	// The chart keeps its scale while older requests are read.
	const isBefore = period.from === null && unreadFrom >= firstSureTime && unreadFrom < firstRead;
	const first = Math.min(isBefore ? unreadFrom : firstRead, last);
	const local = localTime(offsetAt, newest.zone);
	const shortest = autoStep(first, last, columns, local);
	const step = wanted ?? shortest;
	const latestBegin = last - (columns - 1) * step;
	const isWhole = step >= shortest;
	const start = isWhole ? first : Math.max(first, Math.min(begin ?? latestBegin, latestBegin));
	const shown = edges(start, last, step, local, columns);
	const [answers, whole] = await Promise.all([
		Promise.all(runs(shown).map(run => store.histogram(query, run.from, run.to, run.step, signal))),
		isWhole ? null : store.histogram(query, first, last + 1, last + 1 - first, signal),
	]);
	const classes = Array.from({length: statusClasses}, (_, statusClass) =>
		joined(answers.map(answer => answer.classes[statusClass] ?? new Float64Array())),
	);
	// Percentiles of a part of the requests would look like percentiles of all requests.
	const durations = indexing === null ? durationsOf(answers) : null;
	const begins = shown[0] ?? 0;
	const ends = shown.at(-1) ?? 0;
	const together =
		withShownDurations && durations
			? await store.histogram(query, begins, ends, ends - begins, signal)
			: null;
	const latency =
		bands > 0 && durations ? await askLatency(store, query, shown, durations, bands, signal) : null;
	return {
		edges: shown,
		step,
		autoStep: shortest,
		classes,
		durations,
		hasDurations: answers.some(answer => answer.durations !== null),
		p95: durations?.p95 ?? null,
		shownDurations: together?.durations ?? null,
		latency,
		first,
		last,
		local,
		logZone: newest.zone,
		total,
		counted: sumOf(classCounts(whole?.classes ?? classes)),
		partial: answers.some(({partial}) => partial),
		unread: unread && {
			from: Number.isNaN(unread.from) ? Number.NEGATIVE_INFINITY : unread.from,
			until: unread.until,
		},
		secondsLeft: pace.secondsLeft(indexing, now),
	};
}

/** Counts the requests of each column by band of durations. All quantiles are in the range of the bands. */
async function askLatency(
	store: Pick<Store, 'heatmap'>,
	query: Query,
	shown: readonly number[],
	{p50, p99}: Quantiles,
	bands: number,
	signal: AbortSignal,
): Promise<LatencyCells> {
	const known = (quantile: Float64Array): Float64Array =>
		quantile.filter(duration => !Number.isNaN(duration));
	const bounds = bandBounds(bands, Math.min(...known(p50)), Math.max(...known(p99)));
	const answers = await Promise.all(
		runs(shown).map(async run => {
			const {counts} = await store.heatmap(query, run, bounds, signal);
			return {counts, length: Math.round((run.to - run.from) / run.step)};
		}),
	);
	const ofBand = (band: number): readonly Float64Array[] =>
		answers.map(({counts, length}) => counts.subarray(band * length, (band + 1) * length));
	return {bounds, counts: joined(Array.from({length: bounds.length + 1}, (_, band) => ofBand(band)).flat())};
}

function joined(arrays: readonly Float64Array[]): Float64Array {
	const all = new Float64Array(arrays.reduce((sum, {length}) => sum + length, 0));
	let at = 0;
	for (const array of arrays) {
		all.set(array, at);
		at += array.length;
	}
	return all;
}

function durationsOf(answers: readonly Histogram[]): Quantiles | null {
	if (answers.every(({durations}) => durations === null)) {
		return null;
	}
	const quantile = (name: keyof Quantiles): Float64Array =>
		joined(
			answers.map(
				({durations, classes}) =>
					durations?.[name] ?? new Float64Array(classes[0]?.length ?? 0).fill(Number.NaN),
			),
		);
	return {p50: quantile('p50'), p95: quantile('p95'), p99: quantile('p99')};
}
