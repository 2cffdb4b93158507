import {Column, type ColumnParts} from './column.js';
import {segmentRows} from './segment-rows.js';

/** Room for the order of so many rows at first, then for all. */
const firstOrderLength = 1024;

/** A stretch of a file may be so long that offsets within it fit in 32 bits. */
const largestStretch = 2 ** 32;

/** Time, offset, status, zone, format, flags, bytes, duration. */
const columnKinds = ['real', 'whole', 'whole', 'whole', 'whole', 'whole', 'real', 'real'] as const;

type Each<Kinds> = {readonly [Place in keyof Kinds]: Column};

type Columns = Each<typeof columnKinds>;

/** A sealed segment as plain data, without its place among the files. */
export type SegmentParts = {
	readonly baseOffset: number;
	readonly rows: number;
	readonly order: Uint16Array<ArrayBuffer> | undefined;
	readonly columns: readonly ColumnParts[];
	readonly texts: readonly ColumnParts[];
};

/**
 * Up to `segmentRows` entries of one file, in the order of the file, as columns; and their order by time. The order
 * of the file is mostly the order by time already, and then the latter takes no memory.
 *
 * Places in the order by time are called ranks: rank 0 is the oldest. Entries are let go from rank 0 on.
 */
export class Segment {
	/** The number of the file in the index. */
	readonly file: number;
	/** True when its lines were written while we watched. */
	readonly live: boolean;
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
	readonly #baseOffset: number;
	#rows = 0;
	/** Row of each rank, when that differs from the order of the file. */
	#order: Uint16Array<ArrayBuffer> | undefined;
	/** Rows that are in order. */
	#ordered = 0;
	#newestTime = Number.NEGATIVE_INFINITY;
	#evicted = 0;
	#sealed = false;

	private constructor(
		file: number,
		live: boolean,
		baseOffset: number,
		columns: readonly Column[],
		texts: readonly Column[],
	) {
		const [time, offset, status, zone, format, flags, bytes, durationMs] = columns as unknown as Columns;
		this.file = file;
		this.live = live;
		this.#baseOffset = baseOffset;
		this.time = time;
		this.#offset = offset;
		this.status = status;
		this.zone = zone;
		this.format = format;
		this.flags = flags;
		this.bytes = bytes;
		this.durationMs = durationMs;
		this.texts = texts;
	}

	/** An empty segment for lines of a file from `baseOffset` on. */
	static open(file: number, live: boolean, baseOffset: number, textFields: number): Segment {
		const texts = Array.from({length: textFields}, () => new Column('whole'));
		return new Segment(
			file,
			live,
			baseOffset,
			columnKinds.map(kind => new Column(kind)),
			texts,
		);
	}

	/** A segment of the past from its parts; `ids` are the numbers that the texts have here, for each field. */
	static from(
		file: number,
		{baseOffset, rows, order, columns, texts}: SegmentParts,
		ids: readonly Uint32Array[],
	): Segment {
		const segment = new Segment(
			file,
			false,
			baseOffset,
			columns.map(parts => Column.from(parts)),
			texts.map((parts, field) => Column.from(parts).mapped(rows, ids[field] ?? new Uint32Array())),
		);
		segment.#rows = rows;
		segment.#ordered = rows;
		segment.#order = order;
		segment.#sealed = true;
		return segment;
	}

