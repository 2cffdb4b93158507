import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';

/** What is used of it: the types of Node's own things don't have it. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object) => {readonly exports: unknown};
};

type Global = {readonly value: number};

/** What `assembly/index.ts` exports. Addresses and lengths are in bytes, numbers are u32 unless said otherwise. */
type Exports = {
	readonly memory: {readonly buffer: ArrayBuffer};
	/** Bytes in use for texts. */
	readonly used: Global;
	readonly batchRows: Global;
	readonly inputSize: Global;
	readonly input: Global;
	readonly lineStarts: Global;
	readonly lineEnds: Global;
	readonly textStarts: Global;
	readonly textEnds: Global;
	readonly times: Global;
	readonly sizes: Global;
	readonly zones: Global;
	readonly statuses: Global;
	readonly formats: Global;
	readonly ids: Global;
	seed(a: number, b: number, c: number, d: number): void;
	clear(): void;
	openTable(): number;
	sizeOf(table: number): number;
	placesOf(table: number): number;
	find(table: number, start: number, end: number): number;
	intern(table: number, starts: number, ends: number, count: number, delta: number): void;
	scan(first: number, last: number, row: number, delta: number, combined: number, common: number): number;
};

const code = new WebAssembly.Module(readFileSync(new URL('kernel.wasm', import.meta.url)));

const newInstance = (): Exports => new WebAssembly.Instance(code).exports as Exports;

/** The same in all of the process: a text has one hash. */
const [a = 0, b = 0, c = 0, d = 0] = new Uint32Array(Uint8Array.from(randomBytes(16)).buffer);

const {batchRows: rows, inputSize: size, ...addresses} = newInstance();

/** How many rows a batch has. */
export const batchRows: number = rows.value;

/** The most bytes that a batch refers to. */
export const inputSize: number = size.value;

/** Places of the batch in `words`, those of times and sizes in `reals`: see `assembly/batch.ts`. */
export const places = {
	lineStarts: addresses.lineStarts.value / 4,
	lineEnds: addresses.lineEnds.value / 4,
	textStarts: addresses.textStarts.value / 4,
	textEnds: addresses.textEnds.value / 4,
	times: addresses.times.value / 8,
	sizes: addresses.sizes.value / 8,
	zones: addresses.zones.value / 4,
	statuses: addresses.statuses.value / 4,
	formats: addresses.formats.value / 4,
	ids: addresses.ids.value / 4,
};

const input = addresses.input.value;

/** One that was given back: waiting for the garbage collector, several times as much memory would be in use. */
let spare: Kernel | undefined;

/**
 * What is done for each line, in WebAssembly, in a memory of its own: a batch of lines and of what was read in them, and
 * tables of distinct texts. All views of the memory are good until texts come.
 */
export class Kernel {
	readonly #exports = newInstance();
	#bytes: Buffer = Buffer.alloc(0);
	#words = new Uint32Array();
	#reals = new Float64Array();
	#isGiven = false;

	private constructor() {
		this.#exports.seed(a, b, c, d);
	}

	/** One without texts. */
	static take(): Kernel {
		const taken = spare ?? new Kernel();
		spare = undefined;
		taken.#isGiven = false;
		return taken;
	}

	/** Forgets all texts, and gives the memory back. Nothing must be asked of it any more. */
	give(): void {
		if (!this.#isGiven) {
			this.#isGiven = true;
			this.clear();
			spare ??= this;
		}
	}

	/** Forgets all tables. */
	clear(): void {
		this.#exports.clear();
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
	 */
	intern(table: number, field: number, count: number, base: number): void {
		const {textStarts, textEnds} = addresses;
		const place = field * batchRows * 4;
		this.#exports.intern(table, textStarts.value + place, textEnds.value + place, count, input - base);
	}

	/**
	 * Reads the first `count` lines of the batch into rows from `row` on, up to the first that it can't read; returns how
	 * many. `formats` are the numbers for lines of the combined and of the common format; `base` as in `intern`.
	 */
	scan(
		count: number,
		row: number,
		base: number,
		formats: {readonly combined: number; readonly common: number},
	): number {
		return this.#exports.scan(0, count, row, input - base, formats.combined, formats.common);
	}
}
