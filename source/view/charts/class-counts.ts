import {statusClasses} from '../../answers/answers.js';

/** How the status classes are called, by their number. */
export const className = (statusClass: number): string => (statusClass === 0 ? 'other' : `${statusClass}xx`);

/** Counts by status class, from those of stretches of time `first` to `end`, exclusive. */
export function classCounts(
	classes: readonly Float64Array[],
	first = 0,
	end = Number.POSITIVE_INFINITY,
): readonly number[] {
	return Array.from({length: statusClasses}, (_, statusClass) =>
		(classes[statusClass] ?? new Float64Array()).subarray(first, end).reduce((sum, n) => sum + n, 0),
	);
}

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);
