import {copyReals, copyWholes} from '../index/compact.js';
import {entryFlags} from '../index/entry-columns.js';
import {segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import {rowKernel} from '../wasm/row-kernel.js';
import {type Histogram, type IntervalFigures, type Quantiles, statusClasses} from './answers.js';
import {DurationSketches, hasDurations} from './durations/duration-sketches.js';
import type {EntryScan} from './scan.js';

/** Maximum number of buckets: more than any screen shows. With durations of every length they take 150 MB. */
export const maxBuckets = 20_000;

/** Range of time, and the length of a bucket, in ms. */
export type HistogramRange = {readonly from: number; readonly to: number; readonly step: number};

const timesOfRows = new Float64Array(segmentRows);
const flags = new Uint32Array(segmentRows);
const durations = new Float64Array(segmentRows);
const sizes = new Float64Array(segmentRows);

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
	let sketches: DurationSketches | undefined;
	const figures = withFigures
		? {bytes: new Float64Array(length), max: new Float64Array(length).fill(Number.NaN)}
		: undefined;
	const end = from + length * step;
	await scan.eachSegment(
		(segment, allRows) => {
			const {rows} = segment;
			const timed = withTime(segment, allRows);
			const [times, statuses] = [segment.time.stored(), segment.status.stored()];
			rowKernel().countTimes({rows: timed, times, statuses, from, step, length}, counts);
			if (figures !== undefined) {
				addFigures(segment, timed, {from, step, length}, figures);
			}
			if (!hasDurations(segment)) {
				return;
			}
			copyReals(times, rows, timesOfRows);
			copyReals(segment.durationMs.stored(), rows, durations);
			for (let index = 0; index < timed.length; index++) {
				const row = timed[index] ?? 0;
				const bucket = Math.floor(((timesOfRows[row] ?? 0) - from) / step);
				const duration = durations[row] ?? Number.NaN;
				if (bucket >= 0 && bucket < length && !Number.isNaN(duration)) {
					sketches ??= new DurationSketches(length);
					sketches.add(bucket, duration);
				}
			}
		},
		segment => isBetween(segment, from, end),
	);
	return {
		from,
		step,
		classes: Array.from({length: statusClasses}, (_, one) => counts.slice(one * length, (one + 1) * length)),
		durations: sketches === undefined ? null : await quantilesOf(scan, sketches, length),
		...(figures && {figures}),
		partial: false,
	};
}

/** Adds the sizes and durations of rows to their intervals. */
function addFigures(
	segment: Segment,
	rows: Uint16Array,
	{from, step, length}: {readonly from: number; readonly step: number; readonly length: number},
	{bytes, max}: IntervalFigures,
): void {
	copyReals(segment.time.stored(), segment.rows, timesOfRows);
	copyReals(segment.bytes.stored(), segment.rows, sizes);
	copyReals(segment.durationMs.stored(), segment.rows, durations);
	for (let index = 0; index < rows.length; index++) {
		const row = rows[index] ?? 0;
		const bucket = Math.floor(((timesOfRows[row] ?? 0) - from) / step);
		if (bucket < 0 || bucket >= length) {
			continue;
		}
		const size = sizes[row] ?? Number.NaN;
		// A number that isn't exact isn't printed either. A missing size is NaN.
		if (size <= Number.MAX_SAFE_INTEGER) {
			bytes[bucket] = (bytes[bucket] ?? 0) + size;
		}
		const duration = durations[row] ?? Number.NaN;
		if (!Number.isNaN(duration)) {
			max[bucket] = Math.max(Number.isNaN(max[bucket]) ? 0 : (max[bucket] ?? 0), duration);
		}
	}
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
		quantiles.p50[bucket] = sketches.quantile(bucket, 0.5);
		quantiles.p95[bucket] = sketches.quantile(bucket, 0.95);
		quantiles.p99[bucket] = sketches.quantile(bucket, 0.99);
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

/** Returns the rows that have a time. They are valid until the next call. */
export function withTime(segment: Segment, rows: Uint16Array): Uint16Array {
	const stored = segment.flags.stored();
	if (stored.values === undefined) {
		return (stored.base & entryFlags.timeless) === 0 ? rows : rows.subarray(0, 0);
	}
	copyWholes(stored, segment.rows, flags);
	let all = 0;
	for (let row = 0; row < segment.rows; row++) {
		all |= flags[row] ?? 0;
	}
	// Almost every segment.
	if ((all & entryFlags.timeless) === 0) {
		return rows;
	}
	let count = 0;
	// Without an iterator and a branch, a row takes a quarter of the time.
	for (let index = 0; index < rows.length; index++) {
		const row = rows[index] ?? 0;
		withTimes[count] = row;
		count += ((flags[row] ?? 0) & entryFlags.timeless) === 0 ? 1 : 0;
	}
	return withTimes.subarray(0, count);
}
