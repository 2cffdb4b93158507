import {useEffect, useMemo, useReducer} from 'react';
import type {Clock} from '../../clock.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {liveAnswer, type Question} from '../state/live-answer.js';
import {askFigures, type Figures} from './figures.js';
import {askPulse, type Pulse} from './pulse.js';

/** What the pulse is of, and how often it is felt. */
export type UsePulseOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly query: Query;
	/** False: there is no line for it, or something lies over it. */
	readonly isShown: boolean;
	readonly isFrozen: boolean;
	/** Whether the past of all files has been read. */
	readonly isRead: boolean;
	/** The shortest pause between two looks, milliseconds. */
	readonly pause: number;
};

/** Bars stand for half a minute each, so they may be as old as that many pauses. */
const pausesPerBars = 3;

/**
 * So many times what figures took is waited for before the next: a hundredth of the time goes into them. They go through
 * all that is found, for 30 ms of two million requests with durations, and change little where there are many.
 */
const figuresRest = 100;

/** The pulse as it is known now. */
export type ShownPulse = {
	/** What is found in figures; null until that is known. */
	readonly figures: Figures | null;
	/** How fast the requests come; null when there are none, and until that is known. */
	readonly pulse: Pulse | null;
	/** Whether a part of it is of the search before, until the next one is known: an empty line would flicker. */
	readonly isPast: boolean;
};

/** The pulse of what is searched for. */
export function usePulse({
	store,
	clock,
	query,
	isShown,
	isFrozen,
	isRead,
	pause,
}: UsePulseOptions): ShownPulse {
	const [, redraw] = useReducer((n: number) => n + 1, 0);
	const live = useMemo(() => {
		let last: {readonly query: Query; readonly pulse: Pulse | null} | null = null;
		let drawn: {readonly query: Query | undefined; readonly pulse: Pulse | null | undefined} | null = null;
		let barsFrom = Number.NEGATIVE_INFINITY;
		const asking = liveAnswer<Question, {readonly pulse: Pulse | null}>({
			store,
			clock,
			async answer({query: asked}, signal) {
				const before = last?.query === asked ? last.pulse : null;
				const now = clock.now();
				// Bars of a past that isn't read yet are too low: they aren't kept.
				const isPartial = store.status().indexing !== null;
				// The clock may be set back, too.
				const asksBars = Math.abs(now - barsFrom) >= pausesPerBars * pause;
				const pulse = await askPulse(store, asked, now, before, asksBars, signal);
				if (asksBars) {
					barsFrom = isPartial ? Number.NEGATIVE_INFINITY : now;
				}

				last = {query: asked, pulse};
				return last;
			},
			// As long as there are requests in the minute, or bars, they become fewer by themselves.
			ages: ({pulse}) => pulse !== null && !pulse.isEnded && (!pulse.isQuiet || pulse.bars.some(n => n > 0)),
			changed() {
				// What is no other one isn't drawn anew, each second for as long as there are bars.
				const now = {query: asking.answered?.query, pulse: asking.answer?.pulse};
				if (drawn === null || now.query !== drawn.query || now.pulse !== drawn.pulse) {
					drawn = now;
					redraw();
				}
			},
			pause,
		});
		return asking;
	}, [store, clock, pause]);
	const figures = useMemo(() => {
		let drawn = '';
		let query: Query | undefined;
		const asking = liveAnswer<Question, Figures>({
			store,
			clock,
			answer: ({query: asked}, signal) => askFigures(store, asked, signal),
			changed() {
				// Those of a time that rolls are asked for each second, and seldom other ones.
				const text = JSON.stringify(asking.answer);
				if (text !== drawn || asking.answered?.query !== query) {
					drawn = text;
					query = asking.answered?.query;
					redraw();
				}
			},
			pause,
			rest: figuresRest,
		});
		return asking;
	}, [store, clock, pause]);
	useEffect(
		() => () => {
			live.close();
			figures.close();
		},
		[live, figures],
	);
	useEffect(() => {
		live.setFrozen(isFrozen || !isShown);
		figures.setFrozen(isFrozen || !isShown);
		if (isShown) {
			live.ask({query});
			// Once all is read they are asked for at once: the pause after those of a part may be a long one.
			figures.ask({query, isRead});
		}
	}, [live, figures, query, isShown, isFrozen, isRead]);
	return {
		figures: figures.answer,
		pulse: live.answer?.pulse ?? null,
		isPast: live.answered?.query !== query || figures.answered?.query !== query,
	};
}
