import {copyReals} from '../../index/compact.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import type {Scan} from '../scan.js';

/** How far a quantile may be from the exact one, as a share of it: half of what `Quantiles` promises. */
const accuracy = 0.01;

const growth = (1 + accuracy) / (1 - accuracy);
const logGrowth = Math.log(growth);

/** Shortest and longest duration that are told apart from others, milliseconds: a nanosecond, four months. */
const shortest = 1e-6;
const longest = 1e10;

function logBinOf(duration: number): number {
	return Math.ceil(Math.log(duration) / logGrowth);
}

const firstBin = logBinOf(shortest);
/** How many bins there are, fewer than 2^16. Bin 0 holds what is shorter than all others. */
export const bins = logBinOf(longest) - firstBin + 2;

/** What bins are reckoned with, for those who reckon elsewhere. */
export const binning = {shortest, longest, logGrowth, firstBin} as const;

function reckoned(duration: number): number {
	return duration < shortest ? 0 : logBinOf(Math.min(duration, longest)) - firstBin + 1;
}

/** Bins of whole milliseconds, which most logs have: a logarithm takes five times as long as looking it up. */
let wholeBins: Uint16Array | undefined;
function newWholeBins(): Uint16Array {
	return new Uint16Array(4096).map((_, duration) => reckoned(duration));
}

/** The bin of a duration in milliseconds. Longer durations have greater ones. */
export function binOf(duration: number): number {
	wholeBins ??= newWholeBins();
	return wholeBins[duration] ?? reckoned(duration);
}

/** What stands for the durations of a bin, milliseconds: within 1 % of each. */
export function durationOf(bin: number): number {
	return bin === 0 ? 0 : (2 * growth ** (bin - 1 + firstBin)) / (growth + 1);
}

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

/** Writes for each of the rows, in their order, 1 more than the place of its value; 0 where it has none of the places. */
export type RowPlaces = (segment: Segment, rows: Uint16Array, places: Uint32Array) => void;

const durations = new Float64Array(segmentRows);
const places = new Uint32Array(segmentRows);

/** Whether one of the entries that match may have a duration. */
export async function mayHaveDurations(scan: Scan): Promise<boolean> {
	let isFound = false;
	await scan.eachSegment(
		() => {
			isFound = true;
		},
		segment => !isFound && hasDurations(segment),
	);
	return isFound;
}

/** Calls `add` with each duration, milliseconds, of the entries that match, and the place of the entry's value. */
export async function eachDuration(
	scan: Scan,
	placesOf: RowPlaces,
	add: (place: number, duration: number) => void,
): Promise<void> {
	return scan.eachSegment((segment, rows) => {
		copyReals(segment.durationMs.stored(), segment.rows, durations);
		placesOf(segment, rows, places);
		for (let index = 0; index < rows.length; index++) {
			const place = places[index] ?? 0;
			const duration = durations[rows[index] ?? 0] ?? Number.NaN;
			if (place > 0 && !Number.isNaN(duration)) {
				add(place - 1, duration);
			}
		}
	}, hasDurations);
}

/** Whether an entry of a segment may have a duration: where none has, the column is one value, NaN. */
export function hasDurations(segment: Segment): boolean {
	const {values, base} = segment.durationMs.stored();
	return values !== undefined || !Number.isNaN(base);
}
