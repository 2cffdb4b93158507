import {stat} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';

/** Between two looks at whether the process is awake, milliseconds. */
const pause = 10;

/**
 * A look that takes longer says that it wasn't, milliseconds. With 40 a line was lost in one run of two where three
 * processes shared a core; an idle machine takes 11.
 */
const longestLook = 15;

/**
 * Time as far as the process had its chance: on a machine that is busy with other things, neither its event loop nor
 * its file system calls go on at times, and what was written and gone in the meantime nobody could have read.
 */
export class FairClock {
	#elapsed = 0;
	#lookedAt = performance.now();
	#isRunning = true;
	readonly #running: Promise<void>;

	constructor() {
		this.#running = this.#run();
	}

	/** Milliseconds since the clock was made. */
	now(): number {
		return this.#elapsed + Math.min(longestLook, performance.now() - this.#lookedAt);
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
