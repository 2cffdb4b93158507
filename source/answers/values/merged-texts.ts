import type {Dictionary} from '../../index/dictionary.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {EntryScan} from '../scan.js';

/** Number of entries with each string of a dictionary, by its number. The strings are printed unchanged. */
export type PlainCounts = {readonly dictionary: Dictionary; readonly counts: Uint32Array};

const span = new TextSpan();
const other = new TextSpan();

/** Merged counts of the strings of several dictionaries: a hash table with open addressing. */
export class MergedTexts {
	readonly #parts: readonly PlainCounts[];
	/** By hash: 1 + an index of the lists below; 0 is free. */
	readonly #slots: Uint32Array;
	/** The part and the number in it of each string. */
	readonly #partOf: Uint16Array;
	readonly #idOf: Uint32Array;
	readonly #counts: Uint32Array;
	#size = 0;

	/** Allocates a table for `capacity` distinct strings. */
	constructor(parts: readonly PlainCounts[], capacity: number) {
		this.#parts = parts;
		this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * capacity + 2)));
		this.#partOf = new Uint16Array(capacity);
		this.#idOf = new Uint32Array(capacity);
		this.#counts = new Uint32Array(capacity);
	}

	/** Number of distinct strings. */
	get size(): number {
		return this.#size;
	}

	/**
	 * Adds the counts of a part from `minCount` to `maxCount`, for at most `maxAdded` strings. Returns the number of added strings. If
	 * `indexes` is given, writes 1 + the index of each added string to it, by number.
	 */
	async addAll(
		scan: EntryScan,
		part: number,
		{minCount = 1, maxCount = Number.POSITIVE_INFINITY, maxAdded = Number.POSITIVE_INFINITY} = {},
		indexes?: Uint32Array,
	): Promise<number> {
		const {dictionary, counts} = this.#parts[part] ?? {};
		if (dictionary === undefined || counts === undefined) {
			return 0;
		}
		let added = 0;
		for (let id = 1; id < counts.length && added < maxAdded; id++) {
			const count = counts[id] ?? 0;
			if (count >= minCount && count <= maxCount && !dictionary.isReleased) {
				const index = this.#add(dictionary, part, id, count);
				if (indexes !== undefined) {
					indexes[id] = index + 1;
				}
				added++;
			}
			if (scan.isOverAfterStep()) {
				await scan.rest();
			}
		}
		return added;
	}

	/**
	 * Calls `visit` with the dictionary of each string, its number there, its count and its index. Skips strings of released
	 * dictionaries.
	 */
	async each(
		scan: EntryScan,
		visit: (dictionary: Dictionary, id: number, count: number, index: number) => void,
	): Promise<void> {
		for (let index = 0; index < this.#size; index++) {
			const dictionary = this.#parts[this.#partOf[index] ?? 0]?.dictionary;
			if (dictionary !== undefined && !dictionary.isReleased) {
				visit(dictionary, this.#idOf[index] ?? 0, this.#counts[index] ?? 0, index);
			}
			if (scan.isOverAfterStep()) {
				await scan.rest();
			}
		}
	}

	/** Adds a string. Returns its index. */
	#add(dictionary: Dictionary, part: number, id: number, count: number): number {
		const slots = this.#slots;
		const mask = slots.length - 1;
		for (let slot = dictionary.hash(id) & mask; ; slot = (slot + 1) & mask) {
			const index = (slots[slot] ?? 0) - 1;
			if (index === -1) {
				slots[slot] = ++this.#size;
				this.#partOf[this.#size - 1] = part;
				this.#idOf[this.#size - 1] = id;
				this.#counts[this.#size - 1] = count;
				return this.#size - 1;
			}
			if (this.#isAt(index, dictionary, part, id)) {
				this.#counts[index] = (this.#counts[index] ?? 0) + count;
				return index;
			}
		}
	}

	#isAt(index: number, dictionary: Dictionary, part: number, id: number): boolean {
		const ownPart = this.#partOf[index] ?? 0;
		const own = this.#parts[ownPart]?.dictionary;
		const ownId = this.#idOf[index] ?? 0;
		// All strings of a dictionary are distinct.
		if (own === undefined || ownPart === part || own.isReleased || own.hash(ownId) !== dictionary.hash(id)) {
			return false;
		}
		dictionary.locate(id, span);
		own.locate(ownId, other);
		return span.bytes.compare(other.bytes, other.start, other.end, span.start, span.end) === 0;
	}
}
