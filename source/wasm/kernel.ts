import {type Exports, newInstance} from './instance.js';
import type {SharedArena} from './shared-arena.js';

/**
 * The same in all of the process: a text has one hash. V8 begins each process's numbers with entropy of the system, and
 * nobody sees these: who wants to make hashes collide can't know them. Of node:crypto, loading alone takes 10 ms.
 */
const [a, b, c, d] = [word(), word(), word(), word()] as const;

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

/** The most rows of a column that can be packed: see `packColumn`. */
export const columnRows: number = addresses.columnRows.value;

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

/**
 * What stands somewhere in a line, ASCII, unless there is something in that which stands for other characters; with
 * `isFolded` it has no capitals, and case makes no difference. Plain data.
 */
export type LinePart = {readonly bytes: Uint8Array; readonly isFolded: boolean};

/** How many lines were read, and where they end. */
type Scanned = {readonly rows: number; readonly end: number};

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

	/** Bytes of all texts of a table. */
	bytesOf(table: number): number {
		return this.#exports.bytesOf(table);
	}

	/**
	 * All texts of a table behind the first ones, which have so many bytes: one behind the other, and where each ends; in
	 * arrays made in the arena.
	 */
	texts(
		table: number,
		arena: SharedArena,
		first: {readonly count: number; readonly bytes: number},
	): {readonly bytes: Uint8Array; readonly ends: Uint32Array} {
		const exports = this.#exports;
		const size = exports.sizeOf(table) - first.count;
		const bytes = arena.array(Uint8Array, exports.bytesOf(table) - first.bytes);
		const ends = arena.array(Uint32Array, size);
		const end = input + inputSize;
		let length = 0;
		for (let taken = 0; taken < size; ) {
			// What is copied from one multiple of eight to another is copied by eights to memory that threads share, else by ones.
			const at = input + (length & 7);
			const count = exports.copyTexts(
				table,
				first.count + taken + 1,
				batchRows,
				at,
				end,
				addresses.textEnds.value,
				length,
			);
			ends.set(this.words.subarray(places.textEnds, places.textEnds + count), taken);
			const copied = (ends[taken + count - 1] ?? 0) - length;
			bytes.set(this.bytes.subarray(at, at + copied), length);
			length += copied;
			taken += count;
		}
		return {bytes, ends};
	}

	/** Where in `words` the pages of a table are: see `assembly/texts.ts`. */
	pagesOf(table: number): number {
		return this.#exports.pagesOf(table) / 4;
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
	 * Whether each of the first `count` lines of the batch, which are the first `length` bytes of the input, may have texts in
	 * which all parts stand: 0 where it doesn't; see `assembly/marked-lines.ts`. Good until anything else is asked.
	 */
	markedLines(count: number, length: number, parts: readonly LinePart[]): Uint8Array {
		const {parts: place, judgements} = this.#exports;
		const marks = this.bytes.subarray(judgements.value, judgements.value + count).fill(1);
		for (const {bytes, isFolded} of parts) {
			this.bytes.set(bytes, place.value);
			this.#exports.markLines(count, length, bytes.length, isFolded);
		}
		return marks;
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
}

function word(): number {
	return Math.floor(Math.random() * 2 ** 32);
}
