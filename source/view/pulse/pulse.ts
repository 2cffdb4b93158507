import {minute, second} from '../../durations.js';
import {aheadTolerance} from '../../format/odd-time.js';
import {periodOf} from '../../query/period-of.js';
import type {Query} from '../../query/query.js';
import type {Indexing, Store} from '../../store/store.js';
import {classCounts, sumOf} from '../charts/shares.js';

/** Number of requests, and how many of them have a 5xx. */
export type PulseBar = {readonly requests: number; readonly errors: number};

/** The rate of requests. */
export type Pulse = {
	/** End of the minute in ms since 1970: now, or the newest request's time if the last minute has no requests. */
	readonly end: number;
	/** True if the last minute has no requests. */
	readonly isQuiet: boolean;
	/** True if the period of the search has ended. */
	readonly isEnded: boolean;
	/** Number of requests in the minute. */
	readonly requests: number;
	/** Requests per `barTime`, oldest first, up to now or to the end of the search's period. */
	readonly bars: readonly PulseBar[];
};

/** Length of a bar in ms: short enough to show a burst, long enough for half an hour to fit a line. */
const barTime = 30_000;

/** Half an hour. */
const maxBars = 60;

/**
 * Queries a store for the pulse; null if no request has a time up to now.
 * @param before - the last pulse, whose bars are kept if only the minute is queried
 * @param asksBars - false: keeps the bars of `before`, unless requests have stopped or resumed since then
 */
export async function askPulse(
	store: Pick<Store, 'histogram' | 'page'>,
	query: Query,
	now: number,
	before: Pulse | null,
	asksBars: boolean,
	signal: AbortSignal,
): Promise<Pulse | null> {
	const present = (Math.floor(now / second) + 1) * second;
	const recent = await minuteBefore(store, query, present, signal);
	if (recent > 0) {
		const keeps = before !== null && !before.isQuiet && !asksBars;
		const bars = keeps ? before.bars : await barsBefore(store, query, present, signal);
		return {end: present, requests: recent, isQuiet: false, isEnded: false, bars};
	}
	// The request may be slightly ahead of the clock, or have arrived during the query: not quiet yet.
	const end = await lastSecond(store, query, now, signal);
	if (end === null) {
		return null;
	}
	if (before?.isQuiet && before.end === end && !asksBars) {
		return before;
	}
	const isEnded = (periodOf(query.expression, now).until ?? now) < now;
	const [requests, bars] = await Promise.all([
		minuteBefore(store, query, end, signal),
		barsBefore(store, query, isEnded ? end : Math.max(end, present), signal),
	]);
	return {end, requests, isQuiet: end <= present - minute, isEnded, bars};
}

/** Returns the end of the second with the newest request up to now; null if no request has such a time. */
export async function lastSecond(
	store: Pick<Store, 'page'>,
	query: Query,
	now: number,
	signal: AbortSignal,
): Promise<number | null> {
	const {entries} = await store.page(query, {from: 'newest', notAfter: now + aheadTolerance}, 1, signal);
	const time = entries[0]?.time ?? null;
	return time === null ? null : (Math.floor(time / second) + 1) * second;
}

/**
 * Returns the part of a pulse that stays true when the rest of the logs has been read; null if no part does. While logs are read,
 * requests that weren't read yet may be newer.
 */
export function readPulse(pulse: Pulse, {unread}: Pick<Indexing, 'unread'>): Pulse | null {
	const until = unread?.until ?? Number.NEGATIVE_INFINITY;
	if (pulse.isQuiet || until > pulse.end - minute) {
		return null;
	}
	const to = Math.ceil(pulse.end / barTime) * barTime;
	return {...pulse, bars: pulse.bars.slice(-Math.max(1, Math.floor((to - until) / barTime)))};
}

async function minuteBefore(
	store: Pick<Store, 'histogram'>,
	query: Query,
	end: number,
	signal: AbortSignal,
): Promise<number> {
	const {classes} = await store.histogram(query, end - minute, end, minute, signal);
	return sumOf(classCounts(classes));
}

/** Bars begin at full half minutes. Otherwise each bar would change every second. */
async function barsBefore(
	store: Pick<Store, 'histogram'>,
	query: Query,
	end: number,
	signal: AbortSignal,
): Promise<readonly PulseBar[]> {
	const to = Math.ceil(end / barTime) * barTime;
	const {classes} = await store.histogram(query, to - maxBars * barTime, to, barTime, signal);
	return Array.from({length: maxBars}, (_, bar) => ({
		requests: sumOf(classCounts(classes, bar, bar + 1)),
		errors: classes[5]?.[bar] ?? 0,
	}));
}
