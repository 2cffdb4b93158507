import {amountFields, isAmount} from '../fields/fields.js';
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
	/** The whole line has been read into fields, so it has no log fields. Not set for every such line. */
	whole: 8,
} as const;

/** The columns of numbers, in their stored order. */
export const numberColumns = [
	...(['time', 'offset', 'status', 'zone', 'format', 'flags'] as const),
	...amountFields,
] as const;

/**
 * The columns of numbers, by name. `time`: time for sorting, in ms since 1970; an entry without a time has the time of the line
 * before it. `offset`: distance of the line from the segment's base offset, in bytes. `zone`: minutes east of UTC plus one day, so
 * that they aren't negative. `flags`: see `entryFlags`. The amounts may be NaN.
 */
export type NumberColumns = Readonly<Record<(typeof numberColumns)[number], Column>>;

/** Returns the numbers that WebAssembly has read into a batch. It stops at lines with other amounts. */
export function numbersIn({
	columns,
}: Batch): Partial<Record<keyof NumberColumns, Float64Array | Uint32Array>> {
	return columns;
}

/** Packed columns as plain data. */
export type EntryColumnsParts = {
	/** All columns except string columns, in a fixed order. */
	readonly columns: readonly StoredValues[];
	/** A column for each text field. */
	readonly texts: readonly StoredValues[];
};

/** The stored data of entries: a column for each part, a row for each entry. */
export class EntryColumns {
	readonly numbers: NumberColumns;
	/** Ids of strings in the dictionaries, a column for each text field. */
	readonly texts: readonly Column[];

	private constructor(texts: readonly Column[], numbers: readonly Column[]) {
		this.numbers = Object.fromEntries(
			numberColumns.map((name, index) => [
				name,
				numbers[index] ?? new Column(name === 'time' || isAmount(name) ? 'real' : 'whole'),
			]),
		) as Record<keyof NumberColumns, Column>;
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
			if (this.numbers.offset.get(middle) < offset) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/** Adds `count` rows of the batch from `first` on, without their strings. `row` must be the next row. */
	pushBatch(row: number, batch: Batch, first: number, count: number): void {
		const read = numbersIn(batch);
		for (const name of numberColumns) {
			const values = read[name]?.subarray(first, first + count);
			if (values === undefined) {
				this.numbers[name].pushSame(row, Number.NaN, count);
			} else {
				this.numbers[name].pushAll(row, batch, values);
			}
		}
	}

	/** Packs the columns. No rows may be added afterwards. */
	pack(rows: number, kernel: Kernel): void {
		for (const column of [...this.#numbers, ...this.texts]) {
			column.pack(rows, kernel);
		}
	}

	/** All columns except string columns, in a fixed order. */
	get #numbers(): readonly Column[] {
		return numberColumns.map(name => this.numbers[name]);
	}
}
