/**
 * A task that runs one at a time, however often it is asked for. The task must not reject.
 */
export class Coalesced {
	readonly #task: () => Promise<void>;
	readonly #spacing: number;
	#running: Promise<void> | undefined;
	#next: Promise<void> | undefined;
	#timer: NodeJS.Timeout | undefined;
	#began = Number.NEGATIVE_INFINITY;
	#stopped = false;

	/** @param spacing Milliseconds that lie at least between the beginnings of two scheduled runs. */
	constructor(task: () => Promise<void>, spacing: number) {
		this.#task = task;
		this.#spacing = spacing;
	}

	/** Resolves when a run that began after this call is done. All who wait for the same run share it. */
	run(): Promise<void> {
		if (this.#stopped) {
			return this.#running ?? Promise.resolve();
		}

		if (this.#running === undefined) {
			this.#running = this.#begin();
			return this.#running;
		}

		this.#next ??= this.#running.then(() => {
			this.#next = undefined;
			return this.run();
		});
		return this.#next;
	}

	/** Asks for a run: at once, or, when the last one began a moment ago, as soon as the spacing allows. */
	schedule(): void {
		if (this.#stopped || this.#timer !== undefined || this.#next !== undefined) {
			return;
		}

		const wait = this.#began + this.#spacing - performance.now();
		if (wait <= 0) {
			void this.run();
			return;
		}

		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			void this.run();
		}, wait);
	}

	/** Asks for a run if the last one began that many milliseconds ago. */
	scheduleAfter(age: number): void {
		if (performance.now() - this.#began >= age) {
			this.schedule();
		}
	}

	/** No further runs. Resolves when the one going on is done. */
	async stop(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		await this.#running;
	}

	async #begin(): Promise<void> {
		this.#began = performance.now();
		try {
			await this.#task();
		} finally {
			this.#running = undefined;
		}
	}
}
