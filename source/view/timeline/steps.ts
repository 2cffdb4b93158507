import {day, hour, minute, second} from '../../durations.js';

/** Seven days, milliseconds. */
export const week = 7 * day;

/** Lengths of a column that one can reckon with. Longer ones are weeks, twice as many each time. */
const nice: readonly number[] = [
	...[1, 2, 5, 10, 15, 30].map(n => n * second),
	...[1, 2, 5, 10, 15, 30].map(n => n * minute),
	...[1, 2, 3, 6, 12].map(n => n * hour),
	day,
	week,
];

/** The shortest nice length of which `columns` are enough for `span`; milliseconds. */
export function stepFor(span: number, columns: number): number {
	const least = span / Math.max(1, columns);
	let step = nice.find(candidate => candidate >= least) ?? week;
	while (step < least) {
		step *= 2;
	}

	return step;
}

/** The next shorter one; the same where there is none. */
export function finer(step: number): number {
	return step > week ? step / 2 : (nice.findLast(candidate => candidate < step) ?? step);
}

/** The next longer one. */
export function coarser(step: number): number {
	return nice.find(candidate => candidate > step) ?? step * 2;
}

/** 1 January 1970 was a Thursday. */
const firstMonday = 4 * day;

/** The last time that is a multiple of a step, of weeks a Monday; of what the clocks of a zone show. */
export function multipleBefore(shown: number, step: number): number {
	const phase = step % week === 0 ? firstMonday : 0;
	return Math.floor((shown - phase) / step) * step + phase;
}

/** A length for reading: `30 s`, `5 min`, `1 h`, `1 day`, `2 weeks`. */
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
