import type {StoredValues} from '../index/column.js';
import {copyReals} from '../index/compact.js';
import {segmentRows} from '../index/row-numbers.js';
import type {AddCounts, RowClasses} from '../wasm/row-kernel.js';
import {bandOf, type Heatmap} from './answers.js';
import {countRows} from './count-rows.js';
import {hasDurations} from './durations/duration-sketches.js';
import {type HistogramRange, intervalsOf, isBetween, loadByTime} from './histogram.js';
import type {EntryScan} from './scan.js';

const durations = new Float64Array(segmentRows);
const bands = new Uint16Array(segmentRows);
/** The band of each stored number. New memory for each segment would take as long as the rest of the work. */
const bandOfNumber = new Uint16Array(65_536);

/** The class of each band: its number. */
const sameClass = Uint16Array.from({length: 257}, (_, band) => band);

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
	const counts = new Float64Array((bounds.length + 1) * length);
	// Rows without a duration have the class after the last band.
	const classes = bounds.length + 2;
	const add: AddCounts = (interval, first, words, at) => {
		for (let band = first; band < Math.min(first + 64, bounds.length + 1); band++) {
			const cell = band * length + interval;
			counts[cell] = (counts[cell] ?? 0) + (words[at + band - first] ?? 0);
		}
	};
	await countRows(
		scan,
		{size: length, classes, add},
		(kernel, segment, rows) => {
			loadByTime(kernel, segment, rows, {from, step, length});
			kernel.countClasses(bandsOf(segment.durationMs.stored(), segment.rows, bounds));
		},
		segment => hasDurations(segment) && isBetween(segment, from, from + length * step),
	);
	return {from, step, bounds, counts, partial: false};
}

/**
 * Returns the band of the duration of each row. Without a duration, it is the number after the last band. Valid until the next
 * call.
 */
function bandsOf(stored: StoredValues, rows: number, bounds: readonly number[]): RowClasses {
	const {values, base, unit, nan} = stored;
	const noBand = bounds.length + 1;
	if (values === undefined) {
		return {values, classOf: Uint16Array.of(bandOf(base, bounds))};
	}
	if (values instanceof Uint8Array || values instanceof Uint16Array) {
		const classOf = bandOfNumber.subarray(0, 2 ** (8 * values.BYTES_PER_ELEMENT));
		let end = classOf.length;
		for (let band = bounds.length; band > 0 && end > 0; band--) {
			const bound = bounds[band - 1] ?? 0;
			// Rounding may be off by one.
			let first = Math.max(0, Math.floor((bound - base) / unit) - 1);
			while (first < end && base + unit * first < bound) {
				first++;
			}
			classOf.fill(band, first, end);
			end = Math.min(end, first);
		}
		classOf.fill(0, 0, end);
		classOf.fill(noBand, nan, nan + 1);
		return {values, classOf};
	}
	copyReals(stored, rows, durations);
	for (let row = 0; row < rows; row++) {
		const duration = durations[row] ?? Number.NaN;
		bands[row] = Number.isNaN(duration) ? noBand : bandOf(duration, bounds);
	}
	return {values: bands, classOf: sameClass};
}
