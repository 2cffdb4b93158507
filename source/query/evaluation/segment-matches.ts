import {countFromRank, type RowBits} from '../../index/row-bits.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {rowKernel} from '../../wasm/row-kernel.js';
import {type Chunk, chunkBits} from './chunk.js';
import type {Node} from './logic-nodes.js';
import {inTime, Overdue, type Pace, type Slice} from './slice.js';

const chunkWanted = chunkBits();
const chunkFound = chunkBits();

/** Which rows of a segment match, as far as they have been asked. */
export class SegmentMatches {
	readonly #segment: Segment;
	/** Rows that have been asked, from the first on. */
	#asked = 0;
	/** How many of those match, the ones let go among them. */
	#matching = 0;
	/** Nothing as long as no row matches. */
	#bits: Int32Array | undefined;
	/** How many had been let go, and how many matched, when `#held` was counted. */
	#evicted = 0;
	#counted = 0;
	/** Matching rows that have not been let go. */
	#held = 0;
	/** How many rows were older than each of the moments at which answers change. */
	#ranks: readonly number[] = [];
	/** Rows that have been asked at least once. */
	#met = 0;

	constructor(segment: Segment) {
		this.#segment = segment;
	}

	/** Matching rows that haven't been let go. */
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
	 * Asks the rows that haven't been asked yet, and all again where the answers have changed with time. Returns false
	 * when the slice is over before that is done. `arrived` is told how many matching rows were met for the first time.
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

	/** Asks the next rows. Returns how many were met for the first time and match. */
	#askChunk(node: Node, rows: number, most: number): number {
		// From a whole word on: a few may be asked again.
		const first = this.#asked - (this.#asked % 32);
		const end = Math.min(rows, first + most);
		const chunk: Chunk = {segment: this.#segment, first, words: Math.ceil((end - first) / 32)};
		want(chunkWanted, end - first);
		node.evaluate(chunk, chunkWanted, chunkFound);
		const kernel = rowKernel();
		// What was asked before in the first word has been counted.
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

	/** The bits, with room for those of all rows that there are or may come. */
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

/** Bits for the first rows of a chunk. */
function want(wanted: Int32Array, rows: number): void {
	const whole = rows >>> 5;
	wanted.fill(-1, 0, whole);
	wanted.fill(0, whole);
	if (whole < wanted.length && rows % 32 > 0) {
		wanted[whole] = ~(-1 << (rows % 32));
	}
}
