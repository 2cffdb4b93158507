import type {EntryIndex} from '../index/entry-index.js';
import type {Era} from '../index/era.js';
import type {RowFilter} from '../index/row-bits.js';
import type {Segment} from '../index/segment.js';
import {Slice} from '../query/evaluation/slice.js';
import {matchingRows} from './matching-rows.js';

/** So many steps of a long loop are taken before it is asked whether the others have to have their turn. */
export const stepsAtOnce = 64;

/**
 * A way through the entries that match, in slices. The index may change between two of them: what comes meanwhile is
 * left out, and what goes may be counted or not.
 */
export class Scan {
	readonly #index: Pick<EntryIndex, 'eras'>;
	readonly #filter: RowFilter | undefined;
	readonly #signal: AbortSignal | undefined;
	readonly #slice: Pick<Slice, 'isOver' | 'next'>;

	/** Without a filter every entry matches. */
	constructor(
		index: Pick<EntryIndex, 'eras'>,
		filter?: RowFilter,
		signal?: AbortSignal,
		slice: Pick<Slice, 'isOver' | 'next'> = new Slice(),
	) {
		this.#index = index;
		this.#filter = filter;
		this.#signal = signal;
		this.#slice = slice;
	}

	/** Whether `rest` has to be called. Takes 40 ns. */
	get isOver(): boolean {
		return this.#slice.isOver;
	}

	/** Lets the others have their turn. Rejects with the signal's reason. */
	async rest(): Promise<void> {
		await this.#slice.next(this.#signal);
	}

	/**
	 * Calls `visit` with the rows that match of each segment that has any; `isWanted` tells which segments are looked at.
	 * The rows are good until it returns.
	 */
	async eachSegment(
		visit: (segment: Segment, rows: Uint16Array, era: Era) => void,
		isWanted: (segment: Segment) => boolean = () => true,
	): Promise<void> {
		for (const era of this.#index.eras) {
			for (const segment of era.segments) {
				if (this.isOver) {
					await this.rest();
				}
				const rows = isWanted(segment) ? this.#rowsOf(segment) : none;
				if (rows.length > 0) {
					visit(segment, rows, era);
				}
			}
		}
	}

	#rowsOf(segment: Segment): Uint16Array {
		return matchingRows(segment, this.#filter === undefined ? 'all' : this.#filter.of(segment));
	}
}

const none = new Uint16Array();
