import {day, hour, minute, second} from '../durations.js';

/** Seven days, in ms. */
export const week = 7 * day;

/** Nominal lengths of calendar steps, in ms. Their columns begin with a month. */
const month = 30 * day;
const quarter = 91 * day;
const year = 365 * day;

/** Lengths of a column. Neighbours differ by 1.5, some by 2, so a chart is at least half full. Longer ones are years, doubled. */
const steps: readonly number[] = [
	...[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 40].map(n => n * second),
	...[1, 1.5, 2, 3, 4, 6, 10, 12, 15, 20, 30, 40].map(n => n * minute),
	...[1, 1.5, 2, 3, 4, 6, 8, 12].map(n => n * hour),
	...[1, 2, 3, 7, 14].map(n => n * day),
	month,
	quarter,
	year,
];

/** Returns the shortest step, in ms, with which `columns` steps cover `span`. */
export function stepFor(span: number, columns: number): number {
	const min = span / Math.max(1, columns);
	let step = steps.find(candidate => candidate >= min) ?? year;
	while (step < min) {
		step *= 2;
	}
	return step;
}

/** Returns the next shorter step, or `step` itself if it is the shortest. */
export function finer(step: number): number {
	return step > year ? step / 2 : (steps.findLast(candidate => candidate < step) ?? step);
}

/** Returns the next longer step. */
export function coarser(step: number): number {
	return steps.find(candidate => candidate > step) ?? step * 2;
}

/** Returns the number of months of a calendar step; 0 for a step that always has the same length. */
function monthsOf(step: number): number {
	return step < month ? 0 : step === month ? 1 : step === quarter ? 3 : 12 * Math.round(step / year);
}

/** 1 January 1970 was a Thursday. */
const firstMonday = 4 * day;

/** Returns the last multiple of a step before a local time; for weeks, the last Monday; for months, the first day of one. */
export function multipleBefore(shown: number, step: number): number {
	const months = monthsOf(step);
	if (months > 0) {
		const date = new Date(shown);
		const all = date.getUTCFullYear() * 12 + date.getUTCMonth();
		return monthStart(Math.floor(all / months) * months);
	}
	const phase = step % week === 0 ? firstMonday : 0;
	return Math.floor((shown - phase) / step) * step + phase;
}

/** Returns the multiple of `step` that is `n` steps after `shown`, in local time. */
export function multipleAfter(shown: number, step: number, n: number): number {
	const months = monthsOf(step);
	if (months === 0) {
		return shown + n * step;
	}
	const date = new Date(shown);
	return monthStart(date.getUTCFullYear() * 12 + date.getUTCMonth() + n * months);
}

/** @param months - months since the year 0 */
function monthStart(months: number): number {
	return new Date(0).setUTCFullYear(Math.floor(months / 12), months % 12, 1);
}

/** Formats a step: `40 s`, `1½ min`, `1 h`, `1 day`, `2 weeks`, `3 months`. */
export function stepText(step: number): string {
	const months = monthsOf(step);
	const [n, unit] =
		months % 12 === 0 && months > 0
			? [months / 12, 'year']
			: months > 0
				? [months, 'month']
				: ((
						[
							[week, 'week'],
							[day, 'day'],
							[hour, 'h'],
							[minute, 'min'],
							[second, 's'],
						] as const
					)
						.filter(([length]) => step >= length && (step % length === 0 || step < day))
						.map(([length, name]) => [step / length, name] as const)[0] ?? [step / second, 's']);
	return `${n === 1.5 ? '1½' : n} ${unit}${n > 1 && unit.length > 3 ? 's' : ''}`;
}
