import {newInstance} from './instance.js';
import type {RowTable} from './row-table.js';

/** Values of rows: whole numbers, in as many bytes as are enough for them. */
export type RowValues = Uint8Array | Uint16Array | Uint32Array;

/** A number for each row of a segment: `base`, and what `values` has for it if there are such. */
export type RowNumbers = {readonly values: RowValues | Float64Array | undefined; readonly base: number};

/** Rows of a segment that are to be counted, and stretches of time: `length` of `step` from `from` on. */
type TimedRows = {
	/** The numbers of the rows. */
	readonly rows: Uint16Array;
	/** What `values` has for a row is so many units. */
	readonly times: RowNumbers & {readonly unit: number};
	/** Whole numbers. */
	readonly statuses: RowNumbers;
	readonly from: number;
	readonly step: number;
	readonly length: number;
};

/** Finds rows by their values, and counts them, in WebAssembly, in a memory of its own. */
class RowKernel {
	readonly #exports = newInstance();
	#bytes = new Uint8Array();
	#halves = new Uint16Array();
	#words = new Uint32Array();
	#bits = new Int32Array();
	#reals = new Float64Array();
	/** What stands in the table, and where the table is. */
	#table: RowTable | undefined;
	#tableAt = 0;
	/** What the counts are of that are being made. */
	#counts: Uint32Array | undefined;
	/** Of the values: their bytes, and for how many words of bits there are some. */
	#width = 1;
	#end = 0;

	/** Takes the values of `rows` rows from `first` on; a bit of `wanted` for each of them says whether it is asked for. */
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
	 * Finds the wanted rows whose value, with `base` added, is looked for; from that of number `from` on. Returns the first
	 * of which it isn't known, to go on from; -1 when there is none.
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

	/** Finds the wanted rows whose value is one from `low` to `high`, both of 32 bits. */
	findInRange(low: number, high: number): void {
		this.#exports.rowsInRange(this.#width, low, high - low, this.#end);
	}

	/** Writes a bit for each row that was found. */
	found(out: Int32Array): void {
		const at = this.#exports.found.value / 4;
		out.set(this.#bits.subarray(at, at + this.#end));
	}

	/** How many of the first `words` words of bits are set, from that of a row on. */
	count(bits: Int32Array, row: number, words: number): number {
		this.#look();
		this.#bits.set(bits.subarray(0, words), this.#exports.found.value / 4);
		return this.#exports.countFound(row, words);
	}

	/** Adds to counts how many rows are of each class of status and stretch of time, one class after the other. */
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
			for (let stretch = lowest; stretch < end; stretch++) {
				counts[first + stretch] = (counts[first + stretch] ?? 0) + (own[stretch] ?? 0);
			}
		}
	}

	/**
	 * Adds rows to counts by their numbers, for each of which there is one. They are right once `endCounting` has been
	 * called: that has to be before anybody else has a turn.
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

	/** Writes what has been counted back to where it was from. */
	endCounting(): void {
		const counts = this.#counts;
		if (counts !== undefined) {
			this.#counts = undefined;
			this.#look();
			const at = this.#exports.numbersFor(counts.length) / 4;
			counts.set(this.#words.subarray(at, at + counts.length));
		}
	}

	/** Copies what is stored of rows to an address. Returns the width of a value, bytes; 0 where all are the same. */
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

	/** Views of the memory: those from before it grew have no length. */
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

/** One for all that find rows and let nobody else have a turn meanwhile. */
export function rowKernel(): RowKernel {
	shared ??= new RowKernel();
	return shared;
}
