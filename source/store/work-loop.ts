import {setImmediate as nextTurn} from 'node:timers/promises';

/** How long the work may go on before keys and frames have their turn, milliseconds. */
const sliceTime = 8;

/** After how long what couldn't be done is tried again, milliseconds. */
const retryInterval = 500;

/** The work of a loop. */
export type Work = {
	/** Does a piece of it; false when there is none that can be done. */
	readonly step: () => Promise<boolean>;
	/** Whether there is some that can't be done now: nobody tells when it can. */
	readonly isStuck: () => boolean;
	/** Called after each piece, and when there is no more for now. */
	readonly changed: () => void;
	/** Called with an error that ends the loop. */
	readonly failed: (error: unknown) => void;
};

/** Does work, one piece after the other, in slices: as soon as it is woken, as long as there is any. */
export class WorkLoop {
	readonly #work: Work;
	#running: Promise<void> | undefined;
	#isReady = false;
	#wasWoken = false;
	#isEnded = false;
	#retry: NodeJS.Timeout | undefined;

	constructor(work: Work) {
		this.#work = work;
	}

	/** Begins; before, nothing is done. */
	start(): void {
		this.#isReady = true;
		this.wake();
	}

	/** There may be work. */
	wake(): void {
		this.#wasWoken = true;
		if (this.#isReady && !this.#isEnded) {
			this.#running ??= this.#run();
		}
	}

	/** Resolves when there is nothing left to do for now. */
	async idle(): Promise<void> {
		while (this.#running !== undefined) {
			await this.#running;
		}
	}

	/** Does no more; resolves when what was being done has been. */
	async end(): Promise<void> {
		this.#isEnded = true;
		clearTimeout(this.#retry);
		await this.idle();
	}

	async #run(): Promise<void> {
		const {step, changed, failed} = this.#work;
		try {
			// Calls of the stage before come in bursts: all of a burst is known before the first is worked on.
			await nextTurn();
			let sliceBegan = performance.now();
			do {
				this.#wasWoken = false;
				while (!this.#isEnded && (await step())) {
					changed();
					if (performance.now() - sliceBegan > sliceTime) {
						await nextTurn();
						sliceBegan = performance.now();
					}
				}
				// What came up while work was looked for must not wait for what comes up next.
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

	#retryLater(): void {
		clearTimeout(this.#retry);
		if (!this.#isEnded && this.#work.isStuck()) {
			this.#retry = setTimeout(() => this.wake(), retryInterval);
		}
	}
}