	/** A sealed segment as plain data. */
	parts(): SegmentParts {
		return {
			baseOffset: this.#baseOffset,
			rows: this.#rows,
			order: this.#order,
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
		return this.#evicted;
	}

	/** True when no more rows will come. */
	get sealed(): boolean {
		return this.#sealed;
	}

	/** Whether a line at that offset can be added. */
	hasRoom(offset: number): boolean {
		return this.#rows < segmentRows && offset - this.#baseOffset < largestStretch;
	}

	/** Begins a row and returns its number; the caller pushes the other columns. `settle` must follow some time. */
	add(time: number, offset: number): number {
		const row = this.#rows++;
		this.time.push(row, time);
		this.#offset.push(row, offset - this.#baseOffset);
		if (time >= this.#newestTime && this.#ordered === row) {
			this.#newestTime = time;
			this.#ordered = row + 1;
			if (this.#order !== undefined) {
				this.#orderWithRoom(row + 1)[row] = row;
			}
		}
		return row;
	}

	/** Byte offset in the file of a row's line. */
	offset(row: number): number {
		return this.#baseOffset + this.#offset.get(row);
	}

	/** The row of a rank. */
	rowAt(rank: number): number {
		return this.#order === undefined ? rank : (this.#order[rank] ?? 0);
	}

	/**
	 * Puts the rows that came late in their places. Returns how many of them were older than entries already let go,
	 * and so were let go at once.
	 */
	settle(): number {
		const first = this.#ordered;
		if (first === this.#rows) {
			return 0;
		}
		const order = this.#orderWithRoom(this.#rows);
		const evicted = this.#evicted;
		// Late by a few places, as a rule: an insertion costs nothing. Where it would, sort and merge.
		let steps = 8 * (this.#rows - first);
		while (this.#ordered < this.#rows && steps > 0) {
			steps -= this.#insert(order, this.#ordered++);
		}
		if (this.#ordered < this.#rows) {
			this.#merge(order);
		}
		this.#newestTime = this.time.get(order[this.#rows - 1] ?? 0);
		return this.#evicted - evicted;
	}

	/** Inserts the next row from the newest end; returns how many places it went. */
	#insert(order: Uint16Array, row: number): number {
		const time = this.time.get(row);
		let rank = row;
		while (rank > 0 && this.time.get(order[rank - 1] ?? 0) > time) {
			order[rank] = order[rank - 1] ?? 0;
			rank--;
		}
		order[rank] = row;
		// What is put before an entry already let go is let go too.
		this.#evicted += rank < this.#evicted ? 1 : 0;
		return row - rank;
	}

	#merge(order: Uint16Array): void {
		const first = this.#ordered;
		const late = Array.from({length: this.#rows - first}, (_, index) => first + index);
		late.sort((a, b) => this.time.get(a) - this.time.get(b) || a - b);
		let rank = this.#rows - 1;
		let settled = first - 1;
		let tooOld = 0;
		for (const row of late.reverse()) {
			const time = this.time.get(row);
			while (settled >= 0 && this.time.get(order[settled] ?? 0) > time) {
				order[rank--] = order[settled--] ?? 0;
			}
			tooOld += settled + 1 < this.#evicted ? 1 : 0;
			order[rank--] = row;
		}
		this.#ordered = this.#rows;
		this.#evicted += tooOld;
	}

	/** Lets the oldest go, up to but without `rank`. */
	evictTo(rank: number): void {
		this.#evicted = rank;
	}

	/** Number of rows whose key is less than (time, offset): the rank of the first that isn't. */
	rankOf(time: number, offset: number): number {
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
		return this.#evicted > 0 && this.rankOf(this.time.get(row), this.offset(row)) < this.#evicted;
	}

	/** No more rows will come: packs the columns. To be called settled. */
	seal(): void {
		this.#sealed = true;
		for (const column of [...this.#columns, ...this.texts]) {
			column.pack(this.#rows);
		}
		this.#order = this.#order?.slice(0, this.#rows);
	}

	get #columns(): Columns {
		const {time, status, zone, format, flags, bytes, durationMs} = this;
		return [time, this.#offset, status, zone, format, flags, bytes, durationMs];
	}

	#orderWithRoom(rows: number): Uint16Array<ArrayBuffer> {
		const old = this.#order;
		if (old !== undefined && old.length >= rows) {
			return old;
		}
		const order = new Uint16Array(rows > firstOrderLength ? segmentRows : firstOrderLength);
		if (old === undefined) {
			for (let row = 0; row < this.#ordered; row++) {
				order[row] = row;
			}
		} else {
			order.set(old);
		}
		this.#order = order;
		return order;
	}
}
