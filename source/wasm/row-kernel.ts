import {newInstance} from './instance.js';
import type {RowTable} from './row-table.js';

/** Values of rows: integers with just enough bytes. */
export type RowValues = Uint8Array | Uint16Array | Uint32Array;

/** A number for each row of a segment: `base`, plus the row's number in `values` if it is defined. */
export type RowNumbers = {readonly values: RowValues | Float64Array | undefined; readonly base: number};

/** Rows of a segment to count, and time intervals: `length` intervals of `step` from `from` on. */
type TimedRows = {
	/** The numbers of the rows. */
	readonly rows: Uint16Array;
	/** The numbers in `values` are multiples of `unit`. */
	readonly times: RowNumbers & {readonly unit: number};
	/** Integers. */
	readonly statuses: RowNumbers;
	readonly from: number;
	readonly step: number;
	readonly length: number;
};

/** A WebAssembly instance with its own memory that finds rows by their values and counts them. */
class RowKernel {
	readonly #exports = newInstance();
	#bytes = new Uint8Array();
	#halves = new Uint16Array();
	#words = new Uint32Array();
	#bits = new Int32Array();
	#reals = new Float64Array();
	/** The loaded table and its address. */
	#table: RowTable | undefined;
	#tableAt = 0;
	/** The array whose counts are in progress in the kernel. */
	#counts: Uint32Array | undefined;
	/** Bytes per loaded value. `#end` is the number of 32-bit words that cover the loaded rows. */
	#width = 1;
	#end = 0;

	/** Loads the values of `rows` rows from `first` on. `wanted` has a bit for each row to examine. */
	load(values: RowValues, first: number, rows: number, wanted: Int32Array): void {
		this.#look();
		this.#width = values.BYTES_PER_ELEMENT;
		this.#end = (rows + 31) >>> 5;
		const at = this.#exports.values.value / this.#width;
		const own = this.#own(this.#width);
		own.set(values.subarray(first, first + rows), at);
		own.fill(0, at + rows, at + this.#end * 32);
		this.#bits.set(wanted.subarray(0, this.#end), this.#exports.wanted.value / 4);
	}

	/**
	 * Finds the wanted rows, from row `from` on, whose value plus `base` is wanted in the table. Returns the first row with an
	 * unchecked value, from which the caller continues; -1 if there is none.
	 */
	findInTable(table: RowTable, base: number, from: number): number {
		const at = this.#exports.tableFor(table.bytes.length);
		this.#look();
		table.copyTo(
			this.#bytes.subarray(at, at + table.bytes.length),
			table === this.#table && at === this.#tableAt,
		);
		this.#table = table;
		this.#tableAt = at;
		return this.#exports.rowsInTable(this.#width, base, from >>> 5, this.#end);
	}

	/** Finds the wanted rows with a value from `low` to `high`, both 32 bits. */
	findInRange(low: number, high: number): void {
		this.#exports.rowsInRange(this.#width, low, high - low, this.#end);
	}

	/** Writes a bit for each row that was found. */
	found(out: Int32Array): void {
		const at = this.#exports.found.value / 4;
		out.set(this.#bits.subarray(at, at + this.#end));
	}

	/** Returns the number of bits set in the first `words` words, from the bit of `row` on. */
	count(bits: Int32Array, row: number, words: number): number {
		this.#look();
		this.#bits.set(bits.subarray(0, words), this.#exports.found.value / 4);
		return this.#exports.countFound(row, words);
	}

	/** Adds the rows of each status class and time interval to `counts`, one class after the other. */
	countTimes({rows, times, statuses, from, step, length}: TimedRows, counts: Float64Array): void {
		const exports = this.#exports;
		this.#look();
		this.#halves.set(rows, exports.counted.value / 2);
		const found = exports.countTimes(
			rows.length,
			this.#copy(times, exports.column.value),
			times.base,
			times.unit,
			this.#copy(statuses, exports.values.value),
			statuses.base,
			from,
			step,
			length,
		);
		this.#look();
		const [lowest, end] = [exports.lowest.value, exports.highest.value + 1];
		for (let first = 0; first < counts.length && lowest < end; first += length) {
			const own = this.#words.subarray(found / 4 + first, found / 4 + first + length);
			for (let interval = lowest; interval < end; interval++) {
				counts[first + interval] = (counts[first + interval] ?? 0) + (own[interval] ?? 0);
			}
		}
	}

	/**
	 * Adds rows to the counts indexed by their numbers. The counts are correct after `endCounting`, which must be called before
	 * other code can use this kernel.
	 */
	countNumbers(rows: Uint16Array, numbers: RowNumbers, counts: Uint32Array): void {
		const exports = this.#exports;
		const {values, base} = numbers;
		if (this.#counts !== counts) {
			this.endCounting();
			const at = exports.numbersFor(counts.length);
			this.#look();
			this.#words.set(counts, at / 4);
			this.#counts = counts;
		}
		if (values === undefined) {
			const at = exports.numbersFor(counts.length) / 4 + base;
			this.#words[at] = (this.#words[at] ?? 0) + rows.length;
			return;
		}
		this.#halves.set(rows, exports.counted.value / 2);
		exports.countNumbers(rows.length, this.#copy(numbers, exports.values.value), base);
	}

	/** Copies the counts from the kernel to the caller's array. */
	endCounting(): void {
		const counts = this.#counts;
		if (counts !== undefined) {
			this.#counts = undefined;
			this.#look();
			const at = this.#exports.numbersFor(counts.length) / 4;
			counts.set(this.#words.subarray(at, at + counts.length));
		}
	}

	/** Copies the stored values of rows to an address. Returns the bytes per value; 0 if all rows have the same. */
	#copy({values}: RowNumbers, at: number): number {
		if (values === undefined) {
			return 0;
		}
		const width = values.BYTES_PER_ELEMENT;
		const own = width === 8 ? this.#reals : this.#own(width);
		own.set(values, at / width);
		return width;
	}

	#own(width: number): RowValues {
		return width === 1 ? this.#bytes : width === 2 ? this.#halves : this.#words;
	}

	/** Renews the views of the memory: views from before it grew have length 0. */
	#look(): void {
		if (this.#bytes.length === 0) {
			const {buffer} = this.#exports.memory;
			this.#bytes = new Uint8Array(buffer);
			this.#halves = new Uint16Array(buffer);
			this.#words = new Uint32Array(buffer);
			this.#bits = new Int32Array(buffer);
			this.#reals = new Float64Array(buffer);
		}
	}
}

let shared: RowKernel | undefined;

/** Returns the kernel shared by all callers that find rows without yielding in between. */
export function rowKernel(): RowKernel {
	shared ??= new RowKernel();
	return shared;
}
