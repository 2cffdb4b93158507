import {columnRows} from '../wasm/kernel.js';

/** Rows in a full segment. Their numbers fit in 16 bits, and each column of a growing segment fits in the CPU cache. */
export const segmentRows: number = columnRows;

const rows = new Uint16Array(segmentRows);
let made = 0;

/**
 * Returns the numbers of the first `count` rows in order; don't change them. The array grows only on demand, because filling the
 * whole array takes some milliseconds, by which the first late lines could delay the start.
 */
export function rowNumbers(count: number): Uint16Array {
	for (; made < count; made++) {
		rows[made] = made;
	}
	return rows.subarray(0, count);
}
