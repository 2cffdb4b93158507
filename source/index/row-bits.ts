import type {Segment} from './segment.js';

/** A set of rows of a segment. Row 0 is the lowest bit of word 0. 'all' is every row, null no row. */
export type RowBits = Int32Array | 'all' | null;

/** The wanted entries among the stored ones. */
export type RowFilter = {
	/** Returns the wanted rows of a segment. May include evicted rows, which don't count. */
	of(segment: Segment): RowBits;
	/** Returns the number of wanted rows in a segment, without evicted ones. */
	countOf(segment: Segment): number;
	/** Returns a bit for each row of a segment that hasn't been judged yet; undefined if all have. Without this method, all have. */
	unreadOf?(segment: Segment): Int32Array | undefined;
	/** Notes that all rows of a new, sealed segment are wanted. */
	wantAll?(segment: Segment): void;
};

/** Checks that the set contains a row. */
export function hasRow(bits: RowBits, row: number): boolean {
	return bits === 'all' || (bits !== null && (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1);
}

/** Returns the number of bits set in a word (Warren, Hacker's Delight, figure 5-2). */
export function bitsIn(word: number): number {
	let bits = word - ((word >>> 1) & 0x5555_5555);
	bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
	return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Returns the number of rows from a rank on that are in the set. */
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
 * Returns the nearest rank from `rank` on, in steps of 1 or -1, whose row is in the set. Returns -1 if the search reaches the
 * end of the segment or the oldest stored entry.
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
