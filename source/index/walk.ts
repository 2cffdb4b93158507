import {hasRow, nextRank, type RowFilter} from './row-bits.js';
import type {Segment} from './segment.js';

/** A position in the total order: time, then the sort position of the file, then offset. */
export type Key = {readonly time: number; readonly fileOrder: number; readonly offset: number};

/** An entry: a row of a segment. */
export type Ref = {readonly segment: Segment; readonly row: number};

/** Returns a file's position in the fixed order of files. */
type FileOrder = (file: number) => number;

/**
 * Returns the number of rows before a key in a segment, whose file has the position `fileOrder`. `andAt` includes the row with
 * that key.
 */
export function ranksBefore(segment: Segment, fileOrder: number, key: Key, andAt = false): number {
	if (fileOrder !== key.fileOrder) {
		return segment.rankOf(key.time, fileOrder < key.fileOrder ? Number.POSITIVE_INFINITY : -1);
	}
	return segment.rankOf(key.time, andAt ? key.offset + 0.5 : key.offset);
}

type Head = {readonly segment: Segment; readonly fileOrder: number; rank: number; row: number; time: number};

/** Iterates over the entries of all segments in the total order. A binary heap merges the segments' orders. */
export class Walk {
	readonly #heads: Head[] = [];
	readonly #step: 1 | -1;
	readonly #filter: RowFilter | undefined;

	/**
	 * Creates a walk. `start` returns the rank at which to enter a segment; `older` continues with lower ranks, `newer` with higher
	 * ones. `filter` selects the wanted entries; by default, all are wanted.
	 */
	constructor(
		segments: Iterable<Segment>,
		fileOrder: FileOrder,
		direction: 'older' | 'newer',
		start: (segment: Segment) => number,
		filter?: RowFilter,
	) {
		this.#step = direction === 'older' ? -1 : 1;
		this.#filter = filter;
		for (const segment of segments) {
			if (filter?.countOf(segment) === 0) {
				continue;
			}
			const head = {segment, fileOrder: fileOrder(segment.file), rank: start(segment), row: 0, time: 0};
			if (this.#load(head)) {
				this.#heads.push(head);
			}
		}
		for (let index = (this.#heads.length >>> 1) - 1; index >= 0; index--) {
			this.#sink(index);
		}
	}

	/** Returns the next entry; undefined after the last one. */
	next(): Ref | undefined {
		const head = this.#firstWanted();
		if (head === undefined) {
			return undefined;
		}
		const ref = {segment: head.segment, row: head.row};
		head.rank += this.#step;
		this.#settleFirst(head);
		return ref;
	}

	/**
	 * Returns the first head with a wanted entry. Only the first head is advanced to its next wanted entry: most segments never
	 * become first.
	 */
	#firstWanted(): Head | undefined {
		for (;;) {
			const head = this.#heads[0];
			if (head === undefined || this.#filter === undefined) {
				return head;
			}
			const bits = this.#filter.of(head.segment);
			if (hasRow(bits, head.row)) {
				return head;
			}
			head.rank = nextRank(head.segment, bits, head.rank, this.#step);
			this.#settleFirst(head);
		}
	}

	/**
	 * Advances in direction `newer` over up to `limit` entries, wanted or not, that belong to one segment. Returns the segment and
	 * the rank after the last of them; undefined after the last entry.
	 */
	run(limit: number): {readonly segment: Segment; readonly end: number} | undefined {
		const head = this.#heads[0];
		if (head === undefined) {
			return undefined;
		}
		const {segment, fileOrder, rank} = head;
		const other = this.#second();
		const before =
			other === undefined
				? segment.rows
				: ranksBefore(segment, fileOrder, {
						time: other.time,
						fileOrder: other.fileOrder,
						offset: other.segment.offset(other.row),
					});
		// Includes at least the current entry.
		const end = Math.min(rank + limit, Math.max(before, rank + 1));
		head.rank = end;
		this.#settleFirst(head);
		return {segment, end};
	}

	/** Returns the head that would be first without the current first. */
	#second(): Head | undefined {
		const [, left, right] = this.#heads;
		return left !== undefined && right !== undefined && this.#before(right, left) ? right : left;
	}

	/** Reloads the first head after its rank changed and restores the heap. */
	#settleFirst(head: Head): void {
		if (!this.#load(head)) {
			const last = this.#heads.pop();
			if (last === undefined || this.#heads.length === 0) {
				return;
			}
			this.#heads[0] = last;
		}
		this.#sink(0);
	}

	/** Updates a head's row and time from its rank. Returns false after the end of the segment. */
	#load(head: Head): boolean {
		const {segment, rank} = head;
		if (rank < segment.evicted || rank >= segment.rows) {
			return false;
		}
		head.row = segment.rowAt(rank);
		head.time = segment.time.get(head.row);
		return true;
	}

	#before(a: Head, b: Head): boolean {
		const difference =
			a.time - b.time || a.fileOrder - b.fileOrder || a.segment.offset(a.row) - b.segment.offset(b.row);
		return difference * this.#step < 0;
	}

	#sink(from: number): void {
		const heads = this.#heads;
		const moving = heads[from];
		if (moving === undefined) {
			return;
		}
		let index = from;
		for (;;) {
			const left = 2 * index + 1;
			let child = heads[left];
			if (child === undefined) {
				break;
			}
			let candidate = left;
			const right = heads[left + 1];
			if (right !== undefined && this.#before(right, child)) {
				child = right;
				candidate = left + 1;
			}
			if (!this.#before(child, moving)) {
				break;
			}
			heads[index] = child;
			index = candidate;
		}
		heads[index] = moving;
	}
}
