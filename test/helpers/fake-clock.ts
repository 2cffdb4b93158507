import type {Clock} from '../../source/clock.js';

export type FakeClock = Clock & {
	/** Lets that much time pass, and calls what was due in it. */
	pass(milliseconds: number): void;
	/** Has the process take that much processor time, in none of the other. */
	spend(milliseconds: number): void;
};

/** A clock that stands still until told otherwise. */
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
