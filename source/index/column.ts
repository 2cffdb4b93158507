import type {Batch} from '../wasm/batch.js';
import type {Kernel} from '../wasm/kernel.js';
import type {Own} from '../wasm/own-copy.js';
import {packColumn, packListed} from '../wasm/pack-column.js';
import {segmentRows} from './row-numbers.js';

type Open = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * The values of a column as they are stored: each is `base` and as many units as `values` has, or `base` where that is
 * nothing.
 */
export type StoredValues = {
	readonly values: Own<Uint8Array | Uint16Array | Uint32Array | Float64Array> | undefined;
	readonly base: number;
	readonly unit: number;
	/** What stands in `values` for NaN; itself NaN, which equals nothing, where nothing does. */
	readonly nan: number;
};

/** What a column holds: whole numbers from 0 to 2^32 - 1, or any number and NaN. */
export type ColumnKind = 'whole' | 'real';

/** Room for so many values at first, then, and in a full segment. A file with few lines takes little. */
const lengths = [256, 2048, segmentRows] as const;

/** Arrays that are free again. Their pages are in memory already; new ones cost more than filling them. */
const free: Record<ColumnKind, Map<number, Open[]>> = {whole: new Map(), real: new Map()};

/** An array with room for at least so many values. */
function open(kind: ColumnKind, values: number): Open {
	const length = lengths.find(room => room >= values) ?? values;
	return (
		free[kind].get(length)?.pop() ?? (kind === 'real' ? new Float64Array(length) : new Uint32Array(length))
	);
}

/** Keeps an array for the next column that needs one of its length. */
function release(kind: ColumnKind, values: Open): void {
	const others = free[kind].get(values.length);
	if (others === undefined) {
		free[kind].set(values.length, [values]);
	} else {
		others.push(values);
	}
}

/** The first values packed, or as they are where that can't be. */
function packedWith(kernel: Kernel, values: Open, rows: number): StoredValues {
	return (
		packColumn(kernel, values, rows) ?? {
			base: 0,
			unit: 1,
			nan: Number.NaN,
			values: values.slice(0, rows),
		}
	);
}

/**
 * One number a row. While all rows hold the same number (no line of the file has a user, say) it takes no memory.
 * While a segment grows the numbers are kept as they come; when no more come they are packed, as their distance from
 * the smallest in 8, 16 or 32 bits if that is enough.
 */
export class Column {
	readonly #kind: ColumnKind;
	#open: Open | undefined;
	#packed: StoredValues['values'];
	/** The number of all rows while there is only one, later what is added to a packed number. */
	#base = 0;
	/** What a packed number counts. */
	#unit = 1;
	/** The packed number that stands for NaN; NaN, which equals nothing, where there is none. */
	#nan = Number.NaN;

	constructor(kind: ColumnKind) {
		this.#kind = kind;
	}

	/** Sets the value of `row`, which is the one after the last. */
	push(row: number, value: number): void {
		const values = this.#open;
		if (values !== undefined && row < values.length) {
			values[row] = value;
		} else if (values !== undefined || row === 0 || !Object.is(value, this.#base)) {
			this.#pushSlowly(row, value);
		}
	}

	/**
	 * Sets the values of the rows from `firstRow` on, which is the one after the last, to a part of a column of the batch
	 * that is of the same kind.
	 */
	pushAll(firstRow: number, batch: Batch, values: Uint32Array | Float64Array): void {
		if (this.#open === undefined) {
			if (firstRow === 0) {
				this.#base = values[0] ?? 0;
			}
			if (batch.areSame(values, this.#base)) {
				return;
			}
		}
		this.#roomFor(firstRow + values.length, firstRow).set(values, firstRow);
	}

	/** Sets the values of `count` rows from `firstRow` on, which is the one after the last, to the same. */
	pushSame(firstRow: number, value: number, count: number): void {
		if (this.#open === undefined && (firstRow === 0 || Object.is(value, this.#base))) {
			this.#base = value;
			return;
		}
		this.#roomFor(firstRow + count).fill(value, firstRow, firstRow + count);
	}

	/** The value of a row, which must be one that was set. */
	get(row: number): number {
		if (this.#open !== undefined) {
			return this.#open[row] ?? 0;
		}
		if (this.#packed === undefined) {
			return this.#base;
		}
		const value = this.#packed[row] ?? 0;
		return value === this.#nan ? Number.NaN : this.#base + this.#unit * value;
	}

	/** The values as they are stored, for loops over many rows; good until the next row comes. */
	stored(): StoredValues {
		return this.#open === undefined ? this.parts() : {values: this.#open, base: 0, unit: 1, nan: Number.NaN};
	}

	/** The packed column as plain data. */
	parts(): StoredValues {
		return {values: this.#packed, base: this.#base, unit: this.#unit, nan: this.#nan};
	}

	/** A packed column of its parts, which become its own. */
	static from({base, unit, nan, values}: StoredValues): Column {
		// The kind only matters while a column grows.
		const column = new Column('whole');
		column.#base = base;
		column.#unit = unit;
		column.#nan = nan;
		column.#packed = values;
		return column;
	}

	/**
	 * Of its parts, which become its own and may be written over: they are those of whole numbers, and it has what a list of the
	 * kernel's has for each of these: see
	 * `packListed`.
	 */
	static listed({base, values}: StoredValues, rows: number, field: number, kernel: Kernel): Column {
		if (values === undefined) {
			return Column.from({base: kernel.exports.listedAt(field, base), unit: 1, nan: Number.NaN, values});
		}
		if (values instanceof Float64Array) {
			throw new RangeError('numbers of texts are whole');
		}
		return Column.from(packListed(kernel, field, {base, values}, rows));
	}

	/** Packs the first `rows` values: no more will come. */
	pack(rows: number, kernel: Kernel): void {
		const values = this.#open;
		if (values === undefined) {
			return;
		}
		const {base, unit, nan, values: packed} = packedWith(kernel, values, rows);
		this.#base = base;
		this.#unit = unit;
		this.#nan = nan;
		this.#packed = packed;
		this.#open = undefined;
		release(this.#kind, values);
	}

	#pushSlowly(row: number, value: number): void {
		if (this.#open === undefined && row === 0) {
			this.#base = value;
		}
		if (this.#open !== undefined || !Object.is(value, this.#base)) {
			this.#roomFor(row + 1, row)[row] = value;
		}
	}

	/** An array with room for so many rows, of which the first `rows` are set. */
	#roomFor(room: number, rows = room): Open {
		const values = this.#open;
		if (values === undefined) {
			this.#open = open(this.#kind, room).fill(this.#base, 0, rows);
			return this.#open;
		}
		if (room <= values.length) {
			return values;
		}
		const larger = open(this.#kind, room);
		larger.set(values);
		this.#open = larger;
		release(this.#kind, values);
		return larger;
	}
}
