import {statusClasses} from '../../answers/answers.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {classCounts, sumOf} from '../charts/class-counts.js';

/** What is found, in figures. */
export type Figures = {
	/** Requests by status class. */
	readonly counts: readonly number[];
	/** How long they took, milliseconds; null when none says. */
	readonly took: {readonly p50: number; readonly p95: number; readonly p99: number} | null;
};

/** All times that ClickHouse's DateTime64 has: what is logged with another one counts as having none. */
const allTime = {from: Date.UTC(1900, 0, 1), to: Date.UTC(2300, 0, 1)};

/** More values than a status has: it is a whole number of 16 bits. */
const mostStatuses = 65_536;

/** Asks a store for the figures of all that a query finds. */
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
	// A histogram takes half as long as facets, but leaves out requests without a time, which few logs have.
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
	const {values} = await store.facets(query, 'status', mostStatuses, {signal});
	for (const {value, n} of values) {
		const statusClass = Math.floor(Number(value) / 100);
		const place = statusClass < statusClasses ? statusClass : 0;
		counts[place] = (counts[place] ?? 0) + n;
	}

	return counts;
}
