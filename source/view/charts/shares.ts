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

/**
 * Formats shares of a whole: `62%`. Their sum never exceeds 100 %. If the parts are the whole, they add up to 100 %: shares with
 * the largest remainders are rounded up. A part greater than 0 is never `0%`, and a part of less than everything never `100%`. A
 * share below half a percent is `<1%`, which accounts for the difference to 100 %.
 * @param whole - number of all requests, including parts that aren't shown
 */
export function shares(parts: readonly number[], whole = sumOf(parts)): readonly string[] {
	const sum = sumOf(parts);
	// Estimated counts may exceed `whole`.
	const all = Math.max(whole, sum);
	if (all === 0) {
		return parts.map(() => '0%');
	}
	const exact = [...parts, all - sum].map((part, place) => {
		const remainder = (100 * part) % all;
		return {place, part, remainder, percent: (100 * part - remainder) / all};
	});
	const left = 100 - sumOf(exact.map(({percent}) => percent));
	const roundedUp = new Set(
		exact
			.filter(({part, remainder}) => remainder > 0 && 200 * part >= all)
			.sort((a, b) => b.remainder - a.remainder || b.part - a.part)
			.slice(0, left)
			.map(({place}) => place),
	);
	return exact.slice(0, parts.length).map(({place, part, percent}) => {
		const rounded = percent + (roundedUp.has(place) ? 1 : 0);
		if (part > 0 && rounded === 0) {
			return '<1%';
		}
		return part < all && rounded === 100 ? '>99%' : `${rounded}%`;
	});
}

/** Formats a share of a whole: `83 %`, `7.0 %`, `<0.1 %`, `0 %`. A part of less than everything is never `100 %`. */
export function percentText(part: number, whole: number): string {
	if (part === 0 || whole === 0) {
		return '0 %';
	}
	const percent = (100 * part) / whole;
	if (percent < 0.05) {
		return '<0.1 %';
	}
	return percent < 9.95
		? `${percent.toFixed(1)} %`
		: part < whole && percent >= 99.5
			? '>99 %'
			: `${Math.round(percent)} %`;
}
