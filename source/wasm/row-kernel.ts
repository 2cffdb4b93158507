import {newInstance} from './instance.js';
import type {RowTable} from './row-table.js';

/** Values of rows: integers with just enough bytes. */
export type RowValues = Uint8Array | Uint16Array | Uint32Array;

/** A number for each row of a segment: `base`, plus the row's number in `values` if it is defined. */
export type RowNumbers = {readonly values: RowValues | Float64Array | undefined; readonly base: number};

/** A real number for each row of a segment, as stored: see `StoredValues`. */
export type RowReals = RowNumbers & {readonly unit: number; readonly nan: number};

/** A class for each row of a segment. */
export type RowClasses = {
	/** A number for each row; undefined if all have 0. */
	readonly values: Uint8Array | Uint16Array | undefined;
	/** The class of each number, at most 65,536. */
	readonly classOf: Uint16Array;
};

/**
 * Adjacent ranges of numbers. A range is found by the first bits of a number, as f64, and then by comparison with its bound, because
 * each is wider than the numbers with the same first bits.
 */
export type Ranges = {
	/** Number of the first number that is looked up, see `numberOfFirstBits`. Smaller ones are in the range of the first. */
	readonly first: number;
	/** For each sequence of first bits, the range of its smallest number. */
	readonly cells: Uint16Array;
	/** Upper bound of each range: numbers above it are in the next one. */
	readonly bounds: Float64Array;
};

/**
 * Takes the numbers of rows with the same index and a class from `first` to `first + 63`: the 64 numbers of `words` from `at` on; and
 * of the numbers of these rows, if they have any, the largest one and the sum.
 */
export type AddCounts = (
	index: number,
	first: number,
	words: Uint32Array,
	at: number,
	numbers: {readonly max: number; readonly sum: number},
) => void;

/** Rows of a segment, and time intervals: `length` intervals of `step` from `from` on. */
type TimedRows = {
	/** The numbers of the rows. */
	readonly rows: Uint16Array;
	/** The numbers in `values` are multiples of `unit`. */
	readonly times: RowNumbers & {readonly unit: number};
	readonly from: number;
	readonly step: number;
	readonly length: number;
};

const real = new Float64Array(1);
const halvesOfReal = new Int32Array(real.buffer);

/** Number of bits of the fraction that are first bits. */
const firstBits = 7;

/** Returns the number of the first bits of a number: its sign, its exponent and the first bits of its fraction. */
export function numberOfFirstBits(number: number): number {
	real[0] = number;
	// The exponent has 11 bits, and the higher half of a number 32.
	return (halvesOfReal[1] ?? 0) >> (20 - firstBits);
}

/** Returns the smallest positive number with these first bits. */
export function smallestOf(numberOfBits: number): number {
	halvesOfReal[0] = 0;
	halvesOfReal[1] = numberOfBits << (20 - firstBits);
	return real[0] ?? 0;
}

/** Returns the range of a number. */
export function rangeOf(number: number, {first, cells, bounds}: Ranges): number {
	const cell = numberOfFirstBits(number) - first;
	const range = cells[cell < 0 ? 0 : cell < cells.length ? cell : cells.length - 1] ?? 0;
	return number > (bounds[range] ?? 0) ? range + 1 : range;
}

/** A WebAssembly instance with its own memory that finds rows by their values and counts them. */
export class RowKernel {
	readonly #exports = newInstance();
	#bytes = new Uint8Array();
	#halves = new Uint16Array();
	#words = new Uint32Array();
	#bits = new Int32Array();
	#reals = new Float64Array();
	/** The loaded table and its address. */
	#table: RowTable | undefined;
	#tableAt = 0;
	/** Number of rows that are loaded to be counted, and of their indexes. */
	#loaded = 0;
	#indexes = 0;
	/** The ranges and the marks that are loaded. */
	#ranges: Ranges | undefined;
	#marks: Uint16Array | Uint32Array | undefined;
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

	/** Loads rows to count, with the index of each in order: 1 + an index less than `size`, or 0 for rows that don't count. */
	loadIndexes(rows: Uint16Array, indexes: Uint32Array, size: number): void {
		this.#look();
		this.#loadRows(rows, size);
		this.#words.set(indexes.subarray(0, rows.length), this.#exports.indexes.value / 4);
	}

	/** Loads rows to count, whose indexes are their intervals of time. */
	loadIntervals({rows, times, from, step, length}: TimedRows): void {
		this.#look();
		this.#loadRows(rows, length);
		const {column, indexByTime} = this.#exports;
		const width = this.#copy(times, column.value);
		indexByTime(rows.length, width, times.base, times.unit, from, step, length);
	}

