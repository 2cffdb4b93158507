import {day} from '../../durations.js';
import {multipleBefore} from './steps.js';
import type {LocalTime} from './time-texts.js';

/**
 * Where the columns of a chart begin, and the last one ends: at the times that are multiples of `step` on the clocks of
 * the zone. Days are days there, also those of 23 and of 25 hours.
 * @param to - belongs to the last column, unless that were more than `most` columns
 */
export function edges(
	from: number,
	to: number,
	step: number,
	local: LocalTime,
	most: number,
): readonly number[] {
	const shown = local.shownAt(from);
	const first = multipleBefore(shown, step);
	const begin = beginOf(from, shown, first, step, local);
	const found = [begin];
	for (let n = 1; n <= most && (found.at(-1) ?? to) <= to; n++) {
		found.push(step < day ? begin + n * step : local.timeOf(first + n * step));
	}

	return found;
}

/** Where the column of `from` begins, at which the clocks show `shown`, and `first` where it begins. */
function beginOf(from: number, shown: number, first: number, step: number, local: LocalTime): number {
	// The hour that clocks show twice is told by `from`.
	const near = from - (shown - first);
	if (local.shownAt(near) === first) {
		return near;
	}

	const begin = local.timeOf(first);
	return step < day ? begin + Math.floor((from - begin) / step) * step : begin;
}

/** A run of columns of the same length. */
export type Run = {readonly from: number; readonly to: number; readonly step: number};

/** The runs of equally long columns that make up a chart: one, but for where days have another length. */
export function runs(of: readonly number[]): readonly Run[] {
	const found: Run[] = [];
	for (let index = 1; index < of.length; index++) {
		const from = of[index - 1] ?? 0;
		const to = of[index] ?? 0;
		const last = found.at(-1);
		if (last && last.step === to - from) {
			found[found.length - 1] = {...last, to};
		} else {
			found.push({from, to, step: to - from});
		}
	}

	return found;
}

/** The column that a time is in: -1 before the first, their number after the last. */
export function columnOf(time: number, of: readonly number[]): number {
	let low = 0;
	let high = of.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((of[middle] ?? 0) <= time) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return low - 1;
}
