import {newInstance} from './instance.js';
import type {RowTable} from './row-table.js';

/** Values of rows: integers with just enough bytes. */
export type RowValues = Uint8Array | Uint16Array | Uint32Array;

/** A number for each row of a segment: `base`, plus the row's number in `values` if it is defined. */
export type RowNumbers = {readonly values: RowValues | Float64Array | undefined; readonly base: number};

/** A real number for each row of a segment, as stored: see `StoredValues`. */
export type RowReals = RowNumbers & {readonly unit: number; readonly nan: number};

/** The index of each row to count: 1 + an index, or 0 for a row that doesn't count. */
export type RowIndexes =
	/** One index per row. */
	| {readonly indexes: Uint32Array}
	/** Looked up in a table by the row's number, which is an integer. */
	| {readonly numbers: RowNumbers; readonly table: Uint16Array | Uint32Array};

/** A class for each row of a segment. */
export type RowClasses = {
	/** A number for each row; undefined if all have 0. */
	readonly values: Uint8Array | Uint16Array | undefined;
	/** The class of each number, at most 65,536. */
	readonly classOf: Uint16Array;
};

/**
 * Adjacent ranges of numbers. The first bits of a number, as f64, select a range; then a comparison with its bound decides
 * between it and the next. That suffices, because each range is wider than the numbers with the same first bits.
 */
export type Ranges = {
	/** First bits of the first cell: see `numberOfFirstBits`. Smaller numbers have the range of this cell. */
	readonly first: number;
	/** For each sequence of first bits, the range of its smallest number. */
	readonly cells: Uint16Array;
	/** Upper bound of each range: numbers above it are in the next one. */
	readonly bounds: Float64Array;
};

/**
 * Receives the counts of the rows with one index, for the classes from `first` to `first + 63`: 64 `words` from `at` on.
 * `numbers` has the maximum and the sum of the numbers of these rows, if they have any.
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

/** A bit for each row of a segment, and its length in words. */
type Mask = Int32Array | 'all' | null;
const maskWords = 1024;

