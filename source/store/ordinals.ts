/**
 * Numbers that tell logs with the same fingerprint apart: the first has 0, and each the least that none of the others
 * has.
 */
export class Ordinals {
	readonly #taken = new Map<string, Set<number>>();

	/** A number for one more log with that fingerprint. */
	take(fingerprint: string): number {
		const taken = this.#taken.get(fingerprint) ?? new Set();
		this.#taken.set(fingerprint, taken);
		let ordinal = 0;
		while (taken.has(ordinal)) {
			ordinal++;
		}
		taken.add(ordinal);
		return ordinal;
	}

	/** The log with that number is gone. */
	release(fingerprint: string, ordinal: number): void {
		const taken = this.#taken.get(fingerprint);
		taken?.delete(ordinal);
		if (taken?.size === 0) {
			this.#taken.delete(fingerprint);
		}
	}
}
