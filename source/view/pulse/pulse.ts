import {minute, second} from '../../durations.js';
import {aheadTolerance} from '../../format/odd-time.js';
import {periodOf} from '../../query/period-of.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {classCounts, sumOf} from '../charts/shares.js';

/** How fast the requests come. */
export type Pulse = {
	/** The end of the minute: the present moment, or the newest request when there was none for a minute; ms since 1970. */
	readonly end: number;
	/** True when there was none in the last minute. */
	readonly isQuiet: boolean;
	/** True when only requests up to a moment that is past are searched for. */
	readonly isEnded: boolean;
	/** Zone that is written in the log, of the newest request; known when it is quiet. */
	readonly logZone: number | null;
	/** Requests in the minute. */
	readonly requests: number;
	/** Requests in stretches of `barTime`, oldest first, up to the present moment, or to where what is searched for ends. */
	readonly bars: readonly number[];
};

/** What a bar stands for: short enough to see a burst, long enough that half an hour fits a line. */
export const barTime = 30_000;

/** Half an hour. */
const mostBars = 60;

/**
 * Asks a store for the pulse; null when no request has a time that could be now or before.
 * @param before - the last pulse: its bars are kept where only the minute is asked for anew
 * @param asksBars - false: the bars are old enough only when the minute isn't the same any more
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
		return {end: present, requests: recent, isQuiet: false, isEnded: false, logZone: null, bars};
	}

	const {entries} = await store.page(query, {from: 'newest', notAfter: now + aheadTolerance}, 1, signal);
	const newest = entries[0];
	if (!newest || newest.time === null) {
		return null;
	}

	// A little ahead of the clock, or just when it was asked: not quiet yet.
	const end = (Math.floor(newest.time / second) + 1) * second;
	if (before?.isQuiet && before.end === end && !asksBars) {
		return before;
	}

	const isEnded = (periodOf(query.expression, now).until ?? now) < now;
	const [requests, bars] = await Promise.all([
		minuteBefore(store, query, end, signal),
		barsBefore(store, query, isEnded ? end : Math.max(end, present), signal),
	]);
	return {end, requests, isQuiet: end <= present - minute, isEnded, logZone: newest.zone, bars};
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

/** Bars begin at full half minutes, or each would change with every second. */
async function barsBefore(
	store: Pick<Store, 'histogram'>,
	query: Query,
	end: number,
	signal: AbortSignal,
): Promise<readonly number[]> {
	const to = Math.ceil(end / barTime) * barTime;
	const {classes} = await store.histogram(query, to - mostBars * barTime, to, barTime, signal);
	return Array.from({length: mostBars}, (_, bar) => sumOf(classCounts(classes, bar, bar + 1)));
}
