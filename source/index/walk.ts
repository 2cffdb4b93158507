import {hasRow, nextRank, type RowFilter} from './row-bits.js';
import type {Segment} from './segment.js';

/** A place in the total order: time, then the file's place among the files, then offset. */
export type Key = {readonly time: number; readonly fileOrder: number; readonly offset: number};

/** An entry: a row of a segment. */
export type Ref = {readonly segment: Segment; readonly row: number};

/** Tells each file's place in the fixed order between files. */
type FileOrder = (file: number) => number;

/** How many rows of the segment, whose file has that place, stand before a key; with `andAt` also the one at it. */
export function ranksBefore(segment: Segment, fileOrder: number, key: Key, andAt = false): number {
	if (fileOrder !== key.fileOrder) {
		return segment.rankOf(key.time, fileOrder < key.fileOrder ? Number.POSITIVE_INFINITY : -1);
	}
	return segment.rankOf(key.time, andAt ? key.offset + 0.5 : key.offset);
}

type Head = {readonly segment: Segment; readonly fileOrder: number; rank: number; row: number; time: number};

/**
 * Walks through the entries of all segments in the total order: a merge of the segments, each in its own order,
 * by a binary heap.
 */
export class Walk {
	readonly #heads: Head[] = [];
	readonly #step: 1 | -1;
	readonly #filter: RowFilter | undefined;

	/**
	 * `start` gives the rank at which each segment is entered; `older` walks down from there, `newer` up. `filter`: which
	 * entries are wanted, all of them without it.
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

	/** The next entry, or nothing after the last. */
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
	 * The first head that stands at a wanted entry. The others are only moved on to such a one once they come first: most
	 * segments never do.
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
	 * Goes on, `newer`, past the next entries that are all of one segment, `limit` at most, wanted or not. Returns the
	 * segment and the rank after the last of them; nothing after the last of all.
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
		// At least the one that it stands at.
		const end = Math.min(rank + limit, Math.max(before, rank + 1));
		head.rank = end;
		this.#settleFirst(head);
		return {segment, end};
	}

	/** The head that would be the first without the first. */
	#second(): Head | undefined {
		const [, left, right] = this.#heads;
		return left !== undefined && right !== undefined && this.#before(right, left) ? right : left;
	}

	/** Puts the first head where its rank belongs. */
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

	/** Brings a head's row up to date with its rank; false when the segment has no more. */
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
			let place = left;
			const right = heads[left + 1];
			if (right !== undefined && this.#before(right, child)) {
				child = right;
				place = left + 1;
			}
			if (!this.#before(child, moving)) {
				break;
			}
			heads[index] = child;
			index = place;
		}
		heads[index] = moving;
	}
}
