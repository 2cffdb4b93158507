import {copyReals} from '../../index/compact.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
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

function reckoned(duration: number): number {
	return duration < minDuration ? 0 : logBinOf(Math.min(duration, maxDuration)) - firstBin + 1;
}

/** The bins of integer milliseconds, which most logs have. Computing a logarithm takes five times as long as a lookup. */
let wholeBins: Uint16Array | undefined;
function newWholeBins(): Uint16Array {
	return new Uint16Array(4096).map((_, duration) => reckoned(duration));
}

/** Returns the bin of a duration in ms. Longer durations have higher bins. */
export function binOf(duration: number): number {
	wholeBins ??= newWholeBins();
	return wholeBins[duration] ?? reckoned(duration);
}

/** Returns the duration in ms that represents a bin: within 1 % of each in it. */
export function durationOf(bin: number): number {
	return bin === 0 ? 0 : (2 * growth ** (bin - 1 + firstBin)) / (growth + 1);
}

/** Number of bins allocated at a time. Similar durations need only a few chunks. */
const chunkLength = 64;
const chunks = Math.ceil(bins / chunkLength);

/**
 * Many histograms of durations, whose quantiles are within 1 %. The width of the bins grows by a constant factor: DDSketch
 * (Masson, Rim and Lee: DDSketch, VLDB 2019).
 */
export class DurationSketches {
	/** The chunks of each histogram, as indexes of all chunks; 0 if not allocated. */
	readonly #chunkOf: Uint32Array;
	#counts = new Uint32Array(16 * chunkLength);
	#used = 1;
	readonly #sizes: Uint32Array;

	/** Creates empty histograms. */
	constructor(collections: number) {
		this.#chunkOf = new Uint32Array(collections * chunks);
		this.#sizes = new Uint32Array(collections);
	}

	/** Adds a duration in ms to a histogram. */
	add(collection: number, duration: number): void {
		const bin = binOf(duration);
		const chunk =
			this.#chunkOf[collection * chunks + Math.floor(bin / chunkLength)] || this.#allot(collection, bin);
		const index = chunk * chunkLength + (bin % chunkLength);
		this.#counts[index] = (this.#counts[index] ?? 0) + 1;
		this.#sizes[collection] = (this.#sizes[collection] ?? 0) + 1;
	}

	/** Returns the duration in ms that a `share` of a histogram doesn't exceed; NaN if it is empty. */
	quantile(collection: number, share: number): number {
		const size = this.#sizes[collection] ?? 0;
		if (size === 0) {
			return Number.NaN;
		}
		let left = Math.max(1, Math.ceil(size * share));
		for (let index = 0; index < chunks; index++) {
			const chunk = this.#chunkOf[collection * chunks + index] ?? 0;
			for (let bin = 0; chunk > 0 && bin < chunkLength; bin++) {
				left -= this.#counts[chunk * chunkLength + bin] ?? 0;
				if (left <= 0) {
					return durationOf(index * chunkLength + bin);
				}
			}
		}
		return Number.NaN;
	}

	/** Allocates the chunk of a histogram for a bin. */
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

/** Writes for each row, in order, 1 + the index of its value; 0 if the value has no index. */
export type RowIndexes = (segment: Segment, rows: Uint16Array, indexes: Uint32Array) => void;

const durations = new Float64Array(segmentRows);
const indexes = new Uint32Array(segmentRows);

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

/** Calls `add` with the duration in ms of each matching entry, and the index of its value. */
export async function eachDuration(
	scan: EntryScan,
	indexesOf: RowIndexes,
	add: (index: number, duration: number) => void,
): Promise<void> {
	return scan.eachSegment((segment, rows) => {
		copyReals(segment.durationMs.stored(), segment.rows, durations);
		indexesOf(segment, rows, indexes);
		for (let index = 0; index < rows.length; index++) {
			const value = indexes[index] ?? 0;
			const duration = durations[rows[index] ?? 0] ?? Number.NaN;
			if (value > 0 && !Number.isNaN(duration)) {
				add(value - 1, duration);
			}
		}
	}, hasDurations);
}

/** Checks whether an entry of a segment may have a duration. Without any, the column is a single value, NaN. */
export function hasDurations(segment: Segment): boolean {
	const {values, base} = segment.durationMs.stored();
	return values !== undefined || !Number.isNaN(base);
}
