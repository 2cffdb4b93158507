import type {Batch} from '../wasm/batch.js';
import type {Kernel} from '../wasm/kernel.js';
import {Column, type StoredValues} from './column.js';

/** Bits of a segment's column of flags. */
export const entryFlags = {
	/** The line has no time. */
	timeless: 1,
	/** The line was cut, or its file ended without a line end. */
	incomplete: 2,
	/** The line has no time and was read when it was written, so the entry has the time of reading. */
	timeOfReading: 4,
	/** All of the line has been read into fields, so it has no log fields. Not set for every such line. */
	whole: 8,
} as const;

/** Packed columns as plain data. */
export type EntryColumnsParts = {
	/** All columns except those of strings, in a fixed order. */
	readonly columns: readonly StoredValues[];
	/** A column for each text field. */
	readonly texts: readonly StoredValues[];
};

/** The stored data of entries: a column for each part, a row for each entry. */
export class EntryColumns {
	/** Time for sorting, in ms since 1970. An entry without a time has the time of the line before it. */
	readonly time: Column;
	/** Distance of the line from the segment's base offset, in bytes. */
	readonly offset: Column;
	readonly status: Column;
	/** Minutes east of UTC plus one day, so that they aren't negative. */
	readonly zone: Column;
	readonly format: Column;
	/** Bits: see `entryFlags`. */
	readonly flags: Column;
	/** Size of the response, or NaN. */
	readonly bytes: Column;
	readonly durationMs: Column;
	/** Ids of strings in the dictionaries, a column for each text field. */
	readonly texts: readonly Column[];

	private constructor(
		texts: readonly Column[],
		[
			time = new Column('real'),
			offset = new Column('whole'),
			status = new Column('whole'),
			zone = new Column('whole'),
			format = new Column('whole'),
			flags = new Column('whole'),
			bytes = new Column('real'),
			durationMs = new Column('real'),
		]: readonly Column[],
	) {
		this.time = time;
		this.offset = offset;
		this.status = status;
		this.zone = zone;
		this.format = format;
		this.flags = flags;
		this.bytes = bytes;
		this.durationMs = durationMs;
		this.texts = texts;
	}

	/** Creates empty columns with a column for each of `textFields` text fields. */
	static open(textFields: number): EntryColumns {
		return new EntryColumns(
			Array.from({length: textFields}, () => new Column('whole')),
			[],
		);
	}

	/**
	 * Creates packed columns of `rows` rows from their parts. Takes ownership of the parts and may overwrite them. For each field,
	 * the kernel must have a list of the strings' ids here.
	 */
	static from({columns, texts}: EntryColumnsParts, rows: number, kernel: Kernel): EntryColumns {
		return new EntryColumns(
			texts.map((parts, field) => Column.listed(parts, rows, field, kernel)),
			columns.map(parts => Column.from(parts)),
		);
	}

	/** Returns the packed columns as plain data. */
	parts(): EntryColumnsParts {
		return {
			columns: this.#numbers.map(column => column.parts()),
			texts: this.texts.map(column => column.parts()),
		};
	}

	/** Returns the first of `rows` rows whose offset is at least `offset`. */
	rowAt(rows: number, offset: number): number {
		let low = 0;
		let high = rows;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.offset.get(middle) < offset) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/** Adds `count` rows of the batch from `first` on, without their strings. `row` must be the next row. */
	pushBatch(row: number, batch: Batch, first: number, count: number): void {
		const {times, offsets, statuses, zones, formats, flags, sizes, durations} = batch.columns;
		const end = first + count;
		this.time.pushAll(row, batch, times.subarray(first, end));
		this.offset.pushAll(row, batch, offsets.subarray(first, end));
		this.status.pushAll(row, batch, statuses.subarray(first, end));
		this.zone.pushAll(row, batch, zones.subarray(first, end));
		this.format.pushAll(row, batch, formats.subarray(first, end));
		this.bytes.pushAll(row, batch, sizes.subarray(first, end));
		this.flags.pushAll(row, batch, flags.subarray(first, end));
		this.durationMs.pushAll(row, batch, durations.subarray(first, end));
	}

	/** Packs the columns. No rows may be added afterwards. */
	pack(rows: number, kernel: Kernel): void {
		for (const column of [...this.#numbers, ...this.texts]) {
			column.pack(rows, kernel);
		}
	}

	/** All columns except those of strings, in a fixed order. */
	get #numbers(): readonly Column[] {
		const {time, offset, status, zone, format, flags, bytes, durationMs} = this;
		return [time, offset, status, zone, format, flags, bytes, durationMs];
	}
}
