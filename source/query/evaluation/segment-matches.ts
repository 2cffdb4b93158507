import {bitsIn, countFromRank, type RowBits} from '../../index/row-bits.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {rowKernel} from '../../wasm/row-kernel.js';
import {type Chunk, chunkBits, isEmpty, setFirst} from './chunk.js';
import type {Node} from './logic-nodes.js';
import {inTime, Overdue, type Pace, type Slice} from './slice.js';

const chunkWanted = chunkBits();
const chunkFound = chunkBits();
const chunkUnread = chunkBits();
const chunkLost = chunkBits();

/** Evaluated rows whose lines must be read before they can be judged. */
type UnreadRows = {
	bits: Int32Array;
	/** `bits` when all rows were last evaluated again. A row that is only in `before` has been judged since. */
	before: Int32Array;
	/** Rows before this one are being evaluated again. */
	repeatedTo: number;
	/** Number of bits set, and number of rows whose lines can no longer be read. */
	count: number;
	lost: number;
};

/** The matching rows of a segment, up to the last evaluated row. */
export class SegmentMatches {
	readonly #segment: Segment;
	/** Number of evaluated rows, from the first row. */
	#asked = 0;
	/** Number of matching rows, including evicted ones. */
	#matching = 0;
	/** Undefined until a row matches. */
	#bits: Int32Array | undefined;
	/** Values of `evicted` and `#matching` when `#held` was counted. */
	#evicted = 0;
	#counted = 0;
	/** Matching rows that haven't been evicted. */
	#held = 0;
	/** Number of rows older than each of the times at which results change; undefined before the first evaluation. */
	#ranks: readonly number[] | undefined;
	/** Number of rows that have been evaluated at least once. */
	#met = 0;
	/** True for a search that needs the text of lines. */
	readonly #needsLines: boolean;
	/** Undefined until a row can't be judged. */
	#unread: UnreadRows | undefined;
	/** Value of `linesRead` at the last evaluation. */
	#linesRead = 0;

	/** `needsLines` is true for a search that needs the text of lines. */
	constructor(segment: Segment, needsLines: boolean) {
		this.#segment = segment;
		this.#needsLines = needsLines;
	}

	/** Creates the matches of a sealed segment if all of its rows match. */
	static all(segment: Segment): SegmentMatches {
		const matches = new SegmentMatches(segment, false);
		matches.#asked = segment.rows;
		matches.#met = segment.rows;
		matches.#matching = segment.rows;
		return matches;
	}

	/** A bit for each row that can't be judged before its line has been read; undefined if there is no such row. */
	get unread(): Int32Array | undefined {
		return this.unreadCount === 0 ? undefined : this.#unread?.bits;
	}

	/** Number of rows that can't be judged before their lines have been read. */
	get unreadCount(): number {
		return this.#unread?.count ?? 0;
	}

	/** Number of rows that can't be judged, because their lines can no longer be read. */
	get lostCount(): number {
		return this.#unread?.lost ?? 0;
	}

	/** Matching rows that haven't been evicted. */
	get held(): number {
		return this.#held;
	}

	get rows(): RowBits {
		if (this.#matching === 0) {
			return null;
		}
		return this.#matching === this.#segment.rows ? 'all' : (this.#bits ?? null);
	}

