import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {ArrayRoom} from './array-room.js';
import type {Global, QuestionExports} from './question-exports.js';

/** What is used of it: the types of Node's own things don't have it. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object) => {readonly exports: unknown};
};

/** What `assembly/index.ts` exports. Addresses and lengths are in bytes, numbers are u32 unless said otherwise. */
export type Exports = QuestionExports & {
	readonly memory: {readonly buffer: ArrayBuffer};
	/** Bytes in use for texts. */
	readonly used: Global;
	readonly batchRows: Global;
	readonly inputSize: Global;
	readonly input: Global;
	readonly textStarts: Global;
	readonly textEnds: Global;
	readonly times: Global;
	readonly sizes: Global;
	readonly offsets: Global;
	readonly zones: Global;
	readonly statuses: Global;
	readonly formats: Global;
	readonly ids: Global;
	readonly columnRows: Global;
	readonly column: Global;
	readonly narrowed: Global;
	/** What `extentOf…` finds: f64, and whether there is a NaN. */
	readonly smallest: Global;
	readonly largest: Global;
	readonly hasNaN: Global;
	extentOfReals(count: number): number;
	extentOfWholes(count: number): void;
	narrowReals(count: number, base: number, nan: number, bytes: number): void;
	narrowWholes(count: number, base: number, bytes: number): void;
	seed(a: number, b: number, c: number, d: number): void;
	clear(): void;
	openTable(): number;
	sizeOf(table: number): number;
	bytesOf(table: number): number;
	copyTexts(table: number, first: number, most: number, to: number, end: number, ends: number): number;
	placesOf(table: number): number;
	find(table: number, start: number, end: number): number;
	intern(table: number, starts: number, ends: number, count: number, delta: number): number;
	/** The address behind the lines that were scanned last. */
	readonly scanned: Global;
	scan(
		from: number,
		to: number,
		first: number,
		last: number,
		delta: number,
		offset: number,
		combined: number,
		common: number,
	): number;
};

const code = new WebAssembly.Module(readFileSync(new URL('kernel.wasm', import.meta.url)));

/** A new one, with a memory of its own. */
export const newInstance = (): Exports => new WebAssembly.Instance(code).exports as Exports;

/** The same in all of the process: a text has one hash. */
const [a = 0, b = 0, c = 0, d = 0] = new Uint32Array(Uint8Array.from(randomBytes(16)).buffer);

const firstInstance = newInstance();

const {batchRows: rows, inputSize: size, ...addresses} = firstInstance;

/** How many rows a batch has. */
export const batchRows: number = rows.value;

/** The most bytes that a batch refers to. */
export const inputSize: number = size.value;

/** Places of the batch in `words`, those of times and sizes in `reals`: see `assembly/batch.ts`. */
export const places = {
	textStarts: addresses.textStarts.value / 4,
	textEnds: addresses.textEnds.value / 4,
	times: addresses.times.value / 8,
	sizes: addresses.sizes.value / 8,
	offsets: addresses.offsets.value / 4,
	zones: addresses.zones.value / 4,
	statuses: addresses.statuses.value / 4,
	formats: addresses.formats.value / 4,
	ids: addresses.ids.value / 4,
};

const input = addresses.input.value;
const column = addresses.column.value;
const narrowed = addresses.narrowed.value;

/** The most rows of a column that can be packed. */
export const columnRows: number = addresses.columnRows.value;

/** The numbers of a column in as few bits as they need: each is `base` and what `values` has for it. */
export type PackedColumn = {
	readonly base: number;
	/** What stands in `values` for NaN; itself NaN, which equals nothing, where nothing does. */
	readonly nan: number;
	readonly values: Uint8Array | Uint16Array | Uint32Array;
};

/** Lines to be read into a batch. */
export type Scan = {
	readonly start: number;
	readonly end: number;
	readonly base: number;
	/** The row for the first of them, and the row behind the last for which there is room. */
	readonly first: number;
	readonly last: number;
	/** The offset that the first line has, less than 2^32. */
	readonly offset: number;
	/** The numbers of the formats that they may have. */
	readonly formats: {readonly combined: number; readonly common: number};
};

/** How many lines were read, and where they end. */
export type Scanned = {readonly rows: number; readonly end: number};

/**
 * What is done for each line, in WebAssembly, in a memory of its own: a batch of lines and of what was read in them, and
 * tables of distinct texts. All views of the memory are good until texts come.
 */
export class Kernel {
	readonly #exports: Exports;
	#bytes: Buffer = Buffer.alloc(0);
	#words = new Uint32Array();
	#reals = new Float64Array();
	#isGiven = false;

	private constructor(exports: Exports) {
		this.#exports = exports;
		exports.seed(a, b, c, d);
	}

	/** One that was given back: waiting for the garbage collector, several times as much memory would be in use. */
	static #spare: Kernel | undefined = new Kernel(firstInstance);

	/** One without texts. */
	static take(): Kernel {
		const taken = Kernel.#spare ?? new Kernel(newInstance());
		Kernel.#spare = undefined;
		taken.#isGiven = false;
		return taken;
	}

	/** Forgets all texts, and gives the memory back. Nothing must be asked of it any more. */
	give(): void {
		if (!this.#isGiven) {
			this.#isGiven = true;
			this.#exports.clear();
			Kernel.#spare ??= this;
		}
	}

	/** Its memory and its functions, for what is asked of its texts. */
	get exports(): Exports {
		return this.#exports;
	}

	/** Bytes that texts and their tables take. */
	get used(): number {
		return this.#exports.used.value;
	}

	/** All of the memory as bytes. */
	get bytes(): Buffer {
		// What belongs to a memory before it grew has no length.
		if (this.#bytes.length === 0) {
			this.#bytes = Buffer.from(this.#exports.memory.buffer);
		}
		return this.#bytes;
	}

