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
