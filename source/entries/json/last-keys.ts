/** Maximum number of keys to store per object, and maximum length of a key. */
const maxKeys = 64;
const maxLength = 64;

/**
 * Keys of an earlier object, in sequence. A program writes the same keys in the same order in each line, and comparing a key with
 * the stored one is faster than looking it up. Measured: a line of Caddy takes 15 % less.
 */
export class LastKeys {
	readonly #texts = new Uint8Array(maxKeys * maxLength);
	readonly #lengths = new Uint8Array(maxKeys);
	readonly #contexts = new Uint32Array(maxKeys);
	readonly #states = new Uint16Array(maxKeys);

	/** True if this object's keys will be stored. The second flag is for the next object. */
	#isLearning = false;
	#isNextLearning = true;

	/**
	 * Starts an object. Its keys are stored if the previous object differed from the stored keys and wasn't stored itself. When
	 * objects of two kinds alternate, storing every one made reading 20 % slower.
	 */
	begin(): void {
		this.#isLearning = this.#isNextLearning;
		this.#isNextLearning = false;
	}

	/**
	 * Returns the length of the stored key with this number if it matches the bytes at `at`, in the same context, and ends before
	 * `end`. Returns 0 otherwise.
	 */
	match(number: number, bytes: Buffer, at: number, end: number, context: number): number {
		const length = this.#lengths[number] ?? 0;
		if (number >= maxKeys || this.#contexts[number] !== context || at + length >= end) {
			return 0;
		}
		const texts = this.#texts;
		const offset = number * maxLength;
		let index = 0;
		while (index < length && texts[offset + index] === bytes[at + index]) {
			index++;
		}
		return index === length ? length : 0;
	}

	/** Returns the stored state after the key with this number. */
	state(number: number): number {
		return this.#states[number] ?? 0;
	}

	/**
	 * Stores another key for this number: `bytes[start, end)`, which includes everything up to its value.
	 * @param context The other input that determines the state.
	 */
	set(number: number, bytes: Buffer, start: number, end: number, context: number, state: number): void {
		if (number >= maxKeys || end - start > maxLength) {
			return;
		}
		if (!this.#isLearning) {
			this.#isNextLearning = true;
			return;
		}
		const offset = number * maxLength;
		for (let index = 0; index < end - start; index++) {
			this.#texts[offset + index] = bytes[start + index] ?? 0;
		}
		this.#lengths[number] = end - start;
		this.#contexts[number] = context;
		this.#states[number] = state;
	}
}
