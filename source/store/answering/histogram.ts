import {copyValues} from '../../index/copy-values.js';
import {entryFlags} from '../../index/entry-flags.js';
import type {Segment} from '../../index/segment.js';
import {segmentRows} from '../../index/segment-rows.js';
import {type Histogram, statusClasses} from '../answers.js';
import {DurationSketches} from './duration-sketches.js';
import type {Scan} from './scan.js';
import {classOfStatus} from './status-classes.js';

/** The most stretches: more than any screen shows, with durations of every length 150 MB. */
export const mostStretches = 20_000;

/** From when, to when, and the length of a stretch, milliseconds. */
export type Stretches = {readonly from: number; readonly to: number; readonly step: number};

const times = new Float64Array(segmentRows);
const statuses = new Uint32Array(segmentRows);
const flags = new Uint32Array(segmentRows);
const durations = new Float64Array(segmentRows);

/**
 * How many of the entries that match fall into each stretch of time, by class of status, and how long they took.
 *
 * @throws RangeError for more stretches than `mostStretches`, or a step that is none
 */
export const histogram = async (scan: Scan, {from, to, step}: Stretches): Promise<Histogram> => {
	const length = Math.max(1, Math.ceil((to - from) / step));
	if (!(step > 0 && length <= mostStretches)) {
		throw new RangeError(
			`From ${from} to ${to} in steps of ${step}: no more than ${mostStretches} are counted`,
		);
	}
	const classes = Array.from({length: statusClasses}, () => new Float64Array(length));
	let sketches: DurationSketches | undefined;
	const end = from + length * step;
	await scan.eachSegment(
		(segment, allRows) => {
			const {rows} = segment;
			const timed = withTime(segment, allRows);
			copyValues(segment.time.stored(), rows, times);
			copyValues(segment.status.stored(), rows, statuses);
			for (let index = 0; index < timed.length; index++) {
				const row = timed[index] ?? 0;
				const place = Math.floor(((times[row] ?? 0) - from) / step);
				if (place >= 0 && place < length) {
					const counts = classes[classOfStatus[statuses[row] ?? 0] ?? 0] as Float64Array;
					counts[place] = (counts[place] ?? 0) + 1;
				}
			}
			const taken = segment.durationMs.stored();
			if (taken.values === undefined && Number.isNaN(taken.base)) {
				return;
			}
			copyValues(taken, rows, durations);
			for (let index = 0; index < timed.length; index++) {
				const row = timed[index] ?? 0;
				const place = Math.floor(((times[row] ?? 0) - from) / step);
				const duration = durations[row] ?? Number.NaN;
				if (place >= 0 && place < length && !Number.isNaN(duration)) {
					sketches ??= new DurationSketches(length);
					sketches.add(place, duration);
				}
			}
		},
		segment => isBetween(segment, from, end),
	);
	const quantile = (of: DurationSketches, share: number): Float64Array =>
		Float64Array.from({length}, (_, place) => of.quantile(place, share));
	return {
		from,
		step,
		classes,
		durations: sketches
			? {p50: quantile(sketches, 0.5), p95: quantile(sketches, 0.95), p99: quantile(sketches, 0.99)}
			: null,
		partial: false,
	};
};

/** Whether a segment may hold entries of that time. */
const isBetween = (segment: Segment, from: number, end: number): boolean => {
	const {rows, evicted} = segment;
	return (
		evicted < rows &&
		segment.time.get(segment.rowAt(evicted)) < end &&
		segment.time.get(segment.rowAt(rows - 1)) >= from
	);
};

const withTimes = new Uint16Array(segmentRows);

/** The rows that have a time. */
const withTime = (segment: Segment, rows: Uint16Array): Uint16Array => {
	const stored = segment.flags.stored();
	if (stored.values === undefined) {
		return (stored.base & entryFlags.timeless) === 0 ? rows : rows.subarray(0, 0);
	}
	copyValues(stored, segment.rows, flags);
	let count = 0;
	for (const row of rows) {
		if (((flags[row] ?? 0) & entryFlags.timeless) === 0) {
			withTimes[count++] = row;
		}
	}
	return withTimes.subarray(0, count);
};
