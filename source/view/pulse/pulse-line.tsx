import {memo, useEffect, useMemo, useReducer} from 'react';
import type {Clock} from '../../clock.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import {Pieces} from '../spans/pieces.js';
import {type LiveAnswer, type LiveAnswerOptions, liveAnswer, type Question} from '../state/live-answer.js';
import {askPulse, type Pulse} from './pulse.js';
import {askFigures, type Figures, pulsePieces} from './pulse-pieces.js';

/** What the pulse is of, and how often it is felt. */
type UsePulseOptions = {
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
 * So many times what figures took is waited for before the next, a few seconds at most. They go through all that is
 * found, for 30 ms of two million requests with durations, and change little where there are many.
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
	const asking = useMemo(() => {
		const asked = {store, clock, pause};
		return {pulse: pulseOptions(asked), figures: figuresOptions(asked)};
	}, [store, clock, pause]);
	const isStill = isFrozen || !isShown;
	const pulse = useLiveAnswer(asking.pulse, isShown ? {query} : null, isStill);
	// Once all is read they are asked for at once: the pause after those of a part may be a long one.
	const figures = useLiveAnswer(asking.figures, isShown ? {query, isRead} : null, isStill);
	return {
		figures: figures.answer,
		pulse: pulse.answer?.pulse ?? null,
		isPast: pulse.answered?.query !== query || figures.answered?.query !== query,
	};
}

type Asking<Answer> = Omit<LiveAnswerOptions<Question, Answer>, 'changed'>;

/**
 * Keeps an answer up to date on the screen. What is no other one isn't drawn anew: those of a time that rolls are asked
 * for each second.
 * @param question - null: none but the last one
 */
function useLiveAnswer<Answer>(
	options: Asking<Answer>,
	question: Question | null,
	isFrozen: boolean,
): Pick<LiveAnswer<Question, Answer>, 'answer' | 'answered'> {
	const [, redraw] = useReducer((n: number) => n + 1, 0);
	const live = useMemo(() => {
		let drawn = '';
		let drawnFor: Query | undefined;
		const asking = liveAnswer<Question, Answer>({
			...options,
			changed() {
				const text = JSON.stringify(asking.answer);
				if (text !== drawn || asking.answered?.query !== drawnFor) {
					drawn = text;
					drawnFor = asking.answered?.query;
					redraw();
				}
			},
		});
		return asking;
	}, [options]);
	useEffect(() => () => live.close(), [live]);
	useEffect(() => {
		live.setFrozen(isFrozen);
		if (question) {
			live.ask(question);
		}
	});
	return live;
}

/** Where both are asked, and how often. */
type Asked = Pick<UsePulseOptions, 'store' | 'clock' | 'pause'>;

function pulseOptions({store, clock, pause}: Asked): Asking<{readonly pulse: Pulse | null}> {
	let last: {readonly query: Query; readonly pulse: Pulse | null} | null = null;
	let barsFrom = Number.NEGATIVE_INFINITY;
	return {
		store,
		clock,
		async answer({query}, signal) {
			const before = last?.query === query ? last.pulse : null;
			const now = clock.now();
			// Bars of a past that isn't read yet are too low: they aren't kept.
			const isPartial = store.status().indexing !== null;
			// The clock may be set back, too.
			const asksBars = Math.abs(now - barsFrom) >= pausesPerBars * pause;
			const pulse = await askPulse(store, query, now, before, asksBars, signal);
			if (asksBars) {
				barsFrom = isPartial ? Number.NEGATIVE_INFINITY : now;
			}

			last = {query, pulse};
			return {pulse};
		},
		// As long as there are requests in the minute, or bars, they become fewer by themselves.
		ages: ({pulse}) => pulse !== null && !pulse.isEnded && (!pulse.isQuiet || pulse.bars.some(n => n > 0)),
		pause,
	};
}

function figuresOptions({store, clock, pause}: Asked): Asking<Figures> {
	return {
		store,
		clock,
		answer: ({query}, signal) => askFigures(store, query, signal),
		pause,
		rest: figuresRest,
	};
}

type Props = ShownPulse & {
	readonly clock: Clock;
	readonly formatTime: TimeFormatter;
	readonly width: number;
	readonly theme: Theme;
	readonly isSpoken: boolean;
};

/** What is found in figures, and how fast requests come. Memoised: it changes once a second, rows more often. */
export const PulseLine = memo(function PulseLine({
	figures,
	pulse,
	isPast,
	clock,
	formatTime,
	width,
	theme,
	isSpoken,
}: Props) {
	const pieces = pulsePieces({figures, pulse}, {now: clock.now(), formatTime, width, theme, isSpoken});
	return <Pieces pieces={isPast ? pieces.map(({text}) => ({text, style: theme.pastRow})) : pieces} />;
});
