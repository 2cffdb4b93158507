import {binning, bins, durationOf} from '../../answers/durations/duration-sketches.js';

const {minDuration, maxDuration, logGrowth, firstBin} = binning;

/** Returns the SQL expression for the bin of a number in a column, the same as `binOf`; negative for NULL. */
export function binIn(column: 'duration_ms' | 'bytes'): string {
	return `multiIf(isNull(${column}), -1, ${column} < ${minDuration}, 0, toInt32(ceil(log(least(toFloat64(${column}), toFloat64(${maxDuration}))) / ${logGrowth})) - (${firstBin - 1}))`;
}

/** SQL expression for the bin of a duration. */
export const binOfDuration = binIn('duration_ms');

/** SQL expression for the bins of a group with their counts, shortest duration first. The rows have the columns `bin` and `c`. */
export const sortedBins = 'arraySort(groupArrayIf((bin, c), bin >= 0))';

/**
 * Returns the SQL expression for the bin of a quantile: the shortest duration that a `share` of all durations doesn't exceed;
 * NULL without durations.
 * @param bins - name of a column with `sortedBins`
 */
export function quantileBin(bins: string, share: number): string {
	return `if(empty(${bins}), NULL, ${bins}[arrayFirstIndex(upTo -> upTo >= ceil(arraySum(pair -> pair.2, ${bins}) * ${share}), arrayCumSum(pair -> pair.2, ${bins}))].1)`;
}

/** Returns the duration that represents a bin, in ms; null for null. */
export function durationIn(bin: number | null): number | null {
	return bin === null ? null : durationOf(Math.min(bin, bins - 1));
}
