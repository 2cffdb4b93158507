import {decodeTextAt, type Escapes} from '../entries/values/decode-text.js';
import {batchRows, inputSize} from '../wasm/batch.js';
import {Kernel} from '../wasm/kernel.js';
import type {SharedArena} from '../wasm/shared-arena.js';
import {TextSpan} from '../wasm/text-span.js';

/** The id of a missing string. */
export const noText = 0;

/** Concatenated strings as plain data: string `n` ends before `bytes[ends[n - 1]]`. */
export type Texts = {
	readonly bytes: Uint8Array;
	readonly ends: Uint32Array;
};

/** Number of strings in a dictionary and their total bytes. */
export type DictionaryExtent = {readonly count: number; readonly bytes: number};

/** The extent of an empty dictionary. */
export const nothing: DictionaryExtent = {count: 0, bytes: 0};

type KeptText = {readonly id: number; readonly escapes: Escapes; readonly text: string};

/** Maximum number of decoded strings in memory, and maximum length of each. */
const keptTexts = 256;
const maxKeptLength = 256;

/** Position of the string that is decoded. */
const span = new TextSpan();

/**
 * Distinct strings as bytes, numbered from 1 as they first occur. Their memory is outside the JavaScript heap. A hash table with
 * open addressing finds them and compares all bytes.
 */
export class Dictionary {
	/** The kernel whose memory stores the strings. */
	readonly kernel: Kernel;
	/** The number of this dictionary's table in the kernel. */
	readonly table: number;
	/** Address of the table's pages in the kernel. It changes when strings are added. */
	#pages = 0;
	#isReleased = false;
	/** Strings that were decoded, by their ids. */
	readonly #kept: KeptText[] = [];

	/** Creates an empty dictionary. Dictionaries that share a kernel are queried together and released together. */
	constructor(kernel: Kernel = Kernel.take()) {
		this.kernel = kernel;
		this.table = kernel.exports.openTable();
	}

	/** Number of strings. Their ids are 1 to `size`. */
	get size(): number {
		return this.#isReleased ? 0 : this.kernel.exports.sizeOf(this.table);
	}

	/** True after the memory has been released. */
	get isReleased(): boolean {
		return this.#isReleased;
	}

	/** Returns the 32-bit hash of a string: the same in every dictionary of the process. */
	hash(id: number): number {
		return this.kernel.hashOf(this.#pages, id);
	}

	/** Returns the id of a string; `noText` if it is missing. */
	idOf(text: Uint8Array): number {
		if (text.length > inputSize) {
			return noText;
		}
		this.kernel.batch.load(text, 0, text.length);
		return this.kernel.batch.find(this.table, text.length);
	}

	/**
	 * Interns the strings of a field in the first `count` rows of the kernel's batch and writes their ids to its `ids`. Returns
	 * false if the rows have no strings: see `Batch.intern`.
	 */
	internRows(field: number, count: number, base: number): boolean {
		const hasTexts = this.kernel.batch.intern(this.table, field, count, base);
		this.#pages = this.kernel.pagesOf(this.table);
		return hasTexts;
	}

	/**
	 * Interns `count` strings of one buffer, which start at `starts[first]` and the following elements. The maximum length of a
	 * string is `inputSize`. Writes their ids to `ids` from 0 on: a new id for a new string, `noText` for an empty one.
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

	/** Returns the bytes of a string, only valid until the next string is interned. */
	bytes(id: number): Buffer {
		const {bytes, start, end} = this.locate(id, new TextSpan());
		return bytes.subarray(start, end);
	}

	/** Sets `span` to the bytes of a string and returns it: see `TextSpan`. */
	locate(id: number, span: TextSpan): TextSpan {
		span.fill(this.kernel, this.kernel.addressOf(this.#pages, id));
		return span;
	}

	/**
	 * Returns a string, decoded. Some decoded strings are kept: most entries have the method, the host and so on of other entries. Their
	 * fields are then decoded in half of the time.
	 */
	text(id: number, escapes: Escapes): string {
		const slot = id % keptTexts;
		const kept = this.#kept[slot];
		if (kept !== undefined && kept.id === id && kept.escapes === escapes) {
			return kept.text;
		}
		const {bytes, start, end} = this.locate(id, span);
		const text = decodeTextAt(bytes, start, end, escapes);
		if (text.length <= maxKeptLength) {
			this.#kept[slot] = {id, escapes, text};
		}
		return text;
	}

	/** The current extent. */
	get extent(): DictionaryExtent {
		return this.#isReleased ? nothing : {count: this.size, bytes: this.kernel.exports.bytesOf(this.table)};
	}

	/** Returns the strings added after the extent `since` as plain data, in arrays allocated in the arena. */
	texts(arena: SharedArena, since = nothing): Texts {
		return this.kernel.texts(this.table, arena, since);
	}

	/** Returns the strings with these ids as plain data. Their ids there start at 1. */
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

	/** Adds strings of another dictionary. Returns their ids here, indexed by their ids there; `noText` keeps its id. */
	adopt(texts: Texts): Uint32Array {
		const {bytes, ends} = texts;
		const ids = new Uint32Array(ends.length + 1);
		const starts = new Uint32Array(ends.length + 1);
		starts.set(ends, 1);
		this.internAll(bytes, {starts, ends}, 0, ends.length, ids.subarray(1));
		return ids;
	}

	/** Adds up to `max` strings after the first `first`. Appends their ids here to the kernel's list for a field. */
	adoptListed({bytes, ends}: Texts, first: number, max: number, field: number): void {
		const last = Math.min(ends.length, first + max);
		for (let next = first; next < last; ) {
			// Copies from one multiple of 8 to another: see `Kernel.texts`.
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

	/** Frees the memory of all dictionaries that share this kernel. They must not be used afterwards. */
	release(): void {
		if (!this.#isReleased) {
			this.#isReleased = true;
			this.kernel.give();
		}
	}
}

/** Creates `count` dictionaries that are queried and released together. */
export function newDictionaries(count: number): readonly Dictionary[] {
	const kernel = Kernel.take();
	return Array.from({length: count}, () => new Dictionary(kernel));
}
