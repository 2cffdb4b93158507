import {second} from '../durations.js';
import {aheadTolerance} from '../format/odd-time.js';
import {needsLines} from '../query/expression.js';
import {everything, type Query} from '../query/query.js';
import type {Entry, Store} from '../store/store.js';
import type {Rule} from './rule.js';
import type {Reading} from './rule-state.js';

/** The part of a store that rules query. */
export type AskedStore = Pick<
	Store,
	| 'count'
	| 'geoFields'
	| 'histogram'
	| 'isFleet'
	| 'logFields'
	| 'shownField'
	| 'page'
	| 'status'
	| 'subscribe'
	| 'unknownLogFields'
>;

/**
 * Counts the requests in the window of a rule that ends now, by the times in the log.
 * @param now - in ms since 1970
 */
export async function readWindow(
	store: AskedStore,
	{query, condition}: Rule,
	now: number,
	signal: AbortSignal,
): Promise<Reading> {
	if (condition.kind === 'any') {
		throw new TypeError('it has no window');
	}
	// Times in logs are whole seconds. The window includes the current second.
	const end = (Math.floor(now / second) + 1) * second;
	const ask = (counted: Query): Promise<number> =>
		countBetween(store, counted, end - condition.window, end, signal);
	const [count, total] = await Promise.all([
		ask(query),
		condition.kind === 'share' ? ask(condition.of) : null,
	]);
	return {count, total};
}

async function countBetween(
	store: AskedStore,
	query: Query,
	from: number,
	to: number,
	signal: AbortSignal,
): Promise<number> {
	const {classes} = await store.histogram(query, from, to, to - from, signal);
	return classes.reduce((sum, counts) => sum + (counts[0] ?? 0), 0);
}

/** Checks whether a search needs lines that haven't been read again yet: its matches aren't all known. */
export async function isSearching(
	store: AskedStore,
	{query, condition}: Rule,
	signal: AbortSignal,
): Promise<boolean> {
	const queries = [query, ...(condition.kind === 'share' ? [condition.of] : [])];
	for (const asked of queries.filter(({expression}) => needsLines(expression))) {
		const {lines} = await store.count(asked, signal);
		if (lines !== undefined && lines.read < lines.total) {
			return true;
		}
	}
	return false;
}

/** Checks whether requests since `from` may have been evicted, so that their counts are too low. */
export async function isCutShort(store: AskedStore, from: number, signal: AbortSignal): Promise<boolean> {
	if (store.status().evicted === 0) {
		return false;
	}
	const {entries} = await store.page(everything, {from: 'oldest'}, 1, signal);
	const [oldest] = entries;
	return oldest === undefined || oldest.position.time > from;
}

/** Returns the newest matching request that isn't far ahead of the clock, or null. */
export async function newestMatch(
	store: AskedStore,
	query: Query,
	now: number,
	signal: AbortSignal,
): Promise<Entry | null> {
	const {entries} = await store.page(query, {from: 'newest', notAfter: now + aheadTolerance}, 1, signal);
	return entries[0] ?? null;
}
