import {compareTexts} from '../../index/file-orders.js';
import {enoughRequests, type FacetValue} from '../answers.js';

/** A value, and the number of entries with it. */
export type CountedValue = Pick<FacetValue, 'value' | 'n'>;

/** Compares by frequency, the highest first, then by text. For `sort`. */
export function compareCounts(a: CountedValue, b: CountedValue): number {
	return b.n - a.n || compareTexts(a.value ?? '', b.value ?? '');
}

/** Returns the group of a value: enough requests, too few requests, no durations. */
function groupOf({n, p95}: Pick<FacetValue, 'n' | 'p95'>): number {
	return p95 === null ? 2 : n < enoughRequests ? 1 : 0;
}

/** Compares by slowness, the slowest first; 0 if the values must decide. */
export function compareSlowness(a: Pick<FacetValue, 'n' | 'p95'>, b: Pick<FacetValue, 'n' | 'p95'>): number {
	return groupOf(a) - groupOf(b) || (b.p95 ?? 0) - (a.p95 ?? 0) || b.n - a.n;
}

/** Compares by slowness, the slowest first, then by frequency and text. For `sort`. */
export function compareSlowest(a: FacetValue, b: FacetValue): number {
	return compareSlowness(a, b) || compareCounts(a, b);
}
