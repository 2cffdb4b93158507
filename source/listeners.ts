/** A set of listeners for one event. */
export class Listeners<Args extends readonly unknown[] = []> {
	readonly #all = new Set<(...args: Args) => void>();

	/** Adds a listener. Returns a function that removes it. */
	add(listener: (...args: Args) => void): () => void {
		this.#all.add(listener);
		return () => this.#all.delete(listener);
	}

	/** Calls all listeners. */
	notify(...args: Args): void {
		for (const listener of this.#all) {
			listener(...args);
		}
	}

	/** Removes all listeners. */
	clear(): void {
		this.#all.clear();
	}
}
