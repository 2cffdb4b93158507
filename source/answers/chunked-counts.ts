/** Number of classes that are allocated at a time. The classes of an index are similar, so it needs only a few chunks. */
const chunkLength = 64;

/** Counts by index and class. Few such pairs occur. */
export class ChunkedCounts {
	/** Number of chunks for an index. */
	readonly #chunks: number;
	/** The numbers of the chunks of each index; 0 for a chunk that isn't allocated. */
	readonly #chunkOf: Uint32Array;
	#counts = new Uint32Array(16 * chunkLength);
	#used = 1;

	/** Creates counts of 0 for `size` indexes. */
	constructor(size: number, classes: number) {
		this.#chunks = Math.ceil(classes / chunkLength);
		this.#chunkOf = new Uint32Array(size * this.#chunks);
	}

	/** True if no count was added. */
	get isEmpty(): boolean {
		return this.#used === 1;
	}

	/** Adds 64 `counts`, from `at` on, to the counts of an index for the classes from `first` on, a multiple of 64. */
	add(index: number, first: number, counts: Uint32Array, at: number): void {
		const owner = index * this.#chunks + first / chunkLength;
		const to = (this.#chunkOf[owner] || this.#allot(owner)) * chunkLength;
		const own = this.#counts;
		for (let one = 0; one < chunkLength; one++) {
			own[to + one] = (own[to + one] ?? 0) + (counts[at + one] ?? 0);
		}
	}

	/** Calls `visit` with each class of an index that has a count, in ascending order, until it returns false. */
	each(index: number, visit: (one: number, n: number) => boolean): void {
		for (let chunk = 0; chunk < this.#chunks; chunk++) {
			const first = (this.#chunkOf[index * this.#chunks + chunk] ?? 0) * chunkLength;
			for (let one = 0; first > 0 && one < chunkLength; one++) {
				const n = this.#counts[first + one] ?? 0;
				if (n > 0 && !visit(chunk * chunkLength + one, n)) {
					return;
				}
			}
		}
	}

	#allot(owner: number): number {
		const chunk = this.#used++;
		if ((chunk + 1) * chunkLength > this.#counts.length) {
			const wider = new Uint32Array(this.#counts.length * 2);
			wider.set(this.#counts);
			this.#counts = wider;
		}
		this.#chunkOf[owner] = chunk;
		return chunk;
	}
}
