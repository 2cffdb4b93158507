import {copyReals} from '../index/compact.js';
import {segmentRows} from '../index/row-numbers.js';
import {bandOf, type Heatmap} from './answers.js';
import {hasDurations} from './durations/duration-sketches.js';
import {type HistogramRange, intervalsOf, isBetween, withTime} from './histogram.js';
import type {EntryScan} from './scan.js';

const timesOfRows = new Float64Array(segmentRows);
const durations = new Float64Array(segmentRows);

/** Durations in whole ms below this are looked up. Most logs have only such durations. */
const lookedUp = 4096;

/**
 * Counts the matching entries that have a time and a duration, by interval of time and band of durations.
 * @param bounds - see `Heatmap`
 * @throws RangeError for more than `maxBuckets` intervals, or an invalid step
 */
export async function heatmap(
	scan: EntryScan,
	range: HistogramRange,
	bounds: readonly number[],
): Promise<Heatmap> {
	const {from, step} = range;
	const length = intervalsOf(range);
	const map: CountedMap = {
		...{from, step, length, bounds},
		bands: Uint8Array.from({length: lookedUp}, (_, duration) => bandOf(duration, bounds)),
		counts: new Float64Array((bounds.length + 1) * length),
	};
	await scan.eachSegment(
		(segment, allRows) => {
			if (hasDurations(segment)) {
				const rows = withTime(segment, allRows);
				copyReals(segment.time.stored(), segment.rows, timesOfRows);
				copyReals(segment.durationMs.stored(), segment.rows, durations);
				countRows(rows, map);
			}
		},
		segment => isBetween(segment, from, from + length * step),
	);
	return {from, step, bounds, counts: map.counts, partial: false};
}

type CountedMap = Pick<Heatmap, 'from' | 'step' | 'bounds' | 'counts'> & {
	readonly length: number;
	/** The bands of durations that are looked up. */
	readonly bands: Uint8Array;
};

/** Counts rows whose times and durations have been copied. A function of its own: variables of a closure take twice the time. */
function countRows(rows: Uint16Array, {from, step, length, bounds, bands, counts}: CountedMap): void {
	// Most rows are in the interval of the row before.
	let interval = -1;
	let begin = 0;
	let end = 0;
	for (let index = 0; index < rows.length; index++) {
		const row = rows[index] ?? 0;
		const time = timesOfRows[row] ?? 0;
		const duration = durations[row] ?? Number.NaN;
		if (time < begin || time >= end) {
			interval = Math.floor((time - from) / step);
			begin = from + interval * step;
			end = begin + step;
		}
		if (interval < 0 || interval >= length || Number.isNaN(duration)) {
			continue;
		}
		// An array access with any other number takes a multiple of the time.
		const whole = duration | 0;
		const band =
			whole === duration && whole >= 0 && whole < lookedUp ? (bands[whole] ?? 0) : bandOf(duration, bounds);
		const cell = band * length + interval;
		counts[cell] = (counts[cell] ?? 0) + 1;
	}
}
