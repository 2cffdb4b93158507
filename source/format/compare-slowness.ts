import {compareRanks, slownessRank} from '../answers/values/compare-values.js';
import {roundedDuration} from './time-texts.js';

type Slowness = {readonly n: number; readonly p95: number | null};

/**
 * Compares values by their 95th percentile as shown, the slowest first, then by requests: percentiles are approximate, so hidden
 * digits mean nothing. For `sort`.
 */
export function compareSlowness(a: Slowness, b: Slowness): number {
	return compareRanks(rankOf(a), rankOf(b));
}

function rankOf({n, p95}: Slowness) {
	return slownessRank(n, p95 === null ? null : roundedDuration(p95));
}