	/**
	 * Evaluates new rows, and all rows again if the results have changed with time or lines have been read: `linesRead` is the
	 * number of lines read so far. Returns false if the slice ends first. Calls `arrived` with the number of matches among the rows
	 * that are judged for the first time.
	 */
	ask(
		node: Node,
		moments: readonly number[],
		linesRead: number,
		slice: Pick<Slice, 'isOver'>,
		pace: Pace,
		arrived: (entries: number) => void,
	): boolean {
		const segment = this.#segment;
		const ranks = moments.map(moment => segment.rankOf(moment, -1));
		const before = this.#ranks;
		const hasRolled = before !== undefined && ranks.some((rank, index) => rank !== before[index]);
		const areLinesNew = this.unreadCount > 0 && linesRead !== this.#linesRead;
		if ((hasRolled || areLinesNew) && this.#asked > 0) {
			this.#evaluateAgain();
		}
		this.#ranks = ranks;
		this.#linesRead = linesRead;
		const {rows} = segment;
		while (this.#asked < rows) {
			if (slice.isOver) {
				return false;
			}
			const start = performance.now();
			try {
				arrived(inTime(() => this.#askChunk(node, rows, pace.rows)));
			} catch (error) {
				if (!(error instanceof Overdue)) {
					throw error;
				}
			}
			pace.took(performance.now() - start);
		}
		this.#count();
		return true;
	}

	#evaluateAgain(): void {
		const unread = this.#unread;
		if (unread !== undefined) {
			unread.before.set(unread.bits.subarray(0, Math.ceil(this.#asked / 32)));
			unread.repeatedTo = Math.max(unread.repeatedTo, this.#asked);
			unread.bits.fill(0);
			unread.count = 0;
			unread.lost = 0;
		}
		this.#asked = 0;
		this.#matching = 0;
	}

	/** Evaluates the next rows. Returns the number of matches among the rows that are judged for the first time. */
	#askChunk(node: Node, rows: number, max: number): number {
		// Starts at a whole word, so a few rows may be evaluated again.
		const first = this.#asked - (this.#asked % 32);
		const end = Math.min(rows, first + max);
		const words = Math.ceil((end - first) / 32);
		const chunk: Chunk = {segment: this.#segment, first, words, unread: chunkUnread, lost: chunkLost};
		setFirst(chunkWanted, end - first);
		if (this.#needsLines) {
			chunkUnread.fill(0);
			chunkLost.fill(0);
		}
		node.evaluate(chunk, chunkWanted, chunkFound);
		const judged = this.#needsLines ? this.#noteUnread(chunk) : 0;
		const kernel = rowKernel();
		// Rows of the first word that were evaluated before have been counted already.
		const matching = kernel.count(chunkFound, this.#asked - first, chunk.words);
		const met =
			this.#met <= this.#asked ? matching : kernel.count(chunkFound, this.#met - first, chunk.words);
		if (matching > 0 || this.#bits !== undefined) {
			this.#withCapacity().set(chunkFound.subarray(0, chunk.words), first >>> 5);
		}
		this.#matching += matching;
		this.#asked = end;
		this.#met = Math.max(this.#met, end);
		return met + judged;
	}

	/**
	 * Removes rows that can't be judged from the matches, and notes them. Returns the number of matches among the rows that couldn't
	 * be judged before.
	 */
	#noteUnread({first, words}: Chunk): number {
		if (this.#unread === undefined && isEmpty(chunkUnread, words) && isEmpty(chunkLost, words)) {
			return 0;
		}
		this.#unread ??= {bits: chunkBits(), before: chunkBits(), repeatedTo: 0, count: 0, lost: 0};
		const unread = this.#unread;
		let judged = 0;
		for (let word = 0; word < words; word++) {
			const index = (first >>> 5) + word;
			// The rows of the first word that were evaluated before have been counted already.
			const isNew = word === 0 ? -1 << (this.#asked - first) : -1;
			const unreadBits = chunkUnread[word] ?? 0;
			const lostBits = (chunkLost[word] ?? 0) & ~unreadBits;
			const found = (chunkFound[word] ?? 0) & ~(unreadBits | lostBits);
			chunkFound[word] = found;
			unread.count += bitsIn(unreadBits & isNew);
			unread.lost += bitsIn(lostBits & isNew);
			unread.bits[index] = unreadBits;
			judged += index * 32 < unread.repeatedTo ? bitsIn(found & isNew & (unread.before[index] ?? 0)) : 0;
		}
		return judged;
	}

	/** Returns the bits, with capacity for all existing and future rows. */
	#withCapacity(): Int32Array {
		const {rows, sealed} = this.#segment;
		this.#bits ??= new Int32Array(Math.ceil((sealed ? rows : segmentRows) / 32));
		return this.#bits;
	}

	#count(): void {
		const {evicted} = this.#segment;
		const isAsBefore = evicted === this.#evicted && this.#counted === this.#matching;
		if (evicted === 0) {
			this.#held = this.#matching;
		} else if (!isAsBefore || !this.#segment.sealed) {
			this.#held = countFromRank(this.#segment, this.rows, evicted);
		}
		this.#evicted = evicted;
		this.#counted = this.#matching;
	}
}
