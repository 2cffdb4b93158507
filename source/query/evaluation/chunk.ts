import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';

/** Maximum number of rows evaluated at once: a whole segment, which takes 0.05 ms. */
export const chunkRows = segmentRows;

/** Number of 32-bit words for these rows. */
const chunkWords = chunkRows / 32;

/** A range of rows of a segment that starts at a multiple of 32. */
export type Chunk = {
	segment: Segment;
	first: number;
	/** Number of 32-bit words for the rows. Bits beyond the last row are never wanted. */
	words: number;
	/**
	 * Nodes set the bits of wanted rows whose lines they would have to read. Such rows don't match yet. The rows of `lost` never
	 * will, because their lines can no longer be read.
	 */
	readonly unread: Int32Array;
	readonly lost: Int32Array;
};

/** Creates a bit set for the rows of a chunk. */
export function chunkBits(): Int32Array {
	return new Int32Array(chunkWords);
}

/** True if no bit is set in the first `words` words. */
export function isEmpty(bits: Int32Array, words: number): boolean {
	for (let word = 0; word < words; word++) {
		if (bits[word] !== 0) {
			return false;
		}
	}
	return true;
}

/** Sets the bits of the first rows, and clears the other bits. */
export function setFirst(bits: Int32Array, rows: number): void {
	const whole = rows >>> 5;
	bits.fill(-1, 0, whole);
	bits.fill(0, whole);
	if (whole < bits.length && rows % 32 > 0) {
		bits[whole] = ~(-1 << (rows % 32));
	}
}
