/** Median, minimum and maximum of several runs. */
export type Spread = {readonly median: number; readonly least: number; readonly most: number};

/**
 * Computes the spread of values.
 * @throws RangeError if there are no values
 */
export function spread(values: readonly number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const least = sorted[0];
	const most = sorted.at(-1);
	if (least === undefined || most === undefined) {
		throw new RangeError('No values');
	}
	const low = sorted[(sorted.length - 1) >>> 1] ?? least;
	const high = sorted[sorted.length >>> 1] ?? most;
	return {median: (low + high) / 2, least, most};
}

/**
 * Returns a percentile: the smallest value that is at least as large as `share` (0 to 1) of the values.
 * @throws RangeError if there are no values
 */
export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
	if (value === undefined) {
		throw new RangeError('No values');
	}
	return value;
}

/** Returns a spread whose median is the minimum, as the value without what slowed down the other runs. */
export function best(values: readonly number[]): Spread {
	const {least, most} = spread(values);
	return {median: least, least, most};
}

/**
 * Returns a spread of maximums. Splits the values into consecutive groups of `each`. `median` and `most` are the maximum of all
 * values, `least` is the smallest maximum of a group.
 */
export function worst(values: readonly number[], each: number): Spread {
	const groups = Array.from({length: Math.ceil(values.length / each)}, (_, group) =>
		Math.max(...values.slice(group * each, (group + 1) * each)),
	);
	const {least, most} = spread(groups);
	return {median: most, least, most};
}

/**
 * Computes the growth per unit when the count increases by `more`: the difference of the medians, and the smallest and largest
 * difference between any two runs.
 */
export function slope(small: Spread, large: Spread, more: number): Spread {
	return {
		median: (large.median - small.median) / more,
		least: (large.least - small.most) / more,
		most: (large.most - small.least) / more,
	};
}
