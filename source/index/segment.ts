import type {Batch} from '../wasm/batch.js';
import type {Kernel} from '../wasm/kernel.js';
import type {Column} from './column.js';
import type {Dictionary} from './dictionary.js';
import {EntryColumns, type EntryColumnsParts} from './entry-columns.js';
import {segmentRows} from './row-numbers.js';
import {TimeOrder} from './time-order.js';

/** A stretch of a file may be so long that offsets within it fit in 32 bits. */
export const largestStretch = 2 ** 32;

/** What the entries of a segment have in common. */
export type SegmentOrigin = {
	/** The number of the file in the index. */
	readonly file: number;
	/** True when its lines were written while we watched. */
	readonly live: boolean;
	/** A dictionary for each text field: the numbers in the columns are theirs. */
	readonly dictionaries: readonly Dictionary[];
	/** True when its entries stood in other segments before. */
	readonly isCopy?: boolean;
};

/** A sealed segment as plain data, without its place among the files. */
export type SegmentParts = EntryColumnsParts & {
	readonly baseOffset: number;
	readonly rows: number;
	readonly order: Uint16Array<ArrayBuffer> | undefined;
};

/** What dictionaries that are asked together keep their texts in. */
function kernelOf([first]: readonly Dictionary[]): Kernel {
	if (first === undefined) {
		throw new RangeError('there are no dictionaries');
	}
	return first.kernel;
}

/**
 * Up to `segmentRows` entries of one file, in the order of the file, as columns; and their order by time, whose places
 * are called ranks: see `TimeOrder`.
 */
export class Segment implements SegmentOrigin {
	readonly file: number;
	readonly live: boolean;
	readonly isCopy: boolean;
	readonly dictionaries: readonly Dictionary[];
	/** Offset before which none of its lines stands. */
	readonly baseOffset: number;
	// Its columns: see `EntryColumns`.
	readonly time: Column;
	readonly status: Column;
	readonly zone: Column;
	readonly format: Column;
	readonly flags: Column;
	readonly bytes: Column;
	readonly durationMs: Column;
	readonly texts: readonly Column[];
	readonly #columns: EntryColumns;
	readonly #order: TimeOrder;
	#rows = 0;
	#sealed = false;

	private constructor(
		{file, live, isCopy = false, dictionaries}: SegmentOrigin,
		baseOffset: number,
		columns: EntryColumns,
		order = new TimeOrder(columns),
	) {
		this.file = file;
		this.live = live;
		this.isCopy = isCopy;
		this.dictionaries = dictionaries;
		this.baseOffset = baseOffset;
		this.time = columns.time;
		this.status = columns.status;
		this.zone = columns.zone;
		this.format = columns.format;
		this.flags = columns.flags;
		this.bytes = columns.bytes;
		this.durationMs = columns.durationMs;
		this.texts = columns.texts;
		this.#columns = columns;
		this.#order = order;
	}

	/** An empty segment for lines of a file from `baseOffset` on. */
	static open(origin: SegmentOrigin, baseOffset: number): Segment {
		return new Segment(origin, baseOffset, EntryColumns.open(origin.dictionaries.length));
	}

	/** A sealed segment made of its parts, which become its own and may be written over: see `EntryColumns.from`. */
	static from(origin: SegmentOrigin, {baseOffset, rows, order, ...parts}: SegmentParts): Segment {
		const columns = EntryColumns.from(parts, rows, kernelOf(origin.dictionaries));
		const byTime = TimeOrder.from(columns, rows, order);
		const segment = new Segment(origin, baseOffset, columns, byTime);
		segment.#rows = rows;
		segment.#sealed = true;
		return segment;
	}

	/** A sealed segment as plain data. */
	parts(): SegmentParts {
		return {
			baseOffset: this.baseOffset,
			rows: this.#rows,
			order: this.#order.parts(),
			...this.#columns.parts(),
		};
	}

	/** Rows ever added, also those let go. */
	get rows(): number {
		return this.#rows;
	}

	/** How many entries have been let go: those whose rank is less than this. */
	get evicted(): number {
		return this.#order.evicted;
	}

	/** Entries that haven't been let go. */
	get held(): number {
		return this.#rows - this.#order.evicted;
	}

	/** True when no more rows will come. */
	get sealed(): boolean {
		return this.#sealed;
	}

	/** Whether a line at that offset can be added. */
	hasRoom(offset: number): boolean {
		return this.#rows < segmentRows && offset - this.baseOffset < largestStretch && !this.#sealed;
	}

	/** How many more rows it takes. */
	get rowsLeft(): number {
		return segmentRows - this.#rows;
	}

	/** How many bytes its stretch of the file has from an offset on. */
	stretchFrom(offset: number): number {
		return this.baseOffset + largestStretch - offset;
	}

	/** The batch that its rows are read into. */
	get batch(): Batch {
		return kernelOf(this.dictionaries).batch;
	}

	/** Adds so many rows of the batch, from `first` on, but for their texts. `settle` must follow some time. */
	addRows(first: number, count: number): void {
		const row = this.#rows;
		this.#rows += count;
		const {batch} = this;
		this.#columns.pushBatch(row, batch, first, count);
		this.#order.addAll(row, batch, first, count);
	}

	/** Begins a row and returns its number; the caller pushes the other columns. `settle` must follow some time. */
	add(time: number, offset: number): number {
		const row = this.#rows++;
		this.time.push(row, time);
		this.#columns.offset.push(row, offset - this.baseOffset);
		this.#order.add(row, time);
		return row;
	}

	/** Byte offset in the file of a row's line. */
	offset(row: number): number {
		return this.baseOffset + this.#columns.offset.get(row);
	}

	/** Whether its entries were written while we watched, and have come into the index with it. */
	get isFirsthand(): boolean {
		return this.live && !this.isCopy;
	}

	/** Whether the row of each rank is the one with the same number. */
	get isInOrder(): boolean {
		return this.#order.isNatural;
	}

	/** The time of its newest entry; -Infinity when it has none. To be asked settled. */
	get newestTime(): number {
		return this.#order.newestTime;
	}

	/** The row of a rank. */
	rowAt(rank: number): number {
		return this.#order.rowAt(rank);
	}

	/**
	 * Puts the rows that came late in their places. Returns how many of them were older than entries already let go,
	 * and so were let go at once.
	 */
	settle(): number {
		return this.#order.settle(this.#rows);
	}

	/** Lets the oldest go, up to but without `rank`. */
	evictTo(rank: number): void {
		this.#order.evictTo(rank);
	}

	/** Number of rows whose key is less than (time, offset): the rank of the first that isn't. */
	rankOf(time: number, offset: number): number {
		return this.#order.rankOf(this.#rows, time, offset - this.baseOffset);
	}

	/** The first row at or after an offset. */
	rowAtOffset(offset: number): number {
		return this.#columns.rowAt(this.#rows, offset - this.baseOffset);
	}

	/** Whether a row has been let go. */
	isEvicted(row: number): boolean {
		return this.evicted > 0 && this.rankOf(this.time.get(row), this.offset(row)) < this.evicted;
	}

	/** No more rows will come: packs the columns. To be called settled. */
	seal(): void {
		if (this.#sealed) {
			return;
		}
		this.#sealed = true;
		this.#columns.pack(this.#rows, kernelOf(this.dictionaries));
		this.#order.seal(this.#rows);
	}
}

/** All memory that a segment stands in: given to another thread with it, it isn't copied. */
export function memoryOf({columns, texts, order}: SegmentParts): readonly ArrayBuffer[] {
	return [order, ...[...columns, ...texts].map(({values}) => values)].flatMap(values => values?.buffer ?? []);
}
