import {stat} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';

/** Interval between two checks that the process is running, in ms. */
const pause = 10;

/**
 * Maximum time that one check adds to the clock, in ms: the process was blocked for the rest. With a maximum of 40, a line was
 * lost in one run of two when three processes shared a core. A check takes 11 on an idle machine.
 */
const maxPoll = 15;

/**
 * A clock that counts only the time in which the process could run. On a busy machine, its event loop and its file system calls
 * stall at times. No follower could have read data that was written and removed during a stall.
 */
export class FairClock {
	#elapsed = 0;
	#lookedAt = performance.now();
	#isRunning = true;
	readonly #running: Promise<void>;

	constructor() {
		this.#running = this.#run();
	}

	/** Returns the time since the clock was created, in ms. */
	now(): number {
		return this.#elapsed + Math.min(maxPoll, performance.now() - this.#lookedAt);
	}

	async stop(): Promise<void> {
		this.#isRunning = false;
		await this.#running;
	}

	async #run(): Promise<void> {
		while (this.#isRunning) {
			await wait(pause);
			await stat('.');
			this.#elapsed = this.now();
			this.#lookedAt = performance.now();
		}
	}
}
