/** What several runs gave. */
export type Spread = {readonly median: number; readonly least: number; readonly most: number};

/** Throws when there are no values. */
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

/** The least of the values that so large a share of them, 0 to 1, isn't above. Throws when there are no values. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
	if (value === undefined) {
		throw new RangeError('No values');
	}
	return value;
}

/** The worst of all values in place of the median, and the least of what is the worst of each so many in turn. */
export function worst(values: readonly number[], each: number): Spread {
	const groups = Array.from({length: Math.ceil(values.length / each)}, (_, group) =>
		Math.max(...values.slice(group * each, (group + 1) * each)),
	);
	const {least, most} = spread(groups);
	return {median: most, least, most};
}

/** What each one of so many more takes: between the medians, and at least and most between any two of the runs. */
export function slope(small: Spread, large: Spread, more: number): Spread {
	return {
		median: (large.median - small.median) / more,
		least: (large.least - small.most) / more,
		most: (large.most - small.least) / more,
	};
}
