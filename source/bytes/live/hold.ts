/**
 * How long a file is read: while those who follow a path at which it is hold it; then for a while, and for as long as
 * it grows.
 */
export class Hold {
	readonly #holders = new Set<object>();
	/** It is over at the earliest this long after the last growth and the last holder's leaving. */
	#holdTime = 0;
	#lastSign = 0;

	/** True while somebody holds it. */
	get isHeld(): boolean {
		return this.#holders.size > 0;
	}

	/** True once nobody has held it, and it hasn't grown, for long enough. */
	get isOver(): boolean {
		return !this.isHeld && performance.now() - this.#lastSign >= this.#holdTime;
	}

	/** Has somebody hold it. */
	hold(holder: object): void {
		this.#holders.add(holder);
	}

	/**
	 * Somebody holds it no more.
	 *
	 * @param holdTime For how long it is read all the same, milliseconds.
	 */
	release(holder: object, holdTime: number): void {
		this.#holders.delete(holder);
		this.#holdTime = holdTime;
		this.grew();
	}

	/** The file has grown. */
	grew(): void {
		this.#lastSign = performance.now();
	}
}
