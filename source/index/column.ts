import type {Batch} from '../wasm/batch.js';
import type {Kernel} from '../wasm/kernel.js';
import type {Own} from '../wasm/own-copy.js';
import {packColumn, packListed} from '../wasm/pack-column.js';
import {segmentRows} from './row-numbers.js';

type Open = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * The values of a column as stored. Each value is `base` plus a number of units from `values`, or just `base` if `values` is
 * undefined.
 */
export type StoredValues = {
	readonly values: Own<Uint8Array | Uint16Array | Uint32Array | Float64Array> | undefined;
	readonly base: number;
	readonly unit: number;
	/** The number in `values` that represents NaN. NaN, which equals no number, if no value is NaN. */
	readonly nan: number;
};

/** Type of the values in a column: integers from 0 to 2^32 - 1, or any number including NaN. */
export type ColumnKind = 'whole' | 'real';

/** Capacities of a growing column: the first, the second, and a full segment. A file with few lines takes little memory. */
const lengths = [256, 2048, segmentRows] as const;

/** Free arrays for reuse. Their pages are already in memory; allocating new ones costs more than filling them. */
const free: Record<ColumnKind, Map<number, Open[]>> = {whole: new Map(), real: new Map()};

/** Returns an array with a capacity of at least `values`. */
function open(kind: ColumnKind, values: number): Open {
	const length = lengths.find(candidate => candidate >= values) ?? values;
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

/** Packs the first `rows` values. Copies them unpacked if they can't be packed. */
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
 * A column with one number per row. It takes no memory while all rows have the same number (for example, if no line of the file
 * has a user). A growing column stores its numbers unpacked. `pack` stores the distance of each number from the smallest in 8, 16
 * or 32 bits if that is enough.
 */
export class Column {
	readonly #kind: ColumnKind;
	#open: Open | undefined;
	#packed: StoredValues['values'];
	/** The number of all rows while they are the same; later the base added to each packed number. */
	#base = 0;
	/** The unit that packed numbers count. */
	#unit = 1;
	/** The packed number that represents NaN. NaN, which equals no number, if no row is NaN. */
	#nan = Number.NaN;

	constructor(kind: ColumnKind) {
		this.#kind = kind;
	}

	/** Sets the value of `row`, which must be the next row. */
	push(row: number, value: number): void {
		const values = this.#open;
		if (values !== undefined && row < values.length) {
			values[row] = value;
		} else if (values !== undefined || row === 0 || !Object.is(value, this.#base)) {
			this.#pushSlowly(row, value);
		}
	}

	/**
	 * Sets the values of the rows from `firstRow` on, which must be the next row. `values` is part of a batch column of the same
	 * kind.
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
		this.#grownTo(firstRow + values.length, firstRow).set(values, firstRow);
	}

	/** Sets `count` rows from `firstRow` on, which must be the next row, to the same value. */
	pushSame(firstRow: number, value: number, count: number): void {
		if (this.#open === undefined && (firstRow === 0 || Object.is(value, this.#base))) {
			this.#base = value;
			return;
		}
		this.#grownTo(firstRow + count).fill(value, firstRow, firstRow + count);
	}

	/** Returns the value of a row that was set. */
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

	/** Returns the stored values, for loops over many rows. Valid until the next row is added. */
	stored(): StoredValues {
		return this.#open === undefined ? this.parts() : {values: this.#open, base: 0, unit: 1, nan: Number.NaN};
	}

	/** Returns the packed column as plain data. */
	parts(): StoredValues {
		return {values: this.#packed, base: this.#base, unit: this.#unit, nan: this.#nan};
	}

	/** Creates a packed column from its parts. Takes ownership of them. */
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
	 * Creates a column by mapping each number through the kernel's list for `field`: see `packListed`. The parts must hold
	 * integers. The column takes ownership of them and may overwrite them.
	 * @throws RangeError if the values aren't integers
	 */
	static listed({base, values}: StoredValues, rows: number, field: number, kernel: Kernel): Column {
		if (values === undefined) {
			return Column.from({base: kernel.exports.listedAt(field, base), unit: 1, nan: Number.NaN, values});
		}
		if (values instanceof Float64Array) {
			throw new RangeError('numbers of strings are integers');
		}
		return Column.from(packListed(kernel, field, {base, values}, rows));
	}

	/** Packs the first `rows` values. No rows may be added afterwards. */
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
			this.#grownTo(row + 1, row)[row] = value;
		}
	}

	/** Returns the array, grown to `capacity` if necessary. The first `rows` values are set. */
	#grownTo(capacity: number, rows = capacity): Open {
		const values = this.#open;
		if (values === undefined) {
			this.#open = open(this.#kind, capacity).fill(this.#base, 0, rows);
			return this.#open;
		}
		if (capacity <= values.length) {
			return values;
		}
		const larger = open(this.#kind, capacity);
		larger.set(values);
		this.#open = larger;
		release(this.#kind, values);
		return larger;
	}
}
