import {day} from '../durations.js';
import type {LocalTime} from './local-time.js';
import {coarser, finer, multipleAfter, multipleBefore, stepFor} from './steps.js';

/**
 * Returns the starts of a chart's columns and the end of the last one: local times that are multiples of `step`. A column of a
 * day is a local day, even one of 23 or 25 hours; one of a month is a month of the calendar.
 * @param to - time to include in the last column, unless that would take more than `max` columns
 */
export function edges(
	from: number,
	to: number,
	step: number,
	local: LocalTime,
	max: number,
): readonly number[] {
	const shown = local.shownAt(from);
	const first = multipleBefore(shown, step);
	const begin = beginOf(from, shown, first, step, local);
	const found = [begin];
	for (let n = 1; n <= max && (found.at(-1) ?? to) <= to; n++) {
		found.push(step < day ? begin + n * step : local.timeOf(multipleAfter(first, step, n)));
	}
	return found;
}

/** Returns the start of the column of `from`. `shown` and `first` are `from` and that start in local time. */
function beginOf(from: number, shown: number, first: number, step: number, local: LocalTime): number {
	// `from` decides which of the two hours is meant if clocks show an hour twice.
	const near = from - (shown - first);
	if (local.shownAt(near) === first) {
		return near;
	}
	const begin = local.timeOf(first);
	return step < day ? begin + Math.floor((from - begin) / step) * step : begin;
}

/**
 * Returns the step with which everything fits. Columns begin at full hours or days, so the period may need one more column than
 * its length requires.
 */
export function autoStep(first: number, last: number, columns: number, local: LocalTime): number {
	// Months and years differ in length.
	let step = finer(stepFor(last - first, columns));
	while ((edges(first, last, step, local, columns).at(-1) ?? 0) <= last) {
		step = coarser(step);
	}
	return step;
}

/** Consecutive columns of equal length. */
export type Run = {readonly from: number; readonly to: number; readonly step: number};

/** Returns the runs of equally long columns in a chart. There is one, unless days differ in length. */
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

/** Returns the column of a time: -1 before the first column, the number of columns after the last. */
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
