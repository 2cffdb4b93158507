import type {Clock} from '../../clock.js';
import {defaultSettings} from '../../tail/tail-settings.js';
import type {ListingState} from './listing-state.js';

/** Schedules runs of some work. */
type Pacer = {
	/**
	 * Requests a run: at once after a quiet period, otherwise after the pause and the current run. Waits a moment longer than the
	 * pause: if requests arrive periodically, the run then includes the data of the next one.
	 */
	want(): void;
	/** Aborts the current run and starts a new one at once. */
	now(): void;
	/** Aborts the current run and cancels a requested one. Returns true if there was either. */
	stop(): boolean;
};

/** Extra time after a pause in which the next request may arrive, in ms. */
const moment = 30;

/**
 * Runs work at most once per pause, and never concurrently. Serves the first request after a quiet period at once, so an appended
 * line appears without delay.
 * @param pauseNow - returns the current pause, in ms
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
		// A clock that was set back must not stop the screen: never waits longer than one pause.
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

/** Decides how often the listing is refreshed. Keys are answered at once regardless. */
type RefreshPace = {
	/** Call this when querying the store. */
	asked(): void;
	/** Call this when the store has answered, with `arrived` of its count and the state before the answer. */
	answered(arrived: number, state: ListingState): void;
	/** Returns the minimum interval between two queries, in ms. */
	pause(state: ListingState): number;
};

/** Interval between draws while the newest rows aren't shown or a log is being read, in ms. */
const defaultPause = 100;
/**
 * Maximum pause otherwise. It is shorter than the interval between two polls of a log, so that the result of each poll is drawn
 * at once.
 */
const maxPause = defaultSettings.calmPollInterval - 8;
/** Minimum pause, in ms: used in a flood of rows, and if drawing is cheap. */
const minPause = 40;
/** Drawing a few rows may use at most 1/24 of a processor, unless that would require pauses longer than `maxPause`. */
const costFactor = 24;
/** Time after the start during which the first rows are polled for without a pause, in ms. */
const opening = 1000;

/** Returns the pace of a listing that opens now. */
export function refreshPace(clock: Clock): RefreshPace {
	const opened = clock.now();
	let lastAnswer = opened;
	let isFlood = false;
	let spent = clock.spent();
	/** Processor time between two queries, in ms. Most of it is drawing after the first of them. */
	let cost = 0;
	return {
		asked() {
			const now = clock.spent();
			cost = now - spent;
			spent = now;
		},
		answered(arrived, {size, count}) {
			const now = clock.now();
			const inPause =
				((arrived - (count?.arrived ?? arrived)) / Math.max(1, now - lastAnswer)) * defaultPause;
			// More rows than a page holds: each of them should be visible for a while.
			isFlood = inPause > size;
			lastAnswer = now;
		},
		pause({mode, rows, status}) {
			// Shows the first rows as soon as they exist: in a newly opened log, that takes a few milliseconds.
			if (rows.length === 0 && clock.now() - opened < opening) {
				return 0;
			}
			// Leaves the processor to reading a log.
			if (mode !== 'following' || status.indexing !== null) {
				return defaultPause;
			}
			return isFlood ? minPause : Math.min(Math.max(cost * costFactor, minPause), maxPause);
		},
	};
}