	/** Counts the loaded rows by index and class, which is less than `count`. */
	countClasses({values, classOf}: RowClasses, count: number, add: AddCounts): void {
		const exports = this.#exports;
		exports.openChunks(this.#indexes, count);
		this.#look();
		this.#halves.set(classOf, exports.classOf.value / 2);
		exports.countClasses(this.#loaded, this.#copy({values, base: 0}, exports.values.value));
		this.#eachChunk(count, add);
	}

	/** Counts the loaded rows that have a number by index and range. */
	countRanges(numbers: RowReals, ranges: Ranges, add: AddCounts): void {
		const exports = this.#exports;
		const {base, unit, nan} = numbers;
		exports.openChunks(this.#indexes, ranges.bounds.length);
		this.#loadRanges(ranges);
		this.#look();
		exports.countRanges(this.#loaded, this.#copy(numbers, exports.column.value), base, unit, nan);
		this.#eachChunk(ranges.bounds.length, add);
	}

	/**
	 * Writes the range of each row to `out` from `to` on, in order; the number behind the last range for missing numbers and those above
	 * `max`.
	 */
	findRanges(
		rows: Uint16Array,
		numbers: RowReals,
		{ranges, max}: {readonly ranges: Ranges; readonly max: number},
		out: Uint16Array,
		to: number,
	): void {
		const exports = this.#exports;
		const {base, unit, nan} = numbers;
		this.#loadRanges(ranges);
		this.#look();
		this.#loadRows(rows, 0);
		const width = this.#copy(numbers, exports.column.value);
		exports.findRanges(rows.length, width, base, unit, nan, max, ranges.bounds.length);
		const at = exports.ranges.value / 2;
		out.set(this.#halves.subarray(at, at + rows.length), to);
	}

	/** Writes the positions among rows of those whose number has a mark other than 0 in a table, and their marks. Returns their number. */
	findMarked(
		rows: Uint16Array,
		numbers: RowNumbers,
		table: Uint16Array | Uint32Array,
		out: {readonly indexes: Uint16Array; readonly marks: Uint32Array},
	): number {
		const exports = this.#exports;
		const width = table.BYTES_PER_ELEMENT;
		this.#look();
		if (this.#marks !== table) {
			const at = exports.marksFor(table.byteLength);
			this.#look();
			this.#own(width).set(table, at / width);
			this.#marks = table;
		}
		this.#loadRows(rows, 0);
		const ownWidth = this.#copy(numbers, exports.values.value);
		const count = exports.findMarked(rows.length, ownWidth, numbers.base, width, table.length);
		const [at, marksAt] = [exports.positions.value / 2, exports.indexes.value / 4];
		out.indexes.set(this.#halves.subarray(at, at + count));
		out.marks.set(this.#words.subarray(marksAt, marksAt + count));
		return count;
	}

	/** Sums up the numbers of the loaded rows by index. Numbers above `max` are left out. */
	sumNumbers(numbers: RowReals, max: number, add: (index: number, sum: number) => void): void {
		const exports = this.#exports;
		const {base, unit, nan} = numbers;
		exports.openChunks(this.#indexes, 1);
		this.#look();
		exports.sumNumbers(this.#loaded, this.#copy(numbers, exports.column.value), base, unit, nan, max);
		this.#eachChunk(1, (index, _first, _words, _at, {sum}) => add(index, sum));
	}

	#loadRanges(ranges: Ranges): void {
		if (this.#ranges !== ranges) {
			const exports = this.#exports;
			const cells = exports.cellsFor(ranges.first, ranges.cells.length);
			const bounds = exports.boundsFor(ranges.bounds.length);
			this.#look();
			this.#halves.set(ranges.cells, cells / 2);
			this.#reals.set(ranges.bounds, bounds / 8);
			this.#ranges = ranges;
		}
	}

	#loadRows(rows: Uint16Array, indexes: number): void {
		this.#halves.set(rows, this.#exports.counted.value / 2);
		this.#loaded = rows.length;
		this.#indexes = indexes;
	}

	/** Calls `add` with each chunk of the last counts: see `assembly/chunks.ts`. */
	#eachChunk(classes: number, add: AddCounts): void {
		this.#look();
		const {chunks, chunkSize, chunksEnd, chunkOwner, chunkCounts} = this.#exports;
		const [words, reals, size] = [this.#words, this.#reals, chunkSize.value];
		const [owner, counts] = [chunkOwner.value / 4, chunkCounts.value / 4];
		const chunksOfIndex = Math.ceil(classes / 64);
		const first = chunks();
		for (let at = first + size; at < first + chunksEnd.value; at += size) {
			const number = words[at / 4 + owner] ?? 0;
			const index = Math.floor(number / chunksOfIndex);
			add(index, (number - index * chunksOfIndex) * 64, words, at / 4 + counts, {
				max: reals[at / 8] ?? 0,
				sum: reals[at / 8 + 1] ?? 0,
			});
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
