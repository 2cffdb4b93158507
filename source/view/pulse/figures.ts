import {statusClasses} from '../../answers/answers.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {classCounts, sumOf} from '../charts/shares.js';

/** Figures of all matches of a search. */
export type Figures = {
	/** Number of requests per status class. */
	readonly counts: readonly number[];
	/** Quantiles of the durations in ms; null if no request has a duration. */
	readonly took: {readonly p50: number; readonly p95: number; readonly p99: number} | null;
};

/** The range of ClickHouse's DateTime64. A request with a time outside of it counts as having no time. */
const allTime = {from: Date.UTC(1900, 0, 1), to: Date.UTC(2300, 0, 1)};

/** More than the number of different statuses: a status is a 16-bit integer. */
const maxStatuses = 65_536;

/** Queries a store for the figures of all matches. */
export async function askFigures(
	store: Pick<Store, 'count' | 'histogram' | 'facets'>,
	query: Query,
	signal: AbortSignal,
): Promise<Figures> {
	const {from, to} = allTime;
	const [{n}, {classes, durations}] = await Promise.all([
		store.count(query, signal),
		store.histogram(query, from, to, to - from, signal),
	]);
	const timed = classCounts(classes);
	// A histogram takes half as long as facets, but omits requests without a time. Few logs have such requests.
	const counts = sumOf(timed) < n ? await countsByStatus(store, query, signal) : timed;
	const [p50 = Number.NaN] = durations?.p50 ?? [];
	const [p95 = Number.NaN] = durations?.p95 ?? [];
	const [p99 = Number.NaN] = durations?.p99 ?? [];
	return {counts, took: Number.isNaN(p95) ? null : {p50, p95, p99}};
}

async function countsByStatus(
	store: Pick<Store, 'facets'>,
	query: Query,
	signal: AbortSignal,
): Promise<readonly number[]> {
	const counts = Array.from({length: statusClasses}, () => 0);
	const {values} = await store.facets(query, 'status', maxStatuses, {signal});
	for (const {value, n} of values) {
		const statusClass = Math.floor(Number(value) / 100);
		const index = statusClass < statusClasses ? statusClass : 0;
		counts[index] = (counts[index] ?? 0) + n;
	}
	return counts;
}
