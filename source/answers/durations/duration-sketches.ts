import {binOf, bins, durationOf} from './duration-bins.js';

/** Bins are allotted by so many: durations of one kind fall into a few of these. */
const chunkLength = 64;
const chunks = Math.ceil(bins / chunkLength);

/**
 * Many collections of durations, of each of which quantiles can be asked within 1 %. Each is a histogram whose bins grow
 * by a constant factor: DDSketch (Masson, Rim and Lee: DDSketch, VLDB 2019).
 */
export class DurationSketches {
	/** For each collection its chunks, as numbers among all; 0 for one without durations. */
	readonly #chunkOf: Uint32Array;
	#counts = new Uint32Array(16 * chunkLength);
	#used = 1;
	readonly #sizes: Uint32Array;

	/** So many collections, empty ones. */
	constructor(collections: number) {
		this.#chunkOf = new Uint32Array(collections * chunks);
		this.#sizes = new Uint32Array(collections);
	}

	/** Adds a duration, milliseconds, to a collection. */
	add(collection: number, duration: number): void {
		const bin = binOf(duration);
		const chunk =
			this.#chunkOf[collection * chunks + Math.floor(bin / chunkLength)] || this.#allot(collection, bin);
		const index = chunk * chunkLength + (bin % chunkLength);
		this.#counts[index] = (this.#counts[index] ?? 0) + 1;
		this.#sizes[collection] = (this.#sizes[collection] ?? 0) + 1;
	}

	/** The duration that so large a share of a collection doesn't exceed, milliseconds; NaN for an empty one. */
	quantile(collection: number, share: number): number {
		const size = this.#sizes[collection] ?? 0;
		if (size === 0) {
			return Number.NaN;
		}
		let left = Math.max(1, Math.ceil(size * share));
		for (let place = 0; place < chunks; place++) {
			const chunk = this.#chunkOf[collection * chunks + place] ?? 0;
			for (let bin = 0; chunk > 0 && bin < chunkLength; bin++) {
				left -= this.#counts[chunk * chunkLength + bin] ?? 0;
				if (left <= 0) {
					return durationOf(place * chunkLength + bin);
				}
			}
		}
		return Number.NaN;
	}

	/** The chunk of a collection that a bin is in, a new one. */
	#allot(collection: number, bin: number): number {
		const chunk = this.#used++;
		if ((chunk + 1) * chunkLength > this.#counts.length) {
			const wider = new Uint32Array(this.#counts.length * 2);
			wider.set(this.#counts);
			this.#counts = wider;
		}
		this.#chunkOf[collection * chunks + Math.floor(bin / chunkLength)] = chunk;
		return chunk;
	}
}
