import {Batch, batchRows, inputSize, layout} from './batch.js';
import {type Exports, firstInstance, newInstance} from './instance.js';
import type {SharedArena} from './shared-arena.js';

/**
 * The hash seed of this process, so that a string has the same hash in all kernels. V8 seeds `Math.random` with system entropy.
 * The seed is secret, so an attacker can't construct collisions. Loading node:crypto instead takes 10 ms.
 */
const [a, b, c, d] = [word(), word(), word(), word()] as const;

/** Maximum number of rows in a column that can be packed: see `packColumn`. */
export const columnRows: number = firstInstance.columnRows.value;

/** Number of strings per page. A page contains their addresses, then their hashes: see `assembly/texts.ts`. */
const pageTexts = 512;

/**
 * A WebAssembly instance with its own memory for the work on each line: a batch of lines with their fields, and tables of
 * distinct strings. Views of the memory are valid until strings are added.
 */
export class Kernel {
	/** Its memory and its functions, for queries on its strings. */
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

	/** A released kernel for reuse. Leaving it to the garbage collector would multiply the memory in use. */
	static #spare: Kernel | undefined = new Kernel(firstInstance);

	/** Returns a kernel without strings. */
	static take(): Kernel {
		const taken = Kernel.#spare ?? new Kernel(newInstance());
		Kernel.#spare = undefined;
		taken.#isGiven = false;
		return taken;
	}

	/** Deletes all strings and frees the memory. The kernel must not be used afterwards. */
	give(): void {
		if (!this.#isGiven) {
			this.#isGiven = true;
			this.exports.clear();
			Kernel.#spare ??= this;
		}
	}

	/** Bytes that strings and their tables take. */
	get used(): number {
		return this.exports.used.value;
	}

	/** The whole memory as bytes. */
	get bytes(): Buffer {
		// Views from before the memory grew have length 0.
		if (this.#bytes.length === 0) {
			this.#bytes = Buffer.from(this.exports.memory.buffer);
		}
		return this.#bytes;
	}

	/** The whole memory as 4-byte words. */
	get words(): Uint32Array<ArrayBuffer> {
		if (this.#words.length === 0) {
			this.#words = new Uint32Array(this.exports.memory.buffer);
		}
		return this.#words;
	}

	/** The whole memory as 8-byte numbers. */
	get reals(): Float64Array<ArrayBuffer> {
		if (this.#reals.length === 0) {
			this.#reals = new Float64Array(this.exports.memory.buffer);
		}
		return this.#reals;
	}

	/**
	 * Returns the concatenated strings of a table after the first `first.count`, which have `first.bytes` bytes, and the end of
	 * each, in arrays allocated in the arena.
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
			// Copying to shared memory takes 8 bytes at a time if both addresses have the same alignment, otherwise single bytes.
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

	/** Returns the index in `words` of a table's pages. It changes when strings are added. */
	pagesOf(table: number): number {
		return this.exports.pagesOf(table) / 4;
	}

	/** Returns the address of a string from the pages of its table. */
	addressOf(pages: number, id: number): number {
		return this.words[this.#entryOf(pages, id)] ?? 0;
	}

	/** Returns the 32-bit hash of a string from the pages of its table. */
	hashOf(pages: number, id: number): number {
		return this.words[this.#entryOf(pages, id) + pageTexts] ?? 0;
	}

	/** Returns the index in `words` of a string's address. */
	#entryOf(pages: number, id: number): number {
		const page = this.words[pages + (id >>> 9)] ?? 0;
		return page / 4 + (id % pageTexts);
	}
}

function word(): number {
	return Math.floor(Math.random() * 2 ** 32);
}
