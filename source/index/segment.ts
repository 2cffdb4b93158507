import type {ArrayRoom} from '../kernel/array-room.js';
import {type Kernel, places} from '../kernel/kernel.js';
import {Column, type ColumnParts} from './column.js';
import type {Dictionary} from './dictionary.js';
import {segmentRows} from './segment-rows.js';
import {TimeOrder} from './time-order.js';

/** A stretch of a file may be so long that offsets within it fit in 32 bits. */
export const largestStretch = 2 ** 32;

/** Time, offset, status, zone, format, flags, bytes, duration. */
const columnKinds = ['real', 'whole', 'whole', 'whole', 'whole', 'whole', 'real', 'real'] as const;

type Each<Kinds> = {readonly [Place in keyof Kinds]: Column};

type Columns = Each<typeof columnKinds>;

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
	/** What its columns are kept in. */
	readonly room?: ArrayRoom;
};

/** A sealed segment as plain data, without its place among the files. */
export type SegmentParts = {
	readonly baseOffset: number;
	readonly rows: number;
	readonly order: Uint16Array | undefined;
	readonly columns: readonly ColumnParts[];
	readonly texts: readonly ColumnParts[];
};

/** What dictionaries that are asked together keep their texts in. */
const kernelOf = ([first]: readonly Dictionary[]): Kernel => {
	if (first === undefined) {
		throw new RangeError('there are no dictionaries');
	}
	return first.kernel;
};

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
	/** Milliseconds since 1970, for ordering: for an entry without a time that of the line before. */
	readonly time: Column;
	readonly status: Column;
	/** Minutes east of UTC plus a day, so that it isn't negative. */
	readonly zone: Column;
	readonly format: Column;
	/** Bits: see `entryFlags`. */
	readonly flags: Column;
	/** Size of the answer, or NaN. */
	readonly bytes: Column;
	readonly durationMs: Column;
	/** Numbers of texts in the dictionaries, a column for each text field. */
	readonly texts: readonly Column[];
	readonly #offset: Column;
	readonly #order: TimeOrder;
	readonly #room: ArrayRoom | undefined;
	#rows = 0;
	#sealed = false;

	private constructor(
		{file, live, isCopy = false, dictionaries, room}: SegmentOrigin,
		baseOffset: number,
		columns: readonly Column[],
		texts: readonly Column[],
		order?: TimeOrder,
	) {
		const [time, offset, status, zone, format, flags, bytes, durationMs] = columns as unknown as Columns;
		this.file = file;
		this.live = live;
		this.isCopy = isCopy;
		this.dictionaries = dictionaries;
		this.#room = room;
		this.baseOffset = baseOffset;
		this.time = time;
		this.#offset = offset;
		this.status = status;
		this.zone = zone;
		this.format = format;
		this.flags = flags;
		this.bytes = bytes;
		this.durationMs = durationMs;
		this.texts = texts;
		this.#order = order ?? new TimeOrder(time);
	}

	/** An empty segment for lines of a file from `baseOffset` on. */
	static open(origin: SegmentOrigin, baseOffset: number): Segment {
		return new Segment(
			origin,
			baseOffset,
			columnKinds.map(kind => new Column(kind)),
			origin.dictionaries.map(() => new Column('whole')),
		);
	}

	/** A sealed segment from copies of its parts; `ids` are the numbers that the texts have here, for each field. */
	static from(
		origin: SegmentOrigin,
		{baseOffset, rows, order, columns, texts}: SegmentParts,
		ids: readonly Uint32Array[],
	): Segment {
		const kernel = kernelOf(origin.dictionaries);
		const own = columns.map(parts => Column.from({...parts, values: parts.values?.slice()}));
		const [time = new Column('real')] = own;
		const segment = new Segment(
			origin,
			baseOffset,
			own,
			texts.map((parts, field) => Column.from(parts).mapped(rows, ids[field] ?? new Uint32Array(), kernel)),
			TimeOrder.from(time, rows, order?.slice()),
		);
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
			columns: this.#columns.map(column => column.parts()),
			texts: this.texts.map(column => column.parts()),
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

	/** What its texts are kept in. */
	get kernel(): Kernel {
		return kernelOf(this.dictionaries);
	}

	/** Adds so many rows of the kernel's batch, from `first` on, but for their texts. `settle` must follow some time. */
	addRows(first: number, count: number): void {
		const {words, reals} = this.kernel;
		const row = this.#rows;
		const wordsAt = (place: number): Uint32Array => words.subarray(place + first, place + first + count);
		const realsAt = (place: number): Float64Array => reals.subarray(place + first, place + first + count);
		const times = realsAt(places.times);
		this.#rows += count;
		this.time.pushAll(row, times);
		this.#offset.pushAll(row, wordsAt(places.offsets));
		this.#order.addAll(row, times);
		this.status.pushAll(row, wordsAt(places.statuses));
		this.zone.pushAll(row, wordsAt(places.zones));
		this.format.pushAll(row, wordsAt(places.formats));
		this.bytes.pushAll(row, realsAt(places.sizes));
		this.flags.pushSame(row, 0, count);
		this.durationMs.pushSame(row, Number.NaN, count);
	}

	/** Begins a row and returns its number; the caller pushes the other columns. `settle` must follow some time. */
	add(time: number, offset: number): number {
		const row = this.#rows++;
		this.time.push(row, time);
		this.#offset.push(row, offset - this.baseOffset);
		this.#order.add(row, time);
		return row;
	}

	/**
	 * Adds what another segment of the file still holds. Its lines stand after those here, and are no more than there
	 * is room for. `numbers` are the numbers that its texts have here, for each field; undefined: the same.
	 */
	addHeld(other: Segment, numbers: ReadonlyArray<ReadonlyMap<number, number>> | undefined): void {
		const own = this.#columns.slice(2);
		const others = other.#columns.slice(2);
		for (const from of other.heldRows()) {
			const row = this.add(other.time.get(from), other.offset(from));
			for (const [place, column] of own.entries()) {
				column.push(row, others[place]?.get(from) ?? 0);
			}
			for (const [field, column] of this.texts.entries()) {
				const id = other.texts[field]?.get(from) ?? 0;
				column.push(row, numbers === undefined ? id : (numbers[field]?.get(id) ?? 0));
			}
		}
		this.settle();
	}

	/** The rows that haven't been let go, in the order of the file. */
	heldRows(): Uint16Array {
		const rows = new Uint16Array(this.held);
		for (let index = 0; index < rows.length; index++) {
			rows[index] = this.rowAt(this.evicted + index);
		}
		return rows.sort();
	}

	/** Byte offset in the file of a row's line. */
	offset(row: number): number {
		return this.baseOffset + this.#offset.get(row);
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
		if (this.newestTime < time) {
			return this.#rows;
		}
		let low = 0;
		let high = this.#rows;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const row = this.rowAt(middle);
			const rowTime = this.time.get(row);
			if (rowTime < time || (rowTime === time && this.offset(row) < offset)) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/** The first row at or after an offset. */
	rowAtOffset(offset: number): number {
		let low = 0;
		let high = this.#rows;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.offset(middle) < offset) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
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
		for (const column of [...this.#columns, ...this.texts]) {
			column.pack(this.#rows, this.kernel, this.#room);
		}
		this.#order.seal(this.#rows);
	}

	get #columns(): Columns {
		const {time, status, zone, format, flags, bytes, durationMs} = this;
		return [time, this.#offset, status, zone, format, flags, bytes, durationMs];
	}
}
