/** A task with at most one run at a time; concurrent requests share a run. The task must not reject. */
export class Coalesced {
	readonly #task: () => Promise<void>;
	readonly #spacing: number;
	#running: Promise<void> | undefined;
	#next: Promise<void> | undefined;
	#timer: NodeJS.Timeout | undefined;
	#began = Number.NEGATIVE_INFINITY;
	#stopped = false;

	/** @param spacing Minimum time between the starts of two scheduled runs, in ms. */
	constructor(task: () => Promise<void>, spacing: number) {
		this.#task = task;
		this.#spacing = spacing;
	}

	/** Resolves when a run that began after this call is done. Concurrent callers share that run. */
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

	/** Schedules a run: at once, or as soon as the spacing since the start of the last run allows. */
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

	/** Schedules a run if the last one began at least `age` ms ago. */
	scheduleAfter(age: number): void {
		if (performance.now() - this.#began >= age) {
			this.schedule();
		}
	}

	/** Prevents further runs. Resolves when the current run is done. */
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
