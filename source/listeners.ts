/** Who is told of something whenever it happens. */
export class Listeners<Told extends readonly unknown[] = []> {
	readonly #all = new Set<(...told: Told) => void>();

	/** Has a listener called from now on. Returns the function that ends it. */
	add(listener: (...told: Told) => void): () => void {
		this.#all.add(listener);
		return () => this.#all.delete(listener);
	}

	/** Calls all of them. */
	tell(...told: Told): void {
		for (const listener of this.#all) {
			listener(...told);
		}
	}

	/** Has none of them called any more. */
	clear(): void {
		this.#all.clear();
	}
}
