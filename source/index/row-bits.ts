import type {Segment} from './segment.js';

/** Some rows of a segment as bits, row 0 the lowest of word 0; 'all' for every row, null for none. */
export type RowBits = Int32Array | 'all' | null;

/** Which entries are wanted of those held. */
export type RowFilter = {
	/** The rows of a segment that are wanted; among them may be rows that have been let go, which don't count. */
	of(segment: Segment): RowBits;
	/** How many of a segment are wanted, without those let go. */
	countOf(segment: Segment): number;
};

/** Whether a row is one of them. */
export function hasRow(bits: RowBits, row: number): boolean {
	return bits === 'all' || (bits !== null && (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1);
}

/** The number of bits in a word (Warren, Hacker's Delight, figure 5-2). */
export function bitsIn(word: number): number {
	let bits = word - ((word >>> 1) & 0x5555_5555);
	bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
	return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** How many of the rows of a segment from a rank on are among them. */
export function countFromRank(segment: Segment, bits: RowBits, rank: number): number {
	const {rows} = segment;
	if (bits === null || rank >= rows) {
		return 0;
	}
	if (bits === 'all') {
		return rows - rank;
	}
	if (!segment.isInOrder) {
		let count = 0;
		for (let at = rank; at < rows; at++) {
			const row = segment.rowAt(at);
			count += ((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1;
		}
		return count;
	}
	const first = rank >>> 5;
	let count = bitsIn((bits[first] ?? 0) & (-1 << (rank & 31)));
	for (let word = first + 1, last = (rows + 31) >>> 5; word < last; word++) {
		count += bitsIn(bits[word] ?? 0);
	}
	return count;
}

/**
 * The nearest rank from `rank` on, in steps of 1 or -1, whose row is among them; -1 when there is none up to the newest
 * or down to the oldest that hasn't been let go.
 */
export function nextRank(segment: Segment, bits: RowBits, rank: number, step: 1 | -1): number {
	const {rows, evicted} = segment;
	if (bits === null || rank >= rows || rank < evicted) {
		return -1;
	}
	if (bits === 'all') {
		return rank;
	}
	if (!segment.isInOrder) {
		for (let at = rank; at >= evicted && at < rows; at += step) {
			if (hasRow(bits, segment.rowAt(at))) {
				return at;
			}
		}
		return -1;
	}
	const mask = step === 1 ? -1 << (rank & 31) : -1 >>> (31 - (rank & 31));
	const end = step === 1 ? (rows + 31) >>> 5 : (evicted >>> 5) - 1;
	for (let word = rank >>> 5, wanted = mask; word !== end; word += step, wanted = -1) {
		const found = (bits[word] ?? 0) & wanted;
		if (found !== 0) {
			const bit = step === 1 ? 31 - Math.clz32(found & -found) : 31 - Math.clz32(found);
			const at = word * 32 + bit;
			return at >= evicted && at < rows ? at : -1;
		}
	}
	return -1;
}
