import {columnRows} from '../wasm/kernel.js';

/**
 * Rows of a full segment: their numbers fit in 16 bits, and what a growing segment takes for each column fits in the
 * processor's cache.
 */
export const segmentRows: number = columnRows;

const rows = new Uint16Array(segmentRows);
let made = 0;

/**
 * The numbers of the first rows of a segment, in order; not to be changed. No more of them are made than were asked for:
 * all of them take some milliseconds, and the first that come late are among the few that the first screen waits for.
 */
export function rowNumbers(count: number): Uint16Array {
	for (; made < count; made++) {
		rows[made] = made;
	}
	return rows.subarray(0, count);
}
