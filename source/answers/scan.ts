import type {EntryIndex} from '../index/entry-index.js';
import {matchingRows} from '../index/matching-index.js';
import type {RowFilter} from '../index/row-bits.js';
import type {Segment} from '../index/segment.js';
import {Slice} from '../query/evaluation/slice.js';
import type {KnownRoutes} from '../routes/known-routes.js';

/** Short steps of a long loop that are taken before the clock is looked at, which takes longer than one of them. */
const stepsAtOnce = 64;

/** As many short steps is one as long that makes a string of a text: that may be as long as a line. */
export const longStep = 4;

const none = new Uint16Array();

/**
 * A way through the entries that match, in slices. The index may change between two of them: what comes meanwhile is
 * left out, and what goes may be counted or not.
 */
export class Scan {
	/** The routes of the store that is asked. */
	readonly routes: KnownRoutes;
	readonly #index: Pick<EntryIndex, 'epochs'>;
	readonly #filter: RowFilter | undefined;
	readonly #signal: AbortSignal | undefined;
	readonly #slice: Pick<Slice, 'isOver' | 'next'>;
	/** Short steps since the clock was looked at. */
	#steps = 0;

	/** Without a filter every entry matches. */
	constructor(
		index: Pick<EntryIndex, 'epochs'>,
		routes: KnownRoutes,
		filter?: RowFilter,
		signal?: AbortSignal,
		slice: Pick<Slice, 'isOver' | 'next'> = new Slice(),
	) {
		this.#index = index;
		this.routes = routes;
		this.#filter = filter;
		this.#signal = signal;
		this.#slice = slice;
	}

	/** Whether `rest` has to be called. Takes 40 ns. */
	get isOver(): boolean {
		return this.#slice.isOver;
	}

	/**
	 * To be called at each step of a long loop: whether `rest` has to be called. `length`: how many short steps it was as
	 * long as.
	 */
	isOverAfterStep(length = 1): boolean {
		this.#steps += length;
		if (this.#steps < stepsAtOnce) {
			return false;
		}
		this.#steps = 0;
		return this.isOver;
	}

	/** Lets the others have their turn. Rejects with the signal's reason. */
	async rest(): Promise<void> {
		await this.#slice.next(this.#signal);
	}

	/**
	 * Calls `visit` with the rows that match of each segment that has any; `isWanted` tells which segments are looked at.
	 * The rows are good until it returns. `rests` is called before others have their turn.
	 */
	async eachSegment(
		visit: (segment: Segment, rows: Uint16Array) => void,
		isWanted: (segment: Segment) => boolean = () => true,
		rests: () => void = () => {},
	): Promise<void> {
		for (const epoch of this.#index.epochs) {
			for (const segment of epoch.segments) {
				if (this.isOver) {
					rests();
					await this.rest();
				}
				const rows = isWanted(segment) ? this.#rowsOf(segment) : none;
				if (rows.length > 0) {
					visit(segment, rows);
				}
			}
		}
	}

	#rowsOf(segment: Segment): Uint16Array {
		return matchingRows(segment, this.#filter === undefined ? 'all' : this.#filter.of(segment));
	}
}
