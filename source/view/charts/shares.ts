import {statusClasses} from '../../answers/answers.js';

/** Returns the label of a status class. */
export function className(statusClass: number): string {
	return statusClass === 0 ? 'other' : `${statusClass}xx`;
}

/** Sums the counts of each status class over the buckets `first` to `end`, exclusive. */
export function classCounts(
	classes: readonly Float64Array[],
	first = 0,
	end = Number.POSITIVE_INFINITY,
): readonly number[] {
	return Array.from({length: statusClasses}, (_, statusClass) =>
		(classes[statusClass] ?? new Float64Array()).subarray(first, end).reduce((sum, n) => sum + n, 0),
	);
}

/** Returns the sum. */
export function sumOf(counts: readonly number[]): number {
	return counts.reduce((sum, n) => sum + n, 0);
}

const serverError = 5;

/**
 * Returns a thinner character for the 5xx cell of a bar if it has exactly one, which stands for less than a cell: one failure
 * must not look like a hundred. Otherwise returns undefined.
 * @param cells - the bar, as returned by `stacked`
 * @param wanted - exact height of the 5xx part in cells, less than 1 if the cell isn't full
 * @param characters - the theme's characters
 */
export function fewErrors(cells: readonly number[], wanted: number, characters: string): string | undefined {
	if (cells[0] !== serverError || cells[1] === serverError) {
		return undefined;
	}
	const all = Array.from(characters);
	return all[Math.max(0, Math.min(all.length, Math.ceil(wanted * all.length)) - 1)];
}
