import type {Clock} from '../../source/clock.js';

export type FakeClock = Clock & {
	/** Lets that much time pass, and calls what was due in it. */
	pass(milliseconds: number): void;
};

/** A clock that stands still until told otherwise. */
export function fakeClock(time: number): FakeClock {
	let now = time;
	const timers = new Set<{readonly due: number; readonly callback: () => void}>();
	return {
		now: () => now,
		after(milliseconds, callback) {
			const timer = {due: now + milliseconds, callback};
			timers.add(timer);
			return () => timers.delete(timer);
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
