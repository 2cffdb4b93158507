import type {Clock} from '../../source/clock.js';
import {settle} from './settle.js';

export type FakeClock = Clock & {
	/** Advances the clock and calls all timers that are due. */
	pass(milliseconds: number): void;
	/** Adds processor time of the process without advancing the clock. */
	spend(milliseconds: number): void;
};

/** A clock that advances only when a test calls `pass`. `time` is its start. */
export function fakeClock(time: number): FakeClock {
	let now = time;
	let spent = 0;
	const timers = new Set<{readonly due: number; readonly callback: () => void}>();
	return {
		now: () => now,
		spent: () => spent,
		after(milliseconds, callback) {
			const timer = {due: now + milliseconds, callback};
			timers.add(timer);
			return () => timers.delete(timer);
		},
		spend(milliseconds) {
			spent += milliseconds;
		},
		pass(milliseconds) {
			now += milliseconds;
			for (const timer of [...timers].sort((a, b) => a.due - b.due)) {
				if (timer.due <= now && timers.delete(timer)) {
					timer.callback();
				}
			}
		},
	};
}

/** Lets time pass, and waits until all pending callbacks have run. */
export async function passTime(clock: FakeClock, milliseconds: number): Promise<void> {
	clock.pass(milliseconds);
	await settle();
}
