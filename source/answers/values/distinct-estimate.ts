/** Bits: an eighth of a byte for each of 2^27 hashes, 16 MiB. */
const bits = 2 ** 27;

/**
 * How many different hashes were seen, about, in memory that does not grow: linear counting (Whang, Vander-Zanden and
 * Taylor, 1990). Off by less than 0.1 % for ten million.
 */
export class DistinctEstimate {
	readonly #seen = new Uint32Array(bits / 32);
	#set = 0;

	/** Takes a hash of 32 bits. */
	add(hash: number): void {
		const bit = hash & (bits - 1);
		const word = this.#seen[bit >>> 5] ?? 0;
		const mask = 1 << (bit & 31);
		if ((word & mask) === 0) {
			this.#seen[bit >>> 5] = word | mask;
			this.#set++;
		}
	}

	get count(): number {
		return Math.round(-bits * Math.log1p(-Math.min(this.#set, bits - 1) / bits));
	}
}
