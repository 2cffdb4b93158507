/** Works out how many there were a second, over the last few seconds. */
export class Rate {
	readonly #samples: Array<{readonly time: number; readonly count: number}> = [];
	readonly #window: number;

	/** @param window Milliseconds. */
	constructor(window = 5000) {
		this.#window = window;
	}

	/** So many there are by now, at a time in milliseconds. Returns how many came in a second. */
	next(count: number, time: number): number {
		this.#samples.push({time, count});
		while ((this.#samples[1]?.time ?? time) <= time - this.#window) {
			this.#samples.shift();
		}
		const first = this.#samples[0];
		return first === undefined || first.time === time
			? 0
			: ((count - first.count) * 1000) / (time - first.time);
	}
}
