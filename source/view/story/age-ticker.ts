import type {Clock} from '../../clock.js';
import {ago} from '../../listing/ago.js';

/** Tells when it has to be said anew how long ago something was. */
export type AgeTicker = {
	/** Calls `changed` once how long ago that was reads otherwise than now; null: never. In place of the time before. */
	watch(time: number | null): void;
	close(): void;
};

/** How often it is looked whether it does; milliseconds. */
const tick = 1000;

/** Nothing is watched. */
export function ageTicker(clock: Clock, changed: () => void): AgeTicker {
	let watched: {readonly time: number; readonly text: string} | null = null;
	let cancelTick: (() => void) | undefined;

	const look = (): void => {
		cancelTick = undefined;
		if (watched && ago(watched.time, clock.now()) !== watched.text) {
			watched = null;
			changed();
		} else {
			plan();
		}
	};

	const plan = (): void => {
		if (watched) {
			cancelTick ??= clock.after(tick, look);
		}
	};

	return {
		watch(time) {
			watched = time === null ? null : {time, text: ago(time, clock.now())};
			plan();
		},
		close() {
			watched = null;
			cancelTick?.();
			cancelTick = undefined;
		},
	};
}
