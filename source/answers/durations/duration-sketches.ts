import type {Segment} from '../../index/segment.js';
import {type AddCounts, numberOfFirstBits, type Ranges, rangeOf, smallestOf} from '../../wasm/row-kernel.js';
import {ChunkedCounts} from '../chunked-counts.js';
import type {EntryScan} from '../scan.js';

/** Maximum relative error of a quantile: half of the error that `Quantiles` promises. */
const accuracy = 0.01;

const growth = (1 + accuracy) / (1 - accuracy);
const logGrowth = Math.log(growth);

/** Range of distinguishable durations, in ms: a nanosecond to four months. */
const minDuration = 1e-6;
const maxDuration = 1e10;

function logBinOf(duration: number): number {
	return Math.ceil(Math.log(duration) / logGrowth);
}

const firstBin = logBinOf(minDuration);
/** Number of bins, fewer than 2^16. Bin 0 is for durations below `minDuration`. */
export const bins = logBinOf(maxDuration) - firstBin + 2;

/** The constants of the bins, for other implementations of the same formula. */
export const binning = {minDuration, maxDuration, logGrowth, firstBin} as const;

/** The bins as ranges. Computing a logarithm takes five times as long as a lookup. */
let binRanges: Ranges | undefined;

/** Returns the bins as ranges of durations. */
export function rangesOfBins(): Ranges {
	binRanges ??= newRanges();
	return binRanges;
}

function newRanges(): Ranges {
	const bounds = Float64Array.from({length: bins}, (_, bin) => growth ** (bin - 1 + firstBin));
	// `minDuration` itself is in bin 1.
	bounds[0] = minDuration * (1 - Number.EPSILON);
	bounds[bins - 1] = Number.POSITIVE_INFINITY;
	const first = numberOfFirstBits(minDuration);
	const cells = new Uint16Array(numberOfFirstBits(maxDuration) - first + 1);
	let bin = 0;
	for (let cell = 0; cell < cells.length; cell++) {
		const minOfCell = smallestOf(first + cell);
		while (minOfCell > (bounds[bin] ?? 0)) {
			bin++;
		}
		cells[cell] = bin;
	}
	return {first, cells, bounds};
}

/** Returns the bin of a duration in ms. Longer durations have higher bins. */
export function binOf(duration: number): number {
	return rangeOf(duration, rangesOfBins());
}

/** Returns the duration in ms that represents a bin: within 1 % of each duration in the bin. */
export function durationOf(bin: number): number {
	return bin === 0 ? 0 : (2 * growth ** (bin - 1 + firstBin)) / (growth + 1);
}

/**
 * Rounds a quantile in ms, which is accurate to 1 %, to three digits: more would be noise. It never exceeds the longest duration,
 * which is exact.
 */
export function roundedQuantile(quantile: number, max: number | null): number;
export function roundedQuantile(quantile: number | null, max: number | null): number | null;
export function roundedQuantile(quantile: number | null, max: number | null): number | null {
	return quantile === null
		? null
		: Math.min(Number(quantile.toPrecision(3)), max ?? Number.POSITIVE_INFINITY);
}

/** Returns the bin of the duration with a rank, counted from 1, by the number of durations in each bin. */
export function binAt(counts: Uint32Array, rank: number): number {
	let left = rank;
	for (let bin = 0; bin < bins; bin++) {
		left -= counts[bin] ?? 0;
		if (left <= 0) {
			return bin;
		}
	}
	return bins - 1;
}

/** The bins of a histogram that have durations, and their number. */
const foundBins = new Uint16Array(bins);
const foundCounts = new Uint32Array(bins);

/**
 * Many histograms of durations, whose quantiles are within 1 %. The width of the bins grows by a constant factor: DDSketch
 * (Masson, Rim and Lee: DDSketch, VLDB 2019).
 */
export class DurationSketches {
	readonly #counts: ChunkedCounts;
	/** Maximum and sum of the durations of each histogram. */
	readonly #max: Float64Array;
	readonly #total: Float64Array;

	/** Creates empty histograms. */
	constructor(size: number) {
		this.#counts = new ChunkedCounts(size, bins);
		this.#max = new Float64Array(size).fill(Number.NaN);
		this.#total = new Float64Array(size);
	}

	/** Adds counts of durations in ms by bin from the kernel. */
	readonly add: AddCounts = (index, first, words, at, {max, sum}) => {
		this.#counts.add(index, first, words, at);
		// NaN until the first duration.
		this.#max[index] = Math.max(this.#max[index] || 0, max);
		this.#total[index] = (this.#total[index] ?? 0) + sum;
	};

	/** True if no histogram has a duration. */
	get isEmpty(): boolean {
		return this.#counts.isEmpty;
	}

	/** Returns the longest duration in a histogram, in ms; NaN if it is empty. */
	max(index: number): number {
		return this.#max[index] ?? Number.NaN;
	}

	/** Returns the sum of the durations in a histogram, in ms. */
	total(index: number): number {
		return this.#total[index] ?? 0;
	}

	/** Calls `visit` with each bin of a histogram that has durations, in ascending order, and their number. */
	each(index: number, visit: (bin: number, n: number) => void): void {
		this.#counts.each(index, (bin, n) => {
			visit(bin, n);
			return true;
		});
	}

	/** Returns the duration in ms that each share of a histogram doesn't exceed; NaN if it is empty. */
	quantiles(index: number, shares: readonly number[]): readonly number[] {
		let length = 0;
		let size = 0;
		this.each(index, (bin, n) => {
			foundBins[length] = bin;
			foundCounts[length++] = n;
			size += n;
		});
		return shares.map(share => {
			let left = Math.max(1, Math.ceil(size * share));
			let at = 0;
			while (at < length - 1 && left > (foundCounts[at] ?? 0)) {
				left -= foundCounts[at++] ?? 0;
			}
			return length === 0 ? Number.NaN : durationOf(foundBins[at] ?? 0);
		});
	}
}

/** Checks whether a matching entry may have a duration. */
export async function mayHaveDurations(scan: EntryScan): Promise<boolean> {
	let isFound = false;
	await scan.eachSegment(
		() => {
			isFound = true;
		},
		segment => !isFound && hasDurations(segment),
	);
	return isFound;
}

/** Checks whether an entry of a segment may have a duration. Without any, the column is a single value, NaN. */
export function hasDurations(segment: Segment): boolean {
	const {values, base} = segment.durationMs.stored();
	return values !== undefined || !Number.isNaN(base);
}
