import {day, hour, minute, second} from '../../../durations.js';

/** Seven days, in ms. */
export const week = 7 * day;

/** Convenient lengths of a column. Longer ones are weeks, doubled each time. */
const nice: readonly number[] = [
	...[1, 2, 5, 10, 15, 30].map(n => n * second),
	...[1, 2, 5, 10, 15, 30].map(n => n * minute),
	...[1, 2, 3, 6, 12].map(n => n * hour),
	day,
	week,
];

/** Returns the shortest convenient length with which `columns` cover `span`; in ms. */
export function stepFor(span: number, columns: number): number {
	const min = span / Math.max(1, columns);
	let step = nice.find(candidate => candidate >= min) ?? week;
	while (step < min) {
		step *= 2;
	}
	return step;
}

/** Returns the next shorter length, or `step` itself if there is none. */
export function finer(step: number): number {
	return step > week ? step / 2 : (nice.findLast(candidate => candidate < step) ?? step);
}

/** Returns the next longer length. */
export function coarser(step: number): number {
	return nice.find(candidate => candidate > step) ?? step * 2;
}

/** 1 January 1970 was a Thursday. */
const firstMonday = 4 * day;

/** Returns the last multiple of a step before a local time; for weeks, the last Monday. */
export function multipleBefore(shown: number, step: number): number {
	const phase = step % week === 0 ? firstMonday : 0;
	return Math.floor((shown - phase) / step) * step + phase;
}

/** Formats a length: `30 s`, `5 min`, `1 h`, `1 day`, `2 weeks`. */
export function stepText(step: number): string {
	const units = [
		[week, 'week'],
		[day, 'day'],
		[hour, 'h'],
		[minute, 'min'],
	] as const;
	for (const [length, unit] of units) {
		if (step >= length) {
			const n = step / length;
			return `${n} ${unit}${n > 1 && unit.length > 3 ? 's' : ''}`;
		}
	}
	return `${step / second} s`;
}
