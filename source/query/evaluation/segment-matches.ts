import {countFromRank, type RowBits} from '../../index/row-bits.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {rowKernel} from '../../wasm/row-kernel.js';
import {type Chunk, chunkBits} from './chunk.js';
import type {Node} from './logic-nodes.js';
import {inTime, Overdue, type Pace, type Slice} from './slice.js';

const chunkWanted = chunkBits();
const chunkFound = chunkBits();

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
	/** Number of rows older than each of the times at which results change. */
	#ranks: readonly number[] = [];
	/** Number of rows that have been evaluated at least once. */
	#met = 0;

	constructor(segment: Segment) {
		this.#segment = segment;
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
	 * Evaluates new rows, and all rows again if the results have changed with time. Returns false if the slice ends first. Calls
	 * `arrived` with the number of matches among the rows that are evaluated for the first time.
	 */
	ask(
		node: Node,
		moments: readonly number[],
		slice: Pick<Slice, 'isOver'>,
		pace: Pace,
		arrived: (entries: number) => void,
	): boolean {
		const segment = this.#segment;
		const ranks = moments.map(moment => segment.rankOf(moment, -1));
		if (ranks.some((rank, index) => rank !== this.#ranks[index]) && this.#asked > 0) {
			this.#asked = 0;
			this.#matching = 0;
		}
		this.#ranks = ranks;
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

	/** Evaluates the next rows. Returns the number of matches among the rows that are evaluated for the first time. */
	#askChunk(node: Node, rows: number, most: number): number {
		// Starts at a whole word, so a few rows may be evaluated again.
		const first = this.#asked - (this.#asked % 32);
		const end = Math.min(rows, first + most);
		const chunk: Chunk = {segment: this.#segment, first, words: Math.ceil((end - first) / 32)};
		want(chunkWanted, end - first);
		node.evaluate(chunk, chunkWanted, chunkFound);
		const kernel = rowKernel();
		// Rows of the first word that were evaluated before have been counted already.
		const matching = kernel.count(chunkFound, this.#asked - first, chunk.words);
		const met =
			this.#met <= this.#asked ? matching : kernel.count(chunkFound, this.#met - first, chunk.words);
		if (matching > 0 || this.#bits !== undefined) {
			this.#withRoom().set(chunkFound.subarray(0, chunk.words), first >>> 5);
		}
		this.#matching += matching;
		this.#asked = end;
		this.#met = Math.max(this.#met, end);
		return met;
	}

	/** Returns the bits, with capacity for all existing and future rows. */
	#withRoom(): Int32Array {
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

/** Sets bits for the first rows of a chunk. */
function want(wanted: Int32Array, rows: number): void {
	const whole = rows >>> 5;
	wanted.fill(-1, 0, whole);
	wanted.fill(0, whole);
	if (whole < wanted.length && rows % 32 > 0) {
		wanted[whole] = ~(-1 << (rows % 32));
	}
}
