import {useMemo} from 'react';
import type {Clock} from '../../clock.js';
import {everything, type Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {SharedSnapshots} from '../state/snapshots.js';
import {type Asking, useLiveAnswer} from '../state/use-live-answer.js';
import {askFigures, type Figures} from './figures.js';
import {askPulse, lastSecond, type Pulse, readPulse} from './pulse.js';

/** Input of the pulse, and how often it is updated. */
type UsePulseOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly snapshots: SharedSnapshots;
	readonly query: Query;
	/** False if the screen has no line for it, or a panel hides it. */
	readonly isShown: boolean;
	readonly isFrozen: boolean;
	/** True if the backfill of all files has been read. */
	readonly isRead: boolean;
	/** Minimum pause between two updates, in ms. */
	readonly pause: number;
};

/** Number of pauses between updates of the bars. A bar is half a minute, so bars may be that old. */
const pausesPerBars = 3;

/**
 * Pause before the next update of the figures, as a multiple of the time the last one took; a few seconds at most. Figures go
 * through all matches: 30 ms for two million requests with durations. With that many matches, they change little.
 */
const figuresRest = 100;

/** The current pulse. */
export type ShownPulse = {
	/** Figures of the matches; null until known. */
	readonly figures: Figures | null;
	/** Rate of requests; null without requests, and until known. */
	readonly pulse: Pulse | null;
	/**
	 * Time of the newest request, of any search, in ms since 1970: a search without recent results doesn't show whether the log
	 * grows. Null if the last minute has results, without requests, and until known.
	 */
	readonly lastRequest: number | null;
	/** True while a part still belongs to the previous search. An empty line in between would flicker. */
	readonly isPast: boolean;
};

/** Returns the pulse of a search. */
export function usePulse({
	store,
	clock,
	snapshots,
	query,
	isShown,
	isFrozen,
	isRead,
	pause,
}: UsePulseOptions): ShownPulse {
	const asking = useMemo(() => {
		const asked = {store, clock, snapshots, pause};
		return {pulse: pulseOptions(asked), figures: figuresOptions(asked)};
	}, [store, clock, snapshots, pause]);
	const pulse = useLiveAnswer(asking.pulse, isShown ? {query} : null, isFrozen);
	// `isRead` in the query makes the figures update at once when everything has been read: the pause after partial figures may be
	// long.
	const figures = useLiveAnswer(asking.figures, isShown ? {query, isRead} : null, isFrozen);
	const shown = pulse.answer?.pulse ?? null;
	return {
		figures: figures.answer,
		// A pipe is read like a log, and its newest lines may be old.
		pulse: shown && snapshots.isLed ? readPulse(shown, {}) : shown,
		lastRequest: snapshots.isLed ? null : (pulse.answer?.lastRequest ?? null),
		isPast: pulse.answered?.query !== query || figures.answered?.query !== query,
	};
}

/** The options that both queries share. */
type Asked = Pick<UsePulseOptions, 'store' | 'clock' | 'snapshots' | 'pause'>;

function pulseOptions({
	store,
	clock,
	snapshots,
	pause,
}: Asked): Asking<Pick<ShownPulse, 'pulse' | 'lastRequest'>> {
	let last: {readonly query: Query; readonly pulse: Pulse | null} | null = null;
	let barsFrom = Number.NEGATIVE_INFINITY;
	return {
		store,
		clock,
		snapshots,
		async answer({query}, signal) {
			const before = last?.query === query ? last.pulse : null;
			const now = clock.now();
			// Bars are too low until the backfill has been read, so they aren't kept.
			const {indexing} = store.status();
			const isPartial = indexing !== null;
			// The clock may be set back, too.
			const asksBars = Math.abs(now - barsFrom) >= pausesPerBars * pause;
			const pulse = await askPulse(store, query, now, before, asksBars, signal);
			if (asksBars) {
				barsFrom = isPartial ? Number.NEGATIVE_INFINITY : now;
			}
			last = {query, pulse};
			const hasNone = !isPartial && (pulse === null || pulse.isQuiet);
			const lastRequest = hasNone ? await lastSecond(store.whole ?? store, everything, now, signal) : null;
			return {pulse: pulse && indexing ? readPulse(pulse, indexing) : pulse, lastRequest};
		},
		// The rate and the bars fall with time while the last minute has requests or a bar isn't 0.
		ages: ({pulse}) =>
			pulse !== null && !pulse.isEnded && (!pulse.isQuiet || pulse.bars.some(({requests}) => requests > 0)),
		pause,
	};
}

function figuresOptions({store, clock, snapshots, pause}: Asked): Asking<Figures> {
	return {
		store,
		clock,
		snapshots,
		answer: ({query}, signal) => askFigures(store, query, signal),
		pause,
		rest: figuresRest,
	};
}