	/** All of the memory as words of four bytes. */
	get words(): Uint32Array<ArrayBuffer> {
		if (this.#words.length === 0) {
			this.#words = new Uint32Array(this.#exports.memory.buffer);
		}
		return this.#words;
	}

	/** All of the memory as numbers of eight bytes. */
	get reals(): Float64Array<ArrayBuffer> {
		if (this.#reals.length === 0) {
			this.#reals = new Float64Array(this.#exports.memory.buffer);
		}
		return this.#reals;
	}

	/** Copies `source[start, end)` to the input, from place `at` of it on. */
	load(source: Uint8Array, start: number, end: number, at = 0): void {
		if (at + end - start > inputSize) {
			throw new RangeError('texts of a batch stand too far apart');
		}
		this.bytes.set(source.subarray(start, end), input + at);
	}

	/** A new table of texts: its address. */
	openTable(): number {
		return this.#exports.openTable();
	}

	/** How many texts a table has. Their numbers are 1 to this. */
	sizeOf(table: number): number {
		return this.#exports.sizeOf(table);
	}

	/** All texts of a table, one behind the other, and where each ends; in arrays made in the room. */
	texts(table: number, room: ArrayRoom): {readonly bytes: Uint8Array; readonly ends: Uint32Array} {
		const exports = this.#exports;
		const size = exports.sizeOf(table);
		const bytes = room.array(Uint8Array, exports.bytesOf(table));
		const ends = room.array(Uint32Array, size);
		const end = input + inputSize;
		let length = 0;
		for (let taken = 0; taken < size; ) {
			const count = exports.copyTexts(table, taken + 1, batchRows, input, end, addresses.textEnds.value);
			const copied = this.words.subarray(places.textEnds, places.textEnds + count);
			bytes.set(this.bytes.subarray(input, input + (copied.at(-1) ?? 0)), length);
			for (const [index, textEnd] of copied.entries()) {
				ends[taken + index] = length + textEnd;
			}
			length += copied.at(-1) ?? 0;
			taken += count;
		}
		return {bytes, ends};
	}

	/** Where in `words` the addresses of a table's texts are, by number. Before a text stand hash, length and number. */
	placesOf(table: number): number {
		return this.#exports.placesOf(table) / 4;
	}

	/** The number of the text `input[0, length)` in a table; 0 when it isn't there. */
	find(table: number, length: number): number {
		return this.#exports.find(table, input, input + length);
	}

	/**
	 * Looks up the texts of the first rows of a field; their numbers are in `words`, at `places.ids`: a new one for a
	 * new text, 0 for an empty one. `base` is where the input begins in the bytes that starts and ends are places of.
	 * False when all texts are empty: `ids` is left as it was.
	 */
	intern(table: number, field: number, count: number, base: number): boolean {
		const {textStarts, textEnds} = addresses;
		const place = field * batchRows * 4;
		return (
			this.#exports.intern(table, textStarts.value + place, textEnds.value + place, count, input - base) !== 0
		);
	}

	/**
	 * Reads the lines that stand whole in `[start, end)` of the bytes whose beginning `base`, as in `intern`, is that of the
	 * input, into the batch: up to the first that it can't read, or for which there is no row. Their texts are places in
	 * those bytes, too.
	 */
	scan({start, end, base, first, last, offset, formats}: Scan): Scanned {
		const delta = input - base;
		const {combined, common} = formats;
		const rows = this.#exports.scan(start + delta, end + delta, first, last, delta, offset, combined, common);
		return {rows, end: this.#exports.scanned.value - delta};
	}

	/**
	 * Packs the first `rows` values, in an array made in the room. Undefined when they don't fit in 32 bits each, or aren't whole.
	 * Measured: a third of the time that it takes in JavaScript, where arrays of several kinds make loops slow.
	 */
	pack(values: Uint32Array | Float64Array, rows: number, room: ArrayRoom): PackedColumn | undefined {
		if (rows > columnRows) {
			throw new RangeError('a column has too many rows');
		}
		const exports = this.#exports;
		if (values instanceof Uint32Array) {
			this.words.set(values.subarray(0, rows), column / 4);
			exports.extentOfWholes(rows);
		} else {
			this.reals.set(values.subarray(0, rows), column / 8);
			if (exports.extentOfReals(rows) === 0) {
				return undefined;
			}
		}
		const base = exports.smallest.value;
		const hasNaN = exports.hasNaN.value !== 0;
		const range = exports.largest.value - base + (hasNaN ? 1 : 0);
		if (range >= 2 ** 32) {
			return undefined;
		}
		const bytes = range < 2 ** 8 ? 1 : range < 2 ** 16 ? 2 : 4;
		const nan = 2 ** (8 * bytes) - 1;
		if (values instanceof Uint32Array) {
			exports.narrowWholes(rows, base, bytes);
		} else {
			exports.narrowReals(rows, base, nan, bytes);
		}
		return {base, nan: hasNaN ? nan : Number.NaN, values: this.#narrowed(rows, bytes, room)};
	}

	#narrowed(rows: number, bytes: number, room: ArrayRoom): PackedColumn['values'] {
		if (bytes === 1) {
			const values = room.array(Uint8Array, rows);
			values.set(this.bytes.subarray(narrowed, narrowed + rows));
			return values;
		}
		if (bytes === 2) {
			const values = room.array(Uint16Array, rows);
			values.set(new Uint16Array(this.#exports.memory.buffer, narrowed, rows));
			return values;
		}
		const values = room.array(Uint32Array, rows);
		values.set(this.words.subarray(narrowed / 4, narrowed / 4 + rows));
		return values;
	}
}
