import {binning, bins, durationOf} from '../../answers/durations/duration-sketches.js';

const {shortest, longest, logGrowth, firstBin} = binning;

/** The bin of a duration, as `binOf` has it; below 0 where there is no duration. */
export const binOfDuration = `multiIf(isNull(duration_ms), -1, duration_ms < ${shortest}, 0, toInt32(ceil(log(least(duration_ms, toFloat64(${longest}))) / ${logGrowth})) - (${firstBin - 1}))`;

/** The bins of a group of rows, shortest durations first, each with how many there are: of rows of `bin` and `c`. */
export const sortedBins = 'arraySort(groupArrayIf((bin, c), bin >= 0))';

/**
 * The bin of the shortest duration that so large a share of all doesn't exceed; NULL where there is none.
 * @param bins - the name of a column that is `sortedBins`
 */
export function quantileBin(bins: string, share: number): string {
	return `if(empty(${bins}), NULL, ${bins}[arrayFirstIndex(upTo -> upTo >= ceil(arraySum(pair -> pair.2, ${bins}) * ${share}), arrayCumSum(pair -> pair.2, ${bins}))].1)`;
}

/** What stands for the durations of a bin, milliseconds; null for none. */
export function durationIn(bin: number | null): number | null {
	return bin === null ? null : durationOf(Math.min(bin, bins - 1));
}
