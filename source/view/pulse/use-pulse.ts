import {useEffect, useMemo, useReducer} from 'react';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {Clock} from '../clock.js';
import {liveAnswer, type Question} from '../live-answer.js';
import {askPulse, type Pulse} from './pulse.js';

/** What the pulse is of, and how often it is felt. */
export type UsePulseOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly query: Query;
	/** False: there is no line for it, or something lies over it. */
	readonly isShown: boolean;
	readonly isFrozen: boolean;
	/** The shortest pause between two looks, milliseconds. */
	readonly pause: number;
};

/** Bars stand for half a minute each, so every third look is enough. */
const looksPerBars = 3;

/** The pulse as it is known now. */
export type ShownPulse = {
	/** How fast the requests come; null when there are none, undefined until that is known. */
	readonly pulse: Pulse | null | undefined;
	/** Whether it is that of the search before, until the next one is known: an empty line would flicker. */
	readonly isPast: boolean;
};

/** The pulse of what is searched for. */
export function usePulse({store, clock, query, isShown, isFrozen, pause}: UsePulseOptions): ShownPulse {
	const [, redraw] = useReducer((n: number) => n + 1, 0);
	const live = useMemo(() => {
		let last: {readonly query: Query; readonly pulse: Pulse | null} | null = null;
		let looks = 0;
		return liveAnswer<Question, {readonly pulse: Pulse | null}>({
			store,
			clock,
			async answer({query: asked}, signal) {
				const before = last?.query === asked ? last.pulse : null;
				const pulse = await askPulse(store, asked, clock.now(), before, looks++ % looksPerBars === 0, signal);
				last = {query: asked, pulse};
				return last;
			},
			// As long as there are requests in the minute, they become fewer by themselves.
			ages: ({pulse}) => pulse !== null && !pulse.isQuiet,
			changed: redraw,
			pause,
		});
	}, [store, clock, pause]);
	useEffect(() => () => live.close(), [live]);
	useEffect(() => {
		live.setFrozen(isFrozen || !isShown);
		if (isShown) {
			live.ask({query});
		}
	}, [live, query, isShown, isFrozen]);
	return {pulse: live.answer?.pulse, isPast: live.answered?.query !== query};
}
