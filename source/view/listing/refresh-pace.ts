import type {Clock} from '../../clock.js';
import {defaultSettings} from '../../tail/tail-settings.js';
import type {ListingState} from './listing-state.js';

/** What decides when work is done. */
type Pacer = {
	/**
	 * Work is wanted: at once when it has been quiet, else when the pause is over and the last run has ended. For a moment
	 * after that the next wish is waited for: where they come one after the other, what it is for is new then.
	 */
	want(): void;
	/** Aborts a run that is under way and begins a new one at once. */
	now(): void;
	/** Aborts a run that is under way and takes back what was wanted. True when there was either. */
	stop(): boolean;
};

/** For so long behind a pause the next wish is waited for, milliseconds. */
const moment = 30;

/**
 * Runs work at most once in a pause and never twice at a time. The first wish after a quiet time is served at once: an
 * appended line is on the screen without delay.
 * @param pauseNow - what the pause is at the moment, milliseconds
 */
export function pacer(
	clock: Clock,
	pauseNow: () => number,
	work: (signal: AbortSignal) => Promise<void>,
): Pacer {
	let running: AbortController | undefined;
	let wanted = false;
	let lastStart = Number.NEGATIVE_INFINITY;
	let cancelTimer: (() => void) | undefined;

	const start = (): void => {
		cancelTimer?.();
		cancelTimer = undefined;
		wanted = false;
		lastStart = clock.now();
		const controller = new AbortController();
		running = controller;
		void work(controller.signal).finally(() => {
			if (running === controller) {
				running = undefined;
				if (wanted) {
					plan();
				}
			}
		});
	};

	const plan = (): void => {
		const pause = pauseNow();
		// A clock that was set back must not stop the screen: no pause is longer than this one.
		const wait = Math.min(pause, lastStart + pause - clock.now());
		if (wait <= 0) {
			start();
		} else {
			cancelTimer ??= clock.after(wait + moment, start);
		}
	};

	const stop = (): boolean => {
		const active = running !== undefined || wanted;
		running?.abort();
		running = undefined;
		wanted = false;
		cancelTimer?.();
		cancelTimer = undefined;
		return active;
	};

	return {
		want() {
			wanted = true;
			if (!running) {
				plan();
			}
		},
		now() {
			stop();
			start();
		},
		stop,
	};
}

/** How often the listing is kept up to date; keys are answered at once. */
type RefreshPace = {
	/** The store is asked. */
	asked(): void;
	/** The store has answered. `arrived` is that of its count, and the state that before the answer. */
	answered(arrived: number, state: ListingState): void;
	/** How long it is to be from one question to the next, milliseconds. */
	pause(state: ListingState): number;
};

/** Data updates are drawn at most every so many milliseconds while the newest rows aren't shown, or a log is being read. */
const usual = 100;
/** The longest pause else: less than what lies between two looks at a log, so that what each of them finds is drawn at once. */
const longest = defaultSettings.calmPollInterval - 8;
/** The shortest pause: where rows flow, and where drawing takes little. */
const short = 40;
/**
 * Drawing few rows takes no more than one part of so many of a processor, unless that would take longer pauses than the
 * longest.
 */
const share = 16;
/** For so long after the start the first rows are waited for without a pause. */
const opening = 1000;

/** The pace of a listing that is opened now. */
export function refreshPace(clock: Clock): RefreshPace {
	const opened = clock.now();
	let lastAnswer = opened;
	let isFlood = false;
	let spent = clock.spent();
	/** Processor time from one question to the next, milliseconds: most of it goes into what the first has drawn. */
	let cost = 0;
	return {
		asked() {
			const now = clock.spent();
			cost = now - spent;
			spent = now;
		},
		answered(arrived, {size, count}) {
			const now = clock.now();
			const inPause = ((arrived - (count?.arrived ?? arrived)) / Math.max(1, now - lastAnswer)) * usual;
			// More than a page has: each of them is to be seen.
			isFlood = inPause > size;
			lastAnswer = now;
		},
		pause({mode, rows, status}) {
			// The first rows are shown as soon as they are there: when a log is opened they come a few milliseconds later.
			if (rows.length === 0 && clock.now() - opened < opening) {
				return 0;
			}

			// A log that is being read is to have the processor.
			if (mode !== 'following' || status.indexing !== null) {
				return usual;
			}

			return isFlood ? short : Math.min(Math.max(cost * share, short), longest);
		},
	};
}
