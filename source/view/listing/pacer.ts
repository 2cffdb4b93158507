import type {Clock} from '../../clock.js';

/** What decides when work is done. */
export type Pacer = {
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
