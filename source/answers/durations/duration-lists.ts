import {binAt, bins, durationOf} from './duration-sketches.js';

/** Maximum length of a list to sort. Longer lists are counted by bin, in linear time. */
const maxSortedLength = 500;

/** Lists of all durations, one list for each value. A duration takes two bytes, a list eight more. Quantiles are within 1 %. */
export class DurationLists {
	/** Start of each list in `#bins`, then the end of the last list. */
	readonly #starts: Uint32Array;
	/** Index for the next duration of each list. */
	readonly #ends: Uint32Array;
	readonly #bins: Uint16Array;

	/** Allocates lists with these capacities. */
	constructor(counts: Uint32Array) {
		this.#starts = new Uint32Array(counts.length + 1);
		let sum = 0;
		for (let index = 0; index < counts.length; index++) {
			this.#starts[index] = sum;
			sum += counts[index] ?? 0;
		}
		this.#starts[counts.length] = sum;
		this.#ends = this.#starts.slice(0, counts.length);
		this.#bins = new Uint16Array(sum);
	}

	/** Adds bins to the lists with these indexes, from 1 on, unless a list is full. The value `bins` means no duration. */
	addAll(indexes: Uint32Array, binOfRow: Uint16Array): void {
		const [starts, ends, all] = [this.#starts, this.#ends, this.#bins];
		for (let at = 0; at < indexes.length; at++) {
			const index = (indexes[at] ?? 0) - 1;
			const bin = binOfRow[at] ?? bins;
			const end = ends[index] ?? 0;
			// Entries may have arrived since the count.
			if (bin < bins && end < (starts[index + 1] ?? 0)) {
				all[end] = bin;
				ends[index] = end + 1;
			}
		}
	}

	/** Returns the duration in ms that a `share` of the list doesn't exceed; NaN if the list is empty. */
	quantile(index: number, share: number): number {
		const start = this.#starts[index] ?? 0;
		const end = this.#ends[index] ?? 0;
		const size = end - start;
		if (size === 0) {
			return Number.NaN;
		}
		const rank = Math.max(1, Math.ceil(size * share));
		// Most lists are so short that the result is the longest duration. A loop finds it in less time than a view takes to create.
		if (rank === size) {
			return durationOf(greatestOf(this.#bins, start, end));
		}
		const found = this.#bins.subarray(start, end);
		return durationOf(size > maxSortedLength ? countedBin(found, rank) : (found.sort()[rank - 1] ?? 0));
	}
}

function greatestOf(list: Uint16Array, start: number, end: number): number {
	let greatest = 0;
	for (let index = start; index < end; index++) {
		greatest = Math.max(greatest, list[index] ?? 0);
	}
	return greatest;
}

const counts = new Uint32Array(bins);

/** Returns the bin at a rank, counted from 1. */
function countedBin(list: Uint16Array, rank: number): number {
	counts.fill(0);
	for (let index = 0; index < list.length; index++) {
		const bin = list[index] ?? 0;
		counts[bin] = (counts[bin] ?? 0) + 1;
	}
	return binAt(counts, rank);
}
