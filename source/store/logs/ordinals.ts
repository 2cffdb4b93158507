/**
 * Numbers that tell logs with the same fingerprint apart: the first has 0, and each the least that none of the others
 * has.
 */
export class Ordinals {
	/** By fingerprint, how many logs have each number. */
	readonly #taken = new Map<string, Map<number, number>>();

	/** A number for one more log with that fingerprint; one that continues another shares its number. */
	take(fingerprint: string, continues: boolean): number {
		const taken = this.#taken.get(fingerprint) ?? new Map<number, number>();
		this.#taken.set(fingerprint, taken);
		const ordinal = continues && taken.size > 0 ? Math.max(...taken.keys()) : firstFree(taken);
		taken.set(ordinal, (taken.get(ordinal) ?? 0) + 1);
		return ordinal;
	}

	/** A log with that number is gone. */
	release(fingerprint: string, ordinal: number): void {
		const taken = this.#taken.get(fingerprint);
		const others = (taken?.get(ordinal) ?? 1) - 1;
		if (others > 0) {
			taken?.set(ordinal, others);
		} else {
			taken?.delete(ordinal);
		}
		if (taken?.size === 0) {
			this.#taken.delete(fingerprint);
		}
	}
}

const firstFree = (taken: ReadonlyMap<number, number>): number => {
	let ordinal = 0;
	while (taken.has(ordinal)) {
		ordinal++;
	}
	return ordinal;
};
