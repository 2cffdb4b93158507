import type {RowBits} from './row-bits.js';
import {rowNumbers} from './row-numbers.js';
import type {Segment} from './segment.js';
import {segmentRows} from './segment-rows.js';

const found = new Uint16Array(segmentRows);
const held = new Int32Array(segmentRows / 32);

/** The rows of a segment that match and haven't been let go, in ascending order; good until it is called again. */
export const matchingRows = (segment: Segment, bits: RowBits): Uint16Array => {
	const {rows, evicted} = segment;
	if (bits === null || evicted === rows) {
		return rowNumbers(0);
	}
	if (segment.isInOrder) {
		return bits === 'all' ? rowNumbers(rows).subarray(evicted) : rowsOf(bits, evicted, rows);
	}
	if (evicted === 0) {
		return bits === 'all' ? rowNumbers(rows) : rowsOf(bits, 0, rows);
	}
	return rowsOf(heldOf(segment, bits), 0, rows);
};

/** The bits of rows from `first` on, up to but without `end`. */
const rowsOf = (bits: Int32Array, first: number, end: number): Uint16Array => {
	let count = 0;
	const words = Math.min(bits.length, (end + 31) >>> 5);
	for (let word = first >>> 5; word < words; word++) {
		let left = bits[word] ?? 0;
		if (word === first >>> 5) {
			left &= -1 << (first & 31);
		}
		if (word === end >>> 5) {
			left &= ~(-1 << (end & 31));
		}
		const row = word * 32;
		while (left !== 0) {
			found[count++] = row + 31 - Math.clz32(left & -left);
			left &= left - 1;
		}
	}
	return found.subarray(0, count);
};

const heldOf = (segment: Segment, bits: Int32Array | 'all'): Int32Array => {
	held.fill(0);
	for (let rank = segment.evicted; rank < segment.rows; rank++) {
		const row = segment.rowAt(rank);
		held[row >>> 5] = (held[row >>> 5] ?? 0) | (1 << (row & 31));
	}
	if (bits !== 'all') {
		for (let word = 0; word < held.length; word++) {
			held[word] = (held[word] ?? 0) & (bits[word] ?? 0);
		}
	}
	return held;
};
