/** The longest pause between two attempts is this many times the first. */
const longestFactor = 32;

/** Longer and longer pauses between attempts at something that fails: each twice as long as the one before. */
export class BackOff {
	readonly #firstPause: number;
	#factor = 0;
	#until = 0;

	/** @param firstPause Milliseconds. */
	constructor(firstPause: number) {
		this.#firstPause = firstPause;
	}

	/** True while it isn't time for another attempt. */
	get isPausing(): boolean {
		return performance.now() < this.#until;
	}

	/** True after a failure, until an attempt has succeeded. */
	get isFailing(): boolean {
		return this.#factor > 0;
	}

	/** An attempt has failed. */
	failed(): void {
		if (!this.isPausing) {
			this.#factor = Math.min(longestFactor, Math.max(1, this.#factor * 2));
			this.#until = performance.now() + this.#firstPause * this.#factor;
		}
	}

	/** An attempt has succeeded. */
	succeeded(): void {
		this.#factor = 0;
		this.#until = 0;
	}
}
