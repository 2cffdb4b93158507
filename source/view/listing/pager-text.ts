import type {ListingState} from './listing-state.js';

/**
 * Which rows the page has, and whether it flows. A held page is to stay as it is, so it doesn't name the
 * total, which goes on growing in the count line.
 */
export function pagerText({mode, frozen, rows, newer, count}: ListingState): string {
	if (rows.length === 0) {
		return '';
	}

	const range = `${newer + 1}–${newer + rows.length}`;
	if (frozen) {
		return `${range}, frozen (= goes on)`;
	}

	return mode === 'held' ? `${range}, held (g follows again)` : `${range} of ${count?.n ?? 0}, following`;
}
