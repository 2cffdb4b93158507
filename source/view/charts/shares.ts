import {statusClasses} from '../../answers/answers.js';

/** How the status classes are called, by their number. */
export function className(statusClass: number): string {
	return statusClass === 0 ? 'other' : `${statusClass}xx`;
}

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

/** All of them together. */
export function sumOf(counts: readonly number[]): number {
	return counts.reduce((sum, n) => sum + n, 0);
}

const serverError = 5;

/**
 * The character of the cell of 5xx where a bar has one of them only, which stands for less then: one failure must not look
 * like a hundred. Else undefined.
 * @param cells - the bar, as `stacked` has it
 * @param wanted - the cells that the 5xx would have, of which that one is a part
 * @param characters - of the theme
 */
export function fewErrors(cells: readonly number[], wanted: number, characters: string): string | undefined {
	if (cells[0] !== serverError || cells[1] === serverError) {
		return undefined;
	}

	const all = Array.from(characters);
	return all[Math.max(0, Math.min(all.length, Math.ceil(wanted * all.length)) - 1)];
}

/**
 * The shares of the parts of one whole, for reading: `62%`. Together they never exceed 100%, and parts that are the whole
 * add up to 100%: the ones with the largest remainders are rounded up. Says neither 0% of something nor 100% of less than
 * all. A share below half a percent stays `<1%`, which stands for what the others lack.
 * @param whole - requests in all, those of parts that are not shown included
 */
export function shares(parts: readonly number[], whole = sumOf(parts)): readonly string[] {
	const sum = sumOf(parts);
	// Counts that are estimates may exceed it.
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
