import {batchRows, inputSize} from '../wasm/batch.js';
import {Kernel} from '../wasm/kernel.js';
import type {SharedArena} from '../wasm/shared-arena.js';
import {TextSpan} from '../wasm/text-span.js';

/** The number of the text that isn't there. */
export const noText = 0;

/** Texts as plain data, one behind the other: number `n` ends before `bytes[ends[n - 1]]`. */
export type Texts = {
	readonly bytes: Uint8Array;
	readonly ends: Uint32Array;
};

/** How many texts a dictionary has, and their bytes. */
export type DictionaryExtent = {readonly count: number; readonly bytes: number};

/** The extent of a dictionary without texts. */
export const nothing: DictionaryExtent = {count: 0, bytes: 0};

/**
 * Distinct texts as bytes, numbered from 1 in the order of their first coming. They are kept in memory
 * outside of the heap, and found by an open hash table with a comparison of all bytes behind the hash.
 */
export class Dictionary {
	/** What it keeps its texts in. */
	readonly kernel: Kernel;
	/** Which table of the kernel's it is. */
	readonly table: number;
	/** Where the kernel has the pages of the table: elsewhere once texts have come. */
	#pages = 0;
	#isReleased = false;

	/** Dictionaries that are asked together share a kernel; they are released together. */
	constructor(kernel: Kernel = Kernel.take()) {
		this.kernel = kernel;
		this.table = kernel.exports.openTable();
	}

	/** How many texts there are. Their numbers are 1 to this. */
	get size(): number {
		return this.#isReleased ? 0 : this.kernel.exports.sizeOf(this.table);
	}

	/** True once its memory has been given back. */
	get isReleased(): boolean {
		return this.#isReleased;
	}

	/** The hash of a text, 32 bits: the same in every dictionary of the process. */
	hash(id: number): number {
		return this.kernel.hashOf(this.#pages, id);
	}

	/** The number of a text; `noText` when it isn't there. */
	idOf(text: Uint8Array): number {
		if (text.length > inputSize) {
			return noText;
		}
		this.kernel.batch.load(text, 0, text.length);
		return this.kernel.batch.find(this.table, text.length);
	}

	/**
	 * Looks up the texts of a field in the first `count` rows of the kernel's batch. Their numbers are its `ids` then;
	 * false when there are no texts: see `Batch.intern`.
	 */
	internRows(field: number, count: number, base: number): boolean {
		const hasTexts = this.kernel.batch.intern(this.table, field, count, base);
		this.#pages = this.kernel.pagesOf(this.table);
		return hasTexts;
	}

	/**
	 * Looks up many texts of one buffer: those that begin at `starts[first]` and the `count - 1` after it, none longer than
	 * `inputSize`. Their numbers go to `ids`, from 0 on: a new one for a new text, `noText` for an empty one.
	 */
	internAll(
		source: Uint8Array,
		{starts, ends}: {starts: Int32Array | Uint32Array; ends: Int32Array | Uint32Array},
		first: number,
		count: number,
		ids: Uint32Array,
	): void {
		for (let index = 0; index < count; ) {
			const {textStarts, textEnds} = this.kernel.batch.columns;
			let [from, to, size] = [Number.POSITIVE_INFINITY, 0, 0];
			for (; size < batchRows && index + size < count; size++) {
				const start = starts[first + index + size] ?? 0;
				const end = ends[first + index + size] ?? 0;
				if (size > 0 && Math.max(to, end) - Math.min(from, start) > inputSize) {
					break;
				}
				from = Math.min(from, start);
				to = Math.max(to, end);
				textStarts[size] = start;
				textEnds[size] = end;
			}
			this.kernel.batch.load(source, from, to);
			const hasTexts = this.internRows(0, size, from);
			const found = ids.subarray(index, index + size);
			if (hasTexts) {
				found.set(this.kernel.batch.columns.ids.subarray(0, size));
			} else {
				found.fill(noText);
			}
			index += size;
		}
	}

	/** The bytes of a text, only valid until the next one is interned. */
	bytes(id: number): Buffer {
		const {bytes, start, end} = this.locate(id, new TextSpan());
		return bytes.subarray(start, end);
	}

	/** Where the bytes of a text are: see `TextSpan`. Returns the span. */
	locate(id: number, span: TextSpan): TextSpan {
		span.fill(this.kernel, this.kernel.placeOf(this.#pages, id));
		return span;
	}

	/** How much of it there is. */
	get extent(): DictionaryExtent {
		return this.#isReleased ? nothing : {count: this.size, bytes: this.kernel.exports.bytesOf(this.table)};
	}

	/** The texts that came since it had an extent as plain data, in arrays made in the arena. */
	texts(arena: SharedArena, since = nothing): Texts {
		return this.kernel.texts(this.table, arena, since);
	}

	/** The texts with these numbers as plain data; the first of them has number 1 there. */
	textsOf(ids: readonly number[]): Texts {
		const ends = new Uint32Array(ids.length);
		const span = new TextSpan();
		let length = 0;
		for (const [index, id] of ids.entries()) {
			this.locate(id, span);
			length += span.end - span.start;
			ends[index] = length;
		}
		const bytes = new Uint8Array(length);
		for (const [index, id] of ids.entries()) {
			this.locate(id, span);
			bytes.set(span.bytes.subarray(span.start, span.end), ends[index - 1] ?? 0);
		}
		return {bytes, ends};
	}

	/** Takes texts over. Returns their numbers here by their numbers there; `noText` stays what it is. */
	adopt(texts: Texts): Uint32Array {
		const {bytes, ends} = texts;
		const ids = new Uint32Array(ends.length + 1);
		const starts = new Uint32Array(ends.length + 1);
		starts.set(ends, 1);
		this.internAll(bytes, {starts, ends}, 0, ends.length, ids.subarray(1));
		return ids;
	}

	/**
	 * Takes over `most` texts behind the first `first`; their numbers here come to the end of the kernel's list for a
	 * field.
	 */
	adoptListed({bytes, ends}: Texts, first: number, most: number, field: number): void {
		const last = Math.min(ends.length, first + most);
		for (let next = first; next < last; ) {
			// From a multiple of eight to another: see `Kernel.texts`.
			const from = (ends[next - 1] ?? 0) & ~7;
			let count = Math.min(batchRows, last - next);
			while (count > 1 && (ends[next + count - 1] ?? 0) - from > inputSize) {
				count >>= 1;
			}
			const {textStarts, textEnds} = this.kernel.batch.columns;
			textEnds.set(ends.subarray(next, next + count));
			textStarts[0] = ends[next - 1] ?? 0;
			textStarts.set(textEnds.subarray(0, count - 1), 1);
			this.kernel.batch.load(bytes, from, ends[next + count - 1] ?? 0);
			if (!this.internRows(0, count, from)) {
				this.kernel.batch.columns.ids.fill(noText, 0, count);
			}
			this.kernel.exports.listIds(field, count);
			next += count;
		}
	}

	/** Gives the memory of all dictionaries with the same kernel back. None must be asked any more. */
	release(): void {
		if (!this.#isReleased) {
			this.#isReleased = true;
			this.kernel.give();
		}
	}
}

/** So many dictionaries that are asked together, and released together. */
export function newDictionaries(count: number): readonly Dictionary[] {
	const kernel = Kernel.take();
	return Array.from({length: count}, () => new Dictionary(kernel));
}
