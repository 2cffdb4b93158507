import type {Batch} from '../wasm/batch.js';
import type {Kernel} from '../wasm/kernel.js';
import type {Column} from './column.js';
import type {Dictionary} from './dictionary.js';
import {EntryColumns, type EntryColumnsParts, type NumberColumns} from './entry-columns.js';
import {segmentRows} from './row-numbers.js';
import {TimeOrder} from './time-order.js';

/** Maximum length of a segment's range in its file, in bytes: offsets within it fit in 32 bits. */
export const maxSegmentRange = 2 ** 32;

/** The properties that all entries of a segment share. */
export type SegmentOrigin = {
	/** The number of the file in the index. */
	readonly file: number;
	/** True if its lines were written since the start of watching. */
	readonly live: boolean;
	/** A dictionary for each text field. The columns contain its ids. */
	readonly dictionaries: readonly Dictionary[];
	/** True if its entries were copied from other segments. */
	readonly isCopy?: boolean;
};

/** A sealed segment as plain data, without its file. */
export type SegmentParts = EntryColumnsParts & {
	readonly baseOffset: number;
	readonly rows: number;
	readonly order: Uint16Array<ArrayBuffer> | undefined;
};

/** Returns the kernel that these dictionaries share. */
function kernelOf([first]: readonly Dictionary[]): Kernel {
	if (first === undefined) {
		throw new RangeError('there are no dictionaries');
	}
	return first.kernel;
}

/**
 * Up to `segmentRows` entries of one file as columns, in file order, with their order by time. Positions in the order by time are
 * called ranks: see `TimeOrder`.
 */
export class Segment implements SegmentOrigin {
	readonly file: number;
	readonly live: boolean;
	readonly isCopy: boolean;
	readonly dictionaries: readonly Dictionary[];
	/** Lower bound of the offsets of its lines. */
	readonly baseOffset: number;
	// Its columns: see `EntryColumns`.
	readonly numbers: NumberColumns;
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
		order = new TimeOrder(columns.numbers),
	) {
		this.file = file;
		this.live = live;
		this.isCopy = isCopy;
		this.dictionaries = dictionaries;
		this.baseOffset = baseOffset;
		this.numbers = columns.numbers;
		this.time = this.numbers.time;
		this.status = this.numbers.status;
		this.zone = this.numbers.zone;
		this.format = this.numbers.format;
		this.flags = this.numbers.flags;
		this.bytes = this.numbers.bytes;
		this.durationMs = this.numbers.durationMs;
		this.texts = columns.texts;
		this.#columns = columns;
		this.#order = order;
	}

	/** Creates an empty segment for lines of a file from `baseOffset` on. */
	static open(origin: SegmentOrigin, baseOffset: number): Segment {
		return new Segment(origin, baseOffset, EntryColumns.open(origin.dictionaries.length));
	}

	/** Creates a sealed segment from its parts. Takes ownership of them and may overwrite them: see `EntryColumns.from`. */
	static from(origin: SegmentOrigin, {baseOffset, rows, order, ...parts}: SegmentParts): Segment {
		const columns = EntryColumns.from(parts, rows, kernelOf(origin.dictionaries));
		const byTime = TimeOrder.from(columns.numbers, rows, order);
		const segment = new Segment(origin, baseOffset, columns, byTime);
		segment.#rows = rows;
		segment.#sealed = true;
		return segment;
	}

	/** Returns a sealed segment as plain data. */
	parts(): SegmentParts {
		return {
			baseOffset: this.baseOffset,
			rows: this.#rows,
			order: this.#order.parts(),
			...this.#columns.parts(),
		};
	}

	/** Number of rows ever added, including evicted ones. */
	get rows(): number {
		return this.#rows;
	}

	/** Number of evicted entries. Entries with a lower rank are evicted. */
	get evicted(): number {
		return this.#order.evicted;
	}

	/** Number of entries that haven't been evicted. */
	get held(): number {
		return this.#rows - this.#order.evicted;
	}

	/** True if no more rows can be added. */
	get sealed(): boolean {
		return this.#sealed;
	}

	/** Checks that a line at that offset can be added. */
	accepts(offset: number): boolean {
		return this.#rows < segmentRows && offset - this.baseOffset < maxSegmentRange && !this.#sealed;
	}

	/** Number of rows that still fit. */
	get rowsLeft(): number {
		return segmentRows - this.#rows;
	}

	/** Returns the number of bytes from `offset` to the end of the segment's maximum range. */
	rangeLeft(offset: number): number {
		return this.baseOffset + maxSegmentRange - offset;
	}

	/** The batch that its rows are read into. */
	get batch(): Batch {
		return kernelOf(this.dictionaries).batch;
	}

	/** Adds `count` rows of the batch from `first` on, without their strings. Call `settle` afterwards. */
	addRows(first: number, count: number): void {
		const row = this.#rows;
		this.#rows += count;
		const {batch} = this;
		this.#columns.pushBatch(row, batch, first, count);
		this.#order.addAll(row, batch, first, count);
	}

	/** Starts a row and returns its number; the caller pushes the other columns. Call `settle` afterwards. */
	add(time: number, offset: number): number {
		const row = this.#rows++;
		this.time.push(row, time);
		this.numbers.offset.push(row, offset - this.baseOffset);
		this.#order.add(row, time);
		return row;
	}

	/** Returns the byte offset in the file of a row's line. */
	offset(row: number): number {
		return this.baseOffset + this.numbers.offset.get(row);
	}

	/** True if its entries were written since the start of watching and arrived with this segment. */
	get isFirsthand(): boolean {
		return this.live && !this.isCopy;
	}

	/** True if every row has the rank with the same number. */
	get isInOrder(): boolean {
		return this.#order.isNatural;
	}

	/** The time of its newest entry; -Infinity if it is empty. Only valid when settled. */
	get newestTime(): number {
		return this.#order.newestTime;
	}

	/** Returns the row of a rank. */
	rowAt(rank: number): number {
		return this.#order.rowAt(rank);
	}

	/** Sorts late rows into the order. Returns how many of them were older than evicted entries and were evicted at once. */
	settle(): number {
		return this.#order.settle(this.#rows);
	}

	/** Evicts the oldest entries, up to but excluding `rank`. */
	evictTo(rank: number): void {
		this.#order.evictTo(rank);
	}

	/** Returns the number of rows with a lower key than (time, offset): the rank of the first other row. */
	rankOf(time: number, offset: number): number {
		return this.#order.rankOf(this.#rows, time, offset - this.baseOffset);
	}

	/** Returns the first row at or after an offset. */
	rowAtOffset(offset: number): number {
		return this.#columns.rowAt(this.#rows, offset - this.baseOffset);
	}

	/** Checks that a row has been evicted. */
	isEvicted(row: number): boolean {
		return this.evicted > 0 && this.rankOf(this.time.get(row), this.offset(row)) < this.evicted;
	}

	/** Packs the columns. The segment must be settled; no rows may be added afterwards. */
	seal(): void {
		if (this.#sealed) {
			return;
		}
		this.#sealed = true;
		this.#columns.pack(this.#rows, kernelOf(this.dictionaries));
		this.#order.seal(this.#rows);
	}
}

/** Returns all buffers of a segment, so that they can be transferred to another thread without a copy. */
export function memoryOf({columns, texts, order}: SegmentParts): readonly ArrayBuffer[] {
	return [order, ...[...columns, ...texts].map(({values}) => values)].flatMap(values => values?.buffer ?? []);
}
