import {second} from '../durations.js';
import {aheadTolerance, firstSureTime} from '../format/odd-time.js';
import type {Period} from '../query/period-of.js';
import type {Query} from '../query/query.js';
import type {Page, Store} from '../store/store.js';

/** A time, and its zone in the log, in minutes east of UTC. */
type Timed = {readonly time: number; readonly zone: number | null};

/** Number of buckets per histogram in the search for the first plausible time. */
const searched = 1000;

/** Maximum number of requests checked for a time. */
const maxChecked = 20;

/**
 * Returns the end of a period on a chart: its own end, now if it moves with the clock, otherwise the newest request's time.
 * @param end - the end if the period doesn't have an end
 */
export function shownEnd(
	{until, rolls}: Pick<Period, 'until' | 'rolls'>,
	now: number,
	newest: number,
	end = newest,
): number {
	const latest = Math.max(now, newest);
	return until === null ? (rolls ? latest : end) : Math.min(until, latest);
}

/** Returns the newest time that isn't ahead of the clock, or if all are ahead, the newest; null if no checked request has one. */
export async function newestTime(
	store: Pick<Store, 'page'>,
	query: Query,
	now: number,
	signal: AbortSignal,
): Promise<Timed | null> {
	const page = await store.page(query, {from: 'newest', notAfter: now + aheadTolerance}, maxChecked, signal);
	return (
		timed(page) ??
		(page.newer > 0 ? timed(await store.page(query, {from: 'newest'}, maxChecked, signal)) : null)
	);
}

/** Returns the oldest time; null if no checked request has a time. */
export async function oldestTime(
	store: Pick<Store, 'page'>,
	query: Query,
	signal: AbortSignal,
): Promise<Timed | null> {
	const page = await store.page(query, {from: 'oldest'}, maxChecked, signal);
	return timed({...page, entries: page.entries.toReversed()});
}

function timed({entries}: Page): Timed | null {
	const [entry] = entries.flatMap(({time, zone}) => (time === null ? [] : [{time, zone}]));
	return entry ?? null;
}

/**
 * Returns the oldest time, without times from a clock that was never set: these would squeeze all other requests into one end of
 * the chart.
 */
export async function firstTime(
	store: Pick<Store, 'histogram'>,
	query: Query,
	oldest: number,
	last: number,
	signal: AbortSignal,
): Promise<number> {
	if (oldest >= firstSureTime || last < firstSureTime) {
		return oldest;
	}
	let from = firstSureTime;
	// Rounded up to whole seconds. Otherwise the range could end shortly before its first request.
	const stepFor = (length: number): number => Math.ceil(length / searched / second) * second;
	for (let step = stepFor(last + 1 - from); ; step = stepFor(step)) {
		const to = Math.min(last + 1, from + searched * step);
		const {classes} = await store.histogram(query, from, to, step, signal);
		const first = Array.from({length: searched}, (_, index) => index).find(index =>
			classes.some(counts => (counts[index] ?? 0) > 0),
		);
		from += (first ?? 0) * step;
		if (first === undefined || step === second) {
			return from;
		}
	}
}
