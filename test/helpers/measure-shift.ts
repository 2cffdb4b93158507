import type {Percentile, Percentiles} from '../../source/differences/change.js';
import type {FoundMeasureShift} from '../../source/differences/differences.js';

/** Returns a shift of a percentile. The other percentiles are 1 on both sides. */
export function measureShift(
	selected: number,
	baseline: number,
	percentile: Percentile = 'p95',
): FoundMeasureShift {
	const side = (value: number): Percentiles => ({p50: 1, p75: 1, p95: 1, [percentile]: value});
	return {percentile, selected: side(selected), baseline: side(baseline)};
}
