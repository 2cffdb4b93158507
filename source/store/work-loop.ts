import {setTimeout as after, setImmediate as nextTurn} from 'node:timers/promises';

/** Time slice before yielding to input and rendering, in ms. */
const sliceTime = 8;

/** Interval between retries of stuck work, in ms. */
const retryInterval = 500;

/** Time after which a step no longer delays a task that holds the work, in ms. */
const maxStepTime = 100;

/** The work of a loop. */
export type Work = {
	/** Runs one step. Returns false if no step can run now. */
	readonly step: () => Promise<boolean>;
	/** Returns true if some work can't run now and no event will announce when it can. */
	readonly isStuck: () => boolean;
	/** Called after each step, and when the loop pauses. */
	readonly changed: () => void;
	/** Called with an error that ends the loop. */
	readonly failed: (error: unknown) => void;
};

/** Runs work step by step in time slices, from each wake-up until no step is left. */
export class WorkLoop {
	readonly #work: Work;
	#running: Promise<void> | undefined;
	#isReady = false;
	#wasWoken = false;
	#isEnded = false;
	#retry: NodeJS.Timeout | undefined;
	/** The current step, or the last one. Never rejects. */
	#step: Promise<unknown> = Promise.resolve();
	/** Number of tasks that hold the work, and a promise that resolves when all have ended. */
	#holders = 0;
	#held: Promise<void> | undefined;
	#release = (): void => {};

	constructor(work: Work) {
		this.#work = work;
	}

	/** Enables the loop. No step runs before this. */
	start(): void {
		this.#isReady = true;
		this.wake();
	}

	/** Wakes the loop, because there may be work. */
	wake(): void {
		this.#wasWoken = true;
		if (this.#isReady && !this.#isEnded) {
			this.#running ??= this.#run();
		}
	}

	/**
	 * Runs `task` while no step runs. A step that takes longer than `maxStepTime` may continue in the meantime, because it may wait
	 * for a disk or a server that doesn't answer.
	 */
	async hold<Result>(task: () => Promise<Result>): Promise<Result> {
		this.#holders++;
		this.#held ??= new Promise(resolve => {
			this.#release = resolve;
		});
		const timeout = new AbortController();
		try {
			await Promise.race([
				this.#step,
				after(maxStepTime, undefined, {signal: timeout.signal}).catch(() => {}),
			]);
			// The entries that the last step has added are counted in the same turn.
			await nextTurn();
			return await task();
		} finally {
			timeout.abort();
			this.#holders--;
			if (this.#holders === 0) {
				this.#held = undefined;
				this.#release();
			}
		}
	}

	/** Resolves in a later turn of the event loop, when no task holds the work. */
	async turn(): Promise<void> {
		await nextTurn();
		while (this.#held !== undefined) {
			await this.#held;
		}
	}

	/** Resolves when no work is left for now. */
	async idle(): Promise<void> {
		while (this.#running !== undefined) {
			await this.#running;
		}
	}

	/** Stops the loop. Resolves when the current step has finished. */
	async end(): Promise<void> {
		this.#isEnded = true;
		clearTimeout(this.#retry);
		await this.idle();
	}

	async #run(): Promise<void> {
		const {changed, failed} = this.#work;
		try {
			// Wake-ups arrive in bursts. This waits for the whole burst before the first step.
			await nextTurn();
			let sliceBegan = performance.now();
			do {
				this.#wasWoken = false;
				while (!this.#isEnded && (await this.#nextStep())) {
					changed();
					if (performance.now() - sliceBegan > sliceTime) {
						await nextTurn();
						sliceBegan = performance.now();
					}
				}
				// A wake-up during the last step must not wait for the next wake-up.
			} while (this.#wasWoken && !this.#isEnded);
			this.#retryLater();
		} catch (error) {
			this.#isEnded = true;
			failed(error);
		} finally {
			this.#running = undefined;
		}
		changed();
	}

	async #nextStep(): Promise<boolean> {
		if (this.#held !== undefined) {
			await this.turn();
		}
		const step = this.#work.step();
		this.#step = step.catch(() => {});
		return step;
	}

	#retryLater(): void {
		clearTimeout(this.#retry);
		if (!this.#isEnded && this.#work.isStuck()) {
			this.#retry = setTimeout(() => this.wake(), retryInterval);
		}
	}
}
