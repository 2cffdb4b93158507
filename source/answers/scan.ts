import {type TextField, textFields} from '../fields/fields.js';
import {type Geo, noGeo} from '../geo/geo.js';
import type {StoredValues} from '../index/column.js';
import type {Dictionary} from '../index/dictionary.js';
import {matchingRows} from '../index/matching-index.js';
import type {RowFilter} from '../index/row-bits.js';
import type {Segment} from '../index/segment.js';
import type {LineFacts} from '../query/evaluation/line-facts.js';
import {Slice} from '../query/evaluation/slice.js';
import {isLogFieldName, type LogFieldName, nameOfLogField} from '../query/log-field-name.js';
import type {KnownRoutes} from '../routes/known-routes.js';

/** The strings of a field in a segment. */
type SegmentTexts = {
	readonly dictionary: Dictionary;
	/** Ids of the strings. Valid until the next call. */
	readonly column: StoredValues;
	/** Undefined if the strings of all rows are known. */
	readonly isRead?: (row: number) => boolean;
};

/** Number of short steps between checks of the clock. A check takes longer than a step. */
export const stepsAtOnce = 64;

/** Number of steps of a few nanoseconds between checks. Until V8 has compiled their loop, each takes 100. */
export const tinyStepsAtOnce = 8192;

/** Length of a step that decodes a string, in short steps. A string may be as long as a line. */
export const longStep = 4;

/** The scanned segments, by epoch. */
type Scanned = {readonly epochs: ReadonlyArray<{readonly segments: readonly Segment[]}>};

const none = new Uint16Array();

/**
 * Scans the matching entries in time slices. The index may change between slices: entries that arrive during the scan are
 * ignored, and evicted ones may or may not be counted.
 */
export class EntryScan {
	/** The routes of the queried store, and its databases of addresses. */
	readonly routes: KnownRoutes;
	readonly geo: Geo;
	readonly #index: Scanned;
	readonly #filter: RowFilter | undefined;
	readonly #facts: Pick<LineFacts, 'columnOf'> | undefined;
	readonly #signal: AbortSignal | undefined;
	readonly #slice: Pick<Slice, 'isOver' | 'next'>;
	/** Short steps since the last check of the clock. */
	#steps = 0;

	/** Without a filter every entry matches. `facts` has the columns of log fields. */
	constructor(
		index: Scanned,
		routes: KnownRoutes,
		filter?: RowFilter,
		signal?: AbortSignal,
		slice: Pick<Slice, 'isOver' | 'next'> = new Slice(),
		facts?: Pick<LineFacts, 'columnOf'>,
		geo: Geo = noGeo,
	) {
		this.#index = index;
		this.routes = routes;
		this.#filter = filter;
		this.#signal = signal;
		this.#slice = slice;
		this.#facts = facts;
		this.geo = geo;
	}

	/**
	 * Returns the strings of a field in a segment; undefined if they are missing. For a log field, `isRead` checks that the line of a
	 * row has been read, so that its value is known.
	 */
	textsOf(segment: Segment, field: TextField | LogFieldName): SegmentTexts | undefined {
		if (isLogFieldName(field)) {
			const rows = this.#facts?.columnOf(nameOfLogField(field)).rowsOf(segment);
			return (
				rows && {
					dictionary: rows.dictionary,
					column: rows.stored(),
					...((rows.count < segment.rows || rows.lost !== undefined) && {
						isRead: (row: number) => rows.has(row),
					}),
				}
			);
		}
		const fieldIndex = textFields.indexOf(field);
		const dictionary = segment.dictionaries[fieldIndex];
		const column = segment.texts[fieldIndex]?.stored();
		return dictionary === undefined || column === undefined ? undefined : {dictionary, column};
	}

	/** True if `rest` must be called, because the slice has ended or the scan was aborted. Takes 70 ns. */
	get isOver(): boolean {
		return this.#slice.isOver || this.#signal?.aborted === true;
	}

	/**
	 * Must be called at each step of a long loop. Returns whether `rest` must be called.
	 * @param length - length of the step, in short steps
	 */
	isOverAfterStep(length = 1): boolean {
		this.#steps += length;
		if (this.#steps < stepsAtOnce) {
			return false;
		}
		this.#steps = 0;
		return this.isOver;
	}

	/** Yields to other tasks. Rejects with the signal's reason. */
	async rest(): Promise<void> {
		await this.#slice.next(this.#signal);
	}

	/** All segments, oldest epoch first. */
	get segments(): readonly Segment[] {
		return this.#index.epochs.flatMap(({segments}) => segments);
	}

	/** Returns the number of matching entries in a segment. */
	countOf(segment: Segment): number {
		return this.#filter === undefined ? segment.held : this.#filter.countOf(segment);
	}

	/** Returns the matching rows of a segment, in ascending order. Valid until the next call. */
	rowsOf(segment: Segment): Uint16Array {
		return matchingRows(segment, this.#filter === undefined ? 'all' : this.#filter.of(segment));
	}

	/**
	 * Calls `visit` with the matching rows of each segment that has any. The rows are valid until it returns.
	 * @param isWanted - selects the segments to scan
	 */
	async eachSegment(
		visit: (segment: Segment, rows: Uint16Array) => void,
		isWanted: (segment: Segment) => boolean = () => true,
	): Promise<void> {
		for (const epoch of this.#index.epochs) {
			for (const segment of epoch.segments) {
				if (this.isOver) {
					await this.rest();
				}
				const rows = isWanted(segment) ? this.rowsOf(segment) : none;
				if (rows.length > 0) {
					visit(segment, rows);
				}
			}
		}
	}
}
