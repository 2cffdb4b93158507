import {useEffect, useMemo, useSyncExternalStore} from 'react';
import type {Clock} from '../../clock.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {externalStore} from '../state/external-store.js';
import {type LiveAnswer, type LiveAnswerOptions, liveAnswer, type Question} from '../state/live-answer.js';
import type {SharedSnapshots} from '../state/snapshots.js';
import {askFigures, type Figures} from './figures.js';
import {askPulse, type Pulse, readPulse} from './pulse.js';

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
	const isStill = isFrozen || !isShown;
	const pulse = useLiveAnswer(asking.pulse, isShown ? {query} : null, isStill);
	// `isRead` in the query makes the figures update at once when everything has been read: the pause after partial figures may be
	// long.
	const figures = useLiveAnswer(asking.figures, isShown ? {query, isRead} : null, isStill);
	const shown = pulse.answer?.pulse ?? null;
	return {
		figures: figures.answer,
		// A pipe is read like a log, and its newest lines may be old.
		pulse: shown && snapshots.isLed ? readPulse(shown, {}) : shown,
		isPast: pulse.answered?.query !== query || figures.answered?.query !== query,
	};
}

type Asking<Answer> = Omit<LiveAnswerOptions<Question, Answer>, 'changed'>;

/**
 * Keeps an answer up to date on the screen. Equal answers aren't redrawn: with a rolling period, there is an answer every second.
 * @param question - null keeps the last answer
 */
function useLiveAnswer<Answer>(
	options: Asking<Answer>,
	question: Question | null,
	isFrozen: boolean,
): Pick<LiveAnswer<Question, Answer>, 'answer' | 'answered'> {
	const {live, version} = useMemo(() => {
		// Like the listing, so that React shows the answers of a snapshot in one frame.
		const version = externalStore(0, n => n + 1);
		let drawn = '';
		let drawnFor: Query | undefined;
		const asking = liveAnswer<Question, Answer>({
			...options,
			changed() {
				const text = JSON.stringify([asking.answer, options.snapshots?.isLed]);
				if (text !== drawn || asking.answered?.query !== drawnFor) {
					drawn = text;
					drawnFor = asking.answered?.query;
					version.dispatch(undefined);
				}
			},
		});
		return {live: asking, version};
	}, [options]);
	useSyncExternalStore(version.subscribe, version.getState);
	useEffect(() => () => live.close(), [live]);
	useEffect(() => {
		live.setFrozen(isFrozen);
		if (question) {
			live.ask(question);
		}
	});
	return live;
}

/** What both queries share. */
type Asked = Pick<UsePulseOptions, 'store' | 'clock' | 'snapshots' | 'pause'>;

function pulseOptions({store, clock, snapshots, pause}: Asked): Asking<{readonly pulse: Pulse | null}> {
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
			return {pulse: pulse && indexing ? readPulse(pulse, indexing) : pulse};
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
