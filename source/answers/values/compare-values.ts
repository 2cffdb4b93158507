import {compareTexts} from '../../index/file-orders.js';
import {enoughRequests, type FacetValue} from '../answers.js';

/** A value, and how many entries have it. */
export type CountedValue = Pick<FacetValue, 'value' | 'n'>;

/** The most frequent first, of equally frequent ones the first in the order of their characters: for `sort`. */
export function compareCounts(a: CountedValue, b: CountedValue): number {
	return b.n - a.n || compareTexts(a.value ?? '', b.value ?? '');
}

/** Those without durations last, and before them those with too few requests for their slowness to tell. */
function groupOf({n, p95}: Pick<FacetValue, 'n' | 'p95'>): number {
	return p95 === null ? 2 : n < enoughRequests ? 1 : 0;
}

/** Less than 0 when the first one stands before the second one in the order of slowness, 0 when their texts decide. */
export function compareSlowness(a: Pick<FacetValue, 'n' | 'p95'>, b: Pick<FacetValue, 'n' | 'p95'>): number {
	return groupOf(a) - groupOf(b) || (b.p95 ?? 0) - (a.p95 ?? 0) || b.n - a.n;
}

/** The slowest first: for `sort`. */
export function compareSlowest(a: FacetValue, b: FacetValue): number {
	return compareSlowness(a, b) || compareCounts(a, b);
}
