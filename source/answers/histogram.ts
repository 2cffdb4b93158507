import type {Column} from '../index/column.js';
import {copyWholes} from '../index/compact.js';
import {entryFlags} from '../index/entry-columns.js';
import {segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import type {AddCounts, RowKernel} from '../wasm/row-kernel.js';
import {type Histogram, type IntervalFigures, type Quantiles, statusClasses} from './answers.js';
import {countRows} from './count-rows.js';
import {bins, DurationSketches, hasDurations, rangesOfBins} from './durations/duration-sketches.js';
import type {EntryScan} from './scan.js';
import {classesOf} from './status-counts.js';

/** Maximum number of buckets: more than any screen shows. With durations of every length they take 150 MB. */
export const maxBuckets = 20_000;

/** The classes of rows in the kernel: the bins of their durations, then the classes of their statuses. */
const firstStatusClass = Math.ceil(bins / 64) * 64;

/** Range of time, and the length of a bucket, in ms. */
export type HistogramRange = {readonly from: number; readonly to: number; readonly step: number};

const flags = new Uint32Array(segmentRows);

/**
 * Counts the matching entries in each time bucket by status class, and computes the quantiles of their durations.
 * @param withFigures - true to return `figures`
 * @throws RangeError for more than `maxBuckets` buckets, or an invalid step
 */
export async function histogram(
	scan: EntryScan,
	{from, to, step}: HistogramRange,
	withFigures = false,
): Promise<Histogram> {
	const length = intervalsOf({from, to, step});
	/** Counts of all buckets of the first class, then of the next class. */
	const counts = new Float64Array(statusClasses * length);
	const sketches = new DurationSketches(length);
	const bytes = new Float64Array(length);
	const end = from + length * step;
	const add: AddCounts = (bucket, first, words, at, numbers) => {
		if (first < firstStatusClass) {
			sketches.add(bucket, first, words, at, numbers);
			return;
		}
		for (let one = 0; one < statusClasses; one++) {
			const cell = one * length + bucket;
			counts[cell] = (counts[cell] ?? 0) + (words[at + one] ?? 0);
		}
		bytes[bucket] = (bytes[bucket] ?? 0) + numbers.sum;
	};
	await countRows(
		scan,
		{size: length, classes: firstStatusClass + statusClasses, add},
		(kernel, segment, allRows) => {
			loadByTime(kernel, segment, allRows, {from, step, length});
			kernel.countClasses(classesOf(segment.status.stored()), firstStatusClass);
			if (withFigures) {
				// Inexact numbers aren't printed, either.
				kernel.sumNumbers(segment.bytes.stored(), Number.MAX_SAFE_INTEGER, firstStatusClass);
			}
			if (hasDurations(segment)) {
				kernel.countRanges(segment.durationMs.stored(), rangesOfBins());
			}
		},
		segment => isBetween(segment, from, end),
	);
	return {
		from,
		step,
		classes: Array.from({length: statusClasses}, (_, one) => counts.slice(one * length, (one + 1) * length)),
		durations: !sketches.isEmpty ? await quantilesOf(scan, sketches, length) : null,
		...(withFigures && {figures: {bytes, max: longestOf(sketches, length)}}),
		partial: false,
	};
}

function longestOf(sketches: DurationSketches, length: number): IntervalFigures['max'] {
	return new Float64Array(length).map((_, bucket) => sketches.max(bucket));
}

/** Loads the matching rows of a segment that have a time into the kernel, by their interval of time. */
export function loadByTime(
	kernel: RowKernel,
	segment: Segment,
	matching: Uint16Array,
	intervals: {readonly from: number; readonly step: number; readonly length: number},
): void {
	kernel.loadIntervals({
		...intervals,
		rows: withTime(segment, matching),
		times: segment.time.stored(),
	});
}

/**
 * Returns the number of intervals of a range.
 * @throws RangeError for more than `maxBuckets`, or an invalid step
 */
export function intervalsOf({from, to, step}: HistogramRange): number {
	const length = Math.max(1, Math.ceil((to - from) / step));
	if (!(step > 0 && length <= maxBuckets)) {
		throw new RangeError(`From ${from} to ${to} in steps of ${step}: no more than ${maxBuckets} are counted`);
	}
	return length;
}

async function quantilesOf(scan: EntryScan, sketches: DurationSketches, length: number): Promise<Quantiles> {
	const quantiles = {
		p50: new Float64Array(length),
		p95: new Float64Array(length),
		p99: new Float64Array(length),
	};
	for (let bucket = 0; bucket < length; bucket++) {
		const [p50, p95, p99] = sketches.quantiles(bucket, [0.5, 0.95, 0.99]);
		quantiles.p50[bucket] = p50 ?? Number.NaN;
		quantiles.p95[bucket] = p95 ?? Number.NaN;
		quantiles.p99[bucket] = p99 ?? Number.NaN;
		if (scan.isOverAfterStep()) {
			await scan.rest();
		}
	}
	return quantiles;
}

/** Checks whether a segment may have entries in a range of time. */
export function isBetween(segment: Segment, from: number, end: number): boolean {
	const {rows, evicted} = segment;
	return (
		evicted < rows &&
		segment.time.get(segment.rowAt(evicted)) < end &&
		segment.time.get(segment.rowAt(rows - 1)) >= from
	);
}

const withTimes = new Uint16Array(segmentRows);

/** Flags of sealed segments whose rows all have a time. */
const timed = new WeakSet<Column>();

/** Returns the rows that have a time. They are valid until the next call. */
export function withTime(segment: Segment, rows: Uint16Array): Uint16Array {
	const stored = segment.flags.stored();
	if (stored.values === undefined) {
		return (stored.base & entryFlags.timeless) === 0 ? rows : rows.subarray(0, 0);
	}
	if (timed.has(segment.flags)) {
		return rows;
	}
	copyWholes(stored, segment.rows, flags);
	let all = 0;
	for (let row = 0; row < segment.rows; row++) {
		all |= flags[row] ?? 0;
	}
	// Almost every segment.
	if ((all & entryFlags.timeless) === 0) {
		if (segment.sealed) {
			timed.add(segment.flags);
		}
		return rows;
	}
	let count = 0;
	// This loop without an iterator and branches takes 25 % of the time.
	for (let index = 0; index < rows.length; index++) {
		const row = rows[index] ?? 0;
		withTimes[count] = row;
		count += ((flags[row] ?? 0) & entryFlags.timeless) === 0 ? 1 : 0;
	}
	return withTimes.subarray(0, count);
}
