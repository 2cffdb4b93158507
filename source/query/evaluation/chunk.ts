import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';

/** The most rows that are looked at in one go: all of a segment, which takes a twentieth of a millisecond. */
export const chunkRows = segmentRows;

/** Words of bits that those take. */
const chunkWords = chunkRows / 32;

/** Some rows of a segment, from a multiple of 32 on. */
export type Chunk = {
	segment: Segment;
	/** The first row. */
	first: number;
	/** Words of bits for them; those beyond the last row are never wanted. */
	words: number;
};

/** A bit for each row of a chunk. */
export function chunkBits(): Int32Array {
	return new Int32Array(chunkWords);
}

/** Whether none of the first words has a bit. */
export function isEmpty(bits: Int32Array, words: number): boolean {
	for (let word = 0; word < words; word++) {
		if (bits[word] !== 0) {
			return false;
		}
	}
	return true;
}
