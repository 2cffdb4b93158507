/** A set of listeners for one event. */
export class Listeners<Told extends readonly unknown[] = []> {
	readonly #all = new Set<(...told: Told) => void>();

	/** Adds a listener. Returns a function that removes it. */
	add(listener: (...told: Told) => void): () => void {
		this.#all.add(listener);
		return () => this.#all.delete(listener);
	}

	/** Calls all listeners. */
	tell(...told: Told): void {
		for (const listener of this.#all) {
			listener(...told);
		}
	}

	/** Removes all listeners. */
	clear(): void {
		this.#all.clear();
	}
}
