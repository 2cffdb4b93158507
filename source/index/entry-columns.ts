import type {Batch} from '../wasm/batch.js';
import type {Kernel} from '../wasm/kernel.js';
import {Column, type StoredValues} from './column.js';

/** Bits of a segment's column of flags. */
export const entryFlags = {
	/** The line has no time. */
	timeless: 1,
	/** The line was cut, or had no line end when nothing more could come. */
	incomplete: 2,
	/** The line has no time, and was read as it was written: it has the time at which it was read. */
	timeOfReading: 4,
} as const;

/** Packed columns as plain data. */
export type EntryColumnsParts = {
	/** All but those of the texts, in an order of their own. */
	readonly columns: readonly StoredValues[];
	/** A column for each text field. */
	readonly texts: readonly StoredValues[];
};

/** What is kept of entries: a column for each part of them, a row for each entry. */
export class EntryColumns {
	/** Milliseconds since 1970, for ordering: for an entry without a time that of the line before. */
	readonly time: Column;
	/** How far the line stands behind the offset that all of them have in common. */
	readonly offset: Column;
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

	/** Of no rows, with columns for so many text fields. */
	static open(textFields: number): EntryColumns {
		return new EntryColumns(
			Array.from({length: textFields}, () => new Column('whole')),
			[],
		);
	}

	/**
	 * Packed columns of so many rows, made of their parts, which become theirs and may be written over. The kernel has a list, for each field, of the numbers
	 * that the texts have here.
	 */
	static from({columns, texts}: EntryColumnsParts, rows: number, kernel: Kernel): EntryColumns {
		return new EntryColumns(
			texts.map((parts, field) => Column.listed(parts, rows, field, kernel)),
			columns.map(parts => Column.from(parts)),
		);
	}

	/** Packed columns as plain data. */
	parts(): EntryColumnsParts {
		return {
			columns: this.#numbers.map(column => column.parts()),
			texts: this.texts.map(column => column.parts()),
		};
	}

	/** Of so many rows, the first whose offset is no less than that. */
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

	/** Adds so many rows of the batch, from `first` on, but for their texts; `row` is the one after the last. */
	pushBatch(row: number, batch: Batch, first: number, count: number): void {
		const {times, offsets, statuses, zones, formats, sizes} = batch.columns;
		const end = first + count;
		this.time.pushAll(row, batch, times.subarray(first, end));
		this.offset.pushAll(row, batch, offsets.subarray(first, end));
		this.status.pushAll(row, batch, statuses.subarray(first, end));
		this.zone.pushAll(row, batch, zones.subarray(first, end));
		this.format.pushAll(row, batch, formats.subarray(first, end));
		this.bytes.pushAll(row, batch, sizes.subarray(first, end));
		this.flags.pushSame(row, 0, count);
		this.durationMs.pushSame(row, Number.NaN, count);
	}

	/** Packs them: no more rows will come. */
	pack(rows: number, kernel: Kernel): void {
		for (const column of [...this.#numbers, ...this.texts]) {
			column.pack(rows, kernel);
		}
	}

	/** All but those of the texts, always in the same order. */
	get #numbers(): readonly Column[] {
		const {time, offset, status, zone, format, flags, bytes, durationMs} = this;
		return [time, offset, status, zone, format, flags, bytes, durationMs];
	}
}
