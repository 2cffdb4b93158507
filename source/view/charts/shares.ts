import {sumOf} from './class-counts.js';

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
