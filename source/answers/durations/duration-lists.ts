import {binOf, bins, durationOf} from './duration-sketches.js';

/** Lists longer than this are counted by bin rather than sorted: that takes as long as the list. */
const longestSorted = 500;

/**
 * Durations of as many places as one likes, all of them kept: two bytes for each, and eight for a place. Of each place
 * quantiles can be asked, within 1 %.
 */
export class DurationLists {
	/** Where the durations of each place begin, and, one more, where the last ones end. */
	readonly #starts: Uint32Array;
	/** Where the next one of each place goes. */
	readonly #ends: Uint32Array;
	readonly #bins: Uint16Array;

	/** Room for so many durations at each place. */
	constructor(counts: Uint32Array) {
		this.#starts = new Uint32Array(counts.length + 1);
		let sum = 0;
		for (let place = 0; place < counts.length; place++) {
			this.#starts[place] = sum;
			sum += counts[place] ?? 0;
		}
		this.#starts[counts.length] = sum;
		this.#ends = this.#starts.slice(0, counts.length);
		this.#bins = new Uint16Array(sum);
	}

	/** Adds a duration, milliseconds; nothing where there is no room for any more. */
	add(place: number, duration: number): void {
		const end = this.#ends[place] ?? 0;
		// Entries may have come since they were counted.
		if (end < (this.#starts[place + 1] ?? 0)) {
			this.#bins[end] = binOf(duration);
			this.#ends[place] = end + 1;
		}
	}

	/** The duration that so large a share of those of a place doesn't exceed, milliseconds; NaN where there are none. */
	quantile(place: number, share: number): number {
		const start = this.#starts[place] ?? 0;
		const end = this.#ends[place] ?? 0;
		const size = end - start;
		if (size === 0) {
			return Number.NaN;
		}
		const rank = Math.max(1, Math.ceil(size * share));
		// Most lists are so short that it is the longest duration: a view of them takes longer than to find that.
		if (rank === size) {
			return durationOf(greatestOf(this.#bins, start, end));
		}
		const found = this.#bins.subarray(start, end);
		return durationOf(size > longestSorted ? countedBin(found, rank) : (found.sort()[rank - 1] ?? 0));
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

/** The bin at a rank, counted from 1. */
function countedBin(list: Uint16Array, rank: number): number {
	counts.fill(0);
	for (let index = 0; index < list.length; index++) {
		const bin = list[index] ?? 0;
		counts[bin] = (counts[bin] ?? 0) + 1;
	}
	let left = rank;
	for (let bin = 0; bin < bins; bin++) {
		left -= counts[bin] ?? 0;
		if (left <= 0) {
			return bin;
		}
	}
	return bins - 1;
}
