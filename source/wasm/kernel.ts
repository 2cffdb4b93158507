import {Batch, batchRows, inputSize, layout} from './batch.js';
import {type Exports, firstInstance, newInstance} from './instance.js';
import type {SharedArena} from './shared-arena.js';

/**
 * The same in all of the process: a text has one hash. V8 begins each process's numbers with entropy of the system, and
 * nobody sees these: who wants to make hashes collide can't know them. Of node:crypto, loading alone takes 10 ms.
 */
const [a, b, c, d] = [word(), word(), word(), word()] as const;

/** The most rows of a column that can be packed: see `packColumn`. */
export const columnRows: number = firstInstance.columnRows.value;

/** A page says where so many texts are, then what their hashes are: see `assembly/texts.ts`. */
const pageTexts = 512;

/**
 * What is done for each line, in WebAssembly, in a memory of its own: a batch of lines and of what was read in them, and
 * tables of distinct texts. All views of the memory are good until texts come.
 */
export class Kernel {
	/** Its memory and its functions, for what is asked of its texts. */
	readonly exports: Exports;
	readonly batch: Batch;
	#bytes: Buffer = Buffer.alloc(0);
	#words = new Uint32Array();
	#reals = new Float64Array();
	#isGiven = false;

	private constructor(exports: Exports) {
		this.exports = exports;
		this.batch = new Batch(exports);
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
			this.exports.clear();
			Kernel.#spare ??= this;
		}
	}

	/** Bytes that texts and their tables take. */
	get used(): number {
		return this.exports.used.value;
	}

	/** All of the memory as bytes. */
	get bytes(): Buffer {
		// What belongs to a memory before it grew has no length.
		if (this.#bytes.length === 0) {
			this.#bytes = Buffer.from(this.exports.memory.buffer);
		}
		return this.#bytes;
	}

	/** All of the memory as words of four bytes. */
	get words(): Uint32Array<ArrayBuffer> {
		if (this.#words.length === 0) {
			this.#words = new Uint32Array(this.exports.memory.buffer);
		}
		return this.#words;
	}

	/** All of the memory as numbers of eight bytes. */
	get reals(): Float64Array<ArrayBuffer> {
		if (this.#reals.length === 0) {
			this.#reals = new Float64Array(this.exports.memory.buffer);
		}
		return this.#reals;
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
		const exports = this.exports;
		const size = exports.sizeOf(table) - first.count;
		const bytes = arena.array(Uint8Array, exports.bytesOf(table) - first.bytes);
		const ends = arena.array(Uint32Array, size);
		const end = layout.input + inputSize;
		let length = 0;
		for (let taken = 0; taken < size; ) {
			// What is copied from one multiple of eight to another is copied by eights to memory that threads share, else by ones.
			const at = layout.input + (length & 7);
			const count = exports.copyTexts(
				table,
				first.count + taken + 1,
				batchRows,
				at,
				end,
				layout.textEnds,
				length,
			);
			ends.set(this.batch.columns.textEnds.subarray(0, count), taken);
			const copied = (ends[taken + count - 1] ?? 0) - length;
			bytes.set(this.bytes.subarray(at, at + copied), length);
			length += copied;
			taken += count;
		}
		return {bytes, ends};
	}

	/** Where in `words` the pages of a table are: elsewhere once texts have come. */
	pagesOf(table: number): number {
		return this.exports.pagesOf(table) / 4;
	}

	/** The address of a text, by the pages of its table. */
	placeOf(pages: number, id: number): number {
		return this.words[this.#entryOf(pages, id)] ?? 0;
	}

	/** The hash of a text, by the pages of its table: 32 bits. */
	hashOf(pages: number, id: number): number {
		return this.words[this.#entryOf(pages, id) + pageTexts] ?? 0;
	}

	/** Where in `words` the address of a text stands. */
	#entryOf(pages: number, id: number): number {
		const page = this.words[pages + (id >>> 9)] ?? 0;
		return page / 4 + (id % pageTexts);
	}
}

function word(): number {
	return Math.floor(Math.random() * 2 ** 32);
}
