/** Runs at most a number of tasks at the same time, first come, first served. */
export class TaskLimit {
	readonly #max: number;
	readonly #waiting: Array<() => void> = [];
	#running = 0;

	constructor(max: number) {
		this.#max = max;
	}

	/** Runs a task after the tasks that were given before it. Resolves or rejects like the task. */
	async run<Result>(task: () => Promise<Result>): Promise<Result> {
		if (this.#running === this.#max) {
			await new Promise<void>(resolve => {
				this.#waiting.push(resolve);
			});
		} else {
			this.#running++;
		}
		try {
			return await task();
		} finally {
			const next = this.#waiting.shift();
			if (next === undefined) {
				this.#running--;
			} else {
				next();
			}
		}
	}
}