/** Size in bytes above which a caller should take the counts. Counting gets slow when they don't fit in the CPU cache. */
const maxChunkBytes = 4 * 2 ** 20;

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
	/** Number of rows that are loaded to be counted. */
	#loaded = 0;
	/** Number of classes of the counts in progress, and the callback that takes them before new counts are opened. */
	#classes = 0;
	#owner: AddCounts | undefined;
	/** The ranges and the marks that are loaded. */
	#ranges: Ranges | undefined;
	#marks: Uint16Array | Uint32Array | undefined;
	/** The array whose counts are in progress in the kernel. */
	#counts: Uint32Array | undefined;
	/** Bytes per loaded value. `#end` is the number of 32-bit words that cover the loaded rows. */
	#width = 1;
	#end = 0;

	/** Loads the values of `rows` rows from `first` on. `wanted` has a bit for each row to examine; bits after the last row are ignored. */
	load(values: RowValues, first: number, rows: number, wanted: Int32Array): void {
		this.#look();
		this.#width = values.BYTES_PER_ELEMENT;
		this.#end = (rows + 31) >>> 5;
		const at = this.#exports.values.value / this.#width;
		const own = this.#own(this.#width);
		own.set(values.subarray(first, first + rows), at);
		own.fill(0, at + rows, at + this.#end * 32);
		const wantedAt = this.#exports.wanted.value / 4;
		this.#bits.set(wanted.subarray(0, this.#end), wantedAt);
		if (rows % 32 > 0) {
			// Zeros follow the rows instead of values of the caller, who could never check them.
			const last = wantedAt + this.#end - 1;
			this.#bits[last] = (this.#bits[last] ?? 0) & ~(-1 << (rows % 32));
		}
	}

	/**
	 * Finds the wanted rows, from row `from` on, whose value plus `base` is wanted in the table. Returns the first row with an
	 * unchecked value, from which the caller continues; -1 if all are checked.
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

	/** Writes the rows from `first` up to but excluding `end` whose bits are set to `out`, in ascending order. Returns their number. */
	listRows(bits: Int32Array, first: number, end: number, out: Uint16Array): number {
		const exports = this.#exports;
		this.#look();
		this.#bits.set(bits.subarray(0, (end + 31) >>> 5), exports.found.value / 4);
		const count = exports.listFound(first, end);
		const at = exports.counted.value / 2;
		out.set(this.#halves.subarray(at, at + count));
		return count;
	}

	/**
	 * Lists the rows from `first` up to but excluding `end` by kind: selected rows of people, of bots, then baseline rows of people,
	 * of bots. Ignores rows that aren't `within`, and selected rows of the baseline.
	 * @returns copies: the rows by kind, in ascending order, and the index at which each kind ends
	 */
	listKinds(
		{selection, within, baseline, bots}: Readonly<Record<'selection' | 'within' | 'baseline' | 'bots', Mask>>,
		first: number,
		end: number,
	): {readonly rows: Uint16Array; readonly ends: readonly [number, number, number, number]} {
		const exports = this.#exports;
		this.#look();
		let at = exports.masks.value / 4;
		for (const mask of [selection, within, baseline, bots]) {
			const length = mask === 'all' || mask === null ? 0 : mask.length;
			if (mask !== 'all' && mask !== null) {
				this.#bits.set(mask, at);
			}
			this.#bits.fill(mask === 'all' ? -1 : 0, at + length, at + maskWords);
			at += maskWords;
		}
		exports.listKinds(first, end);
		const [rowsAt, endsAt] = [exports.counted.value / 2, exports.kindEnds.value / 4];
		const [one = 0, two = 0, three = 0, four = 0] = this.#words.subarray(endsAt, endsAt + 4);
		return {rows: this.#halves.slice(rowsAt, rowsAt + four), ends: [one, two, three, four]};
	}

	/** Loads rows to count, each with its index. */
	loadIndexes(rows: Uint16Array, of: RowIndexes): void {
		this.#look();
		if ('table' in of) {
			this.#loaded = this.#mark(rows, of.numbers, of.table);
			if (this.#loaded < rows.length) {
				this.#exports.keepFound(this.#loaded);
			}
			return;
		}
		this.#loadRows(rows);
		this.#words.set(of.indexes.subarray(0, rows.length), this.#exports.indexes.value / 4);
		this.#loaded = this.#exports.dropUncounted(rows.length);
	}

	/** Loads rows to count, whose indexes are their intervals of time. */
	loadIntervals({rows, times, from, step, length}: TimedRows): void {
		this.#look();
		this.#loadRows(rows);
		this.#readReals({...times, nan: Number.NaN});
		this.#loaded = this.#exports.indexByTime(rows.length, from, step, length);
	}

	/**
	 * Removes all counts. New counts are for classes below `classes` and indexes below `size`.
	 * @param owner - takes the counts before new ones are opened, so that they may stay here while other code uses the kernel
	 */
	openCounts(size: number, classes: number, owner?: AddCounts): void {
		if (this.#owner !== undefined) {
			this.takeCounts(this.#owner);
		}
		this.#exports.openChunks(size, classes);
		this.#classes = classes;
		this.#owner = owner;
	}

	/** Checks that the counts in progress have this owner. */
	hasCountsOf(owner: AddCounts): boolean {
		return this.#owner === owner;
	}

	/** True if the counts exceed `maxChunkBytes`, so that a caller should take them. */
	get isFull(): boolean {
		return this.#exports.chunksEnd.value > maxChunkBytes;
	}

	/** Counts the loaded rows by index and class, from the class `first` on, which is a multiple of 64. */
	countClasses({values, classOf}: RowClasses, first = 0): void {
		const exports = this.#exports;
		this.#look();
		this.#halves.set(classOf, exports.classOf.value / 2);
		exports.countClasses(this.#loaded, this.#copy({values, base: 0}, exports.values.value), first / 64);
	}

	/** Counts the loaded rows that have a number by index and range, from the class `first` on, which is a multiple of 64. */
	countRanges(numbers: RowReals, ranges: Ranges, first = 0): void {
		this.#loadRanges(ranges);
		this.#look();
		this.#readReals(numbers);
		this.#exports.countRanges(this.#loaded, first / 64);
	}

	/** Adds the numbers of the loaded rows up to `max` to the sums of the 64 classes from `first` on, by index. */
	sumNumbers(numbers: RowReals, max: number, first = 0): void {
		this.#look();
		this.#readReals(numbers);
		this.#exports.sumNumbers(this.#loaded, max, first / 64);
	}

	/** Calls `add` with the counts since `openCounts`. */
	takeCounts(add: AddCounts): void {
		this.#owner = undefined;
		this.#look();
		const {chunks, chunkSize, chunksEnd, chunkOwner, chunkCounts} = this.#exports;
		const [words, reals, size] = [this.#words, this.#reals, chunkSize.value];
		const [owner, counts] = [chunkOwner.value / 4, chunkCounts.value / 4];
		const chunksOfIndex = Math.ceil(this.#classes / 64);
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

	/** The indexes of the loaded rows, 1 + each. Valid until the kernel is used for other rows. */
	get indexes(): Uint32Array {
		const at = this.#exports.indexes.value / 4;
		return this.#words.subarray(at, at + this.#loaded);
	}

	/** Returns the numbers of the loaded rows, NaN for missing ones. Valid until the kernel is used for other rows. */
	numbersOf(numbers: RowReals): Float64Array {
		this.#look();
		this.#readReals(numbers);
		const at = this.#exports.reals.value / 8;
		return this.#reals.subarray(at, at + this.#loaded);
	}

	/**
	 * Returns the ranges of the loaded rows; the number of ranges for missing numbers and numbers above `max`. Valid until the
	 * kernel is used for other rows.
	 */
	rangesOf(numbers: RowReals, ranges: Ranges, max: number): Uint16Array {
		const exports = this.#exports;
		this.#loadRanges(ranges);
		this.#look();
		this.#readReals(numbers);
		exports.findRanges(this.#loaded, max, ranges.bounds.length);
		const at = exports.ranges.value / 2;
		return this.#halves.subarray(at, at + this.#loaded);
	}

	/** Writes the positions in `rows` and the marks of rows whose number has a mark other than 0 in a table. Returns their number. */
	findMarked(
		rows: Uint16Array,
		numbers: RowNumbers,
		table: Uint16Array | Uint32Array,
		out: {readonly indexes: Uint16Array; readonly marks: Uint32Array},
	): number {
		const exports = this.#exports;
		const count = this.#mark(rows, numbers, table);
		const [at, marksAt] = [exports.positions.value / 2, exports.indexes.value / 4];
		out.indexes.set(this.#halves.subarray(at, at + count));
		out.marks.set(this.#words.subarray(marksAt, marksAt + count));
		return count;
	}

	/** Finds the rows whose number has a mark other than 0 in a table. Their indexes are the marks. Returns their number. */
	#mark(rows: Uint16Array, numbers: RowNumbers, table: Uint16Array | Uint32Array): number {
		const exports = this.#exports;
		const width = table.BYTES_PER_ELEMENT;
		this.#look();
		if (this.#marks !== table) {
			const at = exports.marksFor(table.byteLength);
			this.#look();
			this.#own(width).set(table, at / width);
			this.#marks = table;
		}
		this.#loadRows(rows);
		const ownWidth = this.#copy(numbers, exports.values.value);
		return exports.findMarked(rows.length, ownWidth, numbers.base, width, table.length);
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

	/** Loads rows without indexes. */
	loadRows(rows: Uint16Array): void {
		this.#look();
		this.#loadRows(rows);
	}

	#loadRows(rows: Uint16Array): void {
		this.#halves.set(rows, this.#exports.counted.value / 2);
		this.#loaded = rows.length;
	}

	/** Reads the numbers of the loaded rows. */
	#readReals(numbers: RowReals): void {
		const {base, unit, nan} = numbers;
		this.#exports.readReals(this.#loaded, this.#copy(numbers, this.#exports.column.value), base, unit, nan);
	}

	/**
	 * Adds rows to the counts indexed by their numbers. The counts are correct after `endCounting`; until then, the kernel may have newer
	 * ones than the array. Other code may use the kernel in between.
	 * @param ends - the index in `rows` at which each group of rows ends. Each number has a count for each group.
	 */
	countNumbers(
		rows: Uint16Array,
		numbers: RowNumbers,
		counts: Uint32Array,
		ends: readonly number[] = [rows.length],
	): void {
		const exports = this.#exports;
		const {values, base} = numbers;
		const at = this.#openNumbers(counts) / 4;
		if (values !== undefined) {
			this.#halves.set(rows, exports.counted.value / 2);
		}
		const width = this.#copy(numbers, exports.values.value);
		for (let group = 0, first = 0; group < ends.length; group++) {
			const end = ends[group] ?? 0;
			const index = base * ends.length + group;
			if (values === undefined) {
				this.#words[at + index] = (this.#words[at + index] ?? 0) + end - first;
			} else if (end > first) {
				exports.countNumbers(first, end, width, index, ends.length);
			}
			first = end;
		}
	}

	/**
	 * Counts marked rows by mark, half of the positions, and class: see `findMarked`. As with `countNumbers`, the counts are correct
	 * after `endCounting`.
	 * @param half - the first position in the second half
	 * @param classes - one for each position, less than `size`
	 * @param first - index of the counts of mark 1, first half; the second half follows, then mark 2
	 */
	countMarked(
		{indexes, marks}: {readonly indexes: Uint16Array; readonly marks: Uint32Array},
		count: number,
		half: number,
		{classes, size}: {readonly classes: Uint16Array; readonly size: number},
		counts: Uint32Array,
		first: number,
	): void {
		const exports = this.#exports;
		const at = this.#openNumbers(counts);
		this.#halves.set(indexes.subarray(0, count), exports.positions.value / 2);
		this.#words.set(marks.subarray(0, count), exports.indexes.value / 4);
		this.#halves.set(classes, exports.values.value / 2);
		exports.countMarked(count, half, size, at + 4 * first);
	}

	/** Loads the counts unless they are in progress. Returns their address. */
	#openNumbers(counts: Uint32Array): number {
		this.#look();
		if (this.#counts !== counts) {
			this.endCounting();
			const at = this.#exports.numbersFor(counts.length);
			this.#look();
			this.#words.set(counts, at / 4);
			this.#counts = counts;
		}
		return this.#exports.numbersFor(counts.length);
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

	/** Copies the stored values of rows to an address. Returns the bytes per value; 0 if all rows have the same value. */
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
