import {bitsIn} from '../index/row-bits.js';
import {inSelection, kinds, type SideCounts} from './change.js';

/** A set of numbers of entries: its words with at least one bit, in ascending order, and the bits of each. */
export type EntrySet = {readonly words: Uint32Array; readonly bits: Int32Array};

/** A set with all words, for lookups. */
export type Bits = Int32Array;

/** Groups of entries that a comparison can't distinguish: the number of groups of each kind, and the size of each group. */
export type EntryGroups = {readonly counts: SideCounts; readonly sizes: ArrayLike<number>};

/**
 * Numbers of the compared entries: first all of people in the selection, then of bots there, then both of the baseline. Each kind
 * starts at a multiple of 32, so that words of a set belong to one kind. A number may stand for a group of entries.
 */
export class EntryNumbers {
	/** Numbers of entries. */
	readonly counts: SideCounts;
	/** The first number of each kind. */
	readonly starts: SideCounts;
	/** Number of words of all entries. */
	readonly words: number;
	readonly #sizes: ArrayLike<number> | undefined;
	/** Sizes of sets that were compared. */
	readonly #known = new WeakMap<EntrySet, number>();

	/** @param groups - undefined if each number is one entry */
	constructor(counts: SideCounts, groups?: EntryGroups) {
		this.counts = counts;
		this.#sizes = groups?.sizes;
		const starts: [number, number, number, number] = [0, 0, 0, 0];
		let start = 0;
		for (let kind = 0; kind < kinds; kind++) {
			starts[kind] = start;
			start += Math.ceil(((groups?.counts ?? counts)[kind] ?? 0) / 32) * 32;
		}
		this.starts = starts;
		this.words = start / 32;
	}

	/** First number that belongs to the baseline. */
	get baseline(): number {
		return this.starts[2];
	}

	/** Number of selected entries. */
	get selected(): number {
		return inSelection(this.counts);
	}

	/** Returns no entries. */
	none(): Bits {
		return new Int32Array(this.words);
	}

	/** Returns the number of entries with this number. */
	size(number: number): number {
		return this.#sizes === undefined ? 1 : (this.#sizes[number] ?? 0);
	}

	/** Counts the entries of each kind in a set. */
	count({words, bits}: EntrySet): SideCounts {
		const counts: [number, number, number, number] = [0, 0, 0, 0];
		for (let kind = 0, first = 0; kind < kinds; kind++) {
			const end = positionOf((this.starts[kind + 1] ?? this.words * 32) / 32, words, first);
			counts[kind] = this.#sizeOfWords(words, bits, first, end);
			first = end;
		}
		return counts;
	}

	/** Counts the entries of each kind that a set has in common with `others`. */
	countIn({words, bits}: EntrySet, others: Bits): SideCounts {
		const counts: [number, number, number, number] = [0, 0, 0, 0];
		for (let kind = 0, index = 0; kind < kinds; kind++) {
			const end = positionOf((this.starts[kind + 1] ?? this.words * 32) / 32, words, index);
			let sum = 0;
			for (; index < end; index++) {
				const word = words[index] ?? 0;
				const common = (bits[index] ?? 0) & (others[word] ?? 0);
				// Most sets have nothing in common.
				sum += common === 0 ? 0 : this.#sizeOf(word, common);
			}
			counts[kind] = sum;
		}
		return counts;
	}

	/** Returns the entries of a set that are selected. */
	selectionOf({words, bits}: EntrySet): EntrySet {
		const end = positionOf(this.baseline / 32, words, 0);
		return {words: words.subarray(0, end), bits: bits.subarray(0, end)};
	}

	/** Checks that two sets have at least a share of their entries in common (Jaccard). */
	haveInCommon(a: EntrySet, b: EntrySet, share: number): boolean {
		const [size, other] = [this.#sizeOfSet(a), this.#sizeOfSet(b)];
		// Most sets differ from the beginning on. Rounding must not decide.
		const minBoth = (share * (size + other)) / (1 + share) - 0.5;
		const [words, bits] = [b.words, b.bits];
		if (Math.min(size, other) < minBoth) {
			return false;
		}
		let [both, left, at] = [0, size, 0];
		for (let index = 0; index < a.words.length && both + left >= minBoth; index++) {
			const word = a.words[index] ?? 0;
			while (at < words.length && (words[at] ?? 0) < word) {
				at++;
			}
			const own = a.bits[index] ?? 0;
			left -= this.#sizeOf(word, own);
			both += words[at] === word ? this.#sizeOf(word, own & (bits[at] ?? 0)) : 0;
		}
		return both > 0 && both / (size + other - both) >= share;
	}

	#sizeOfSet(set: EntrySet): number {
		const known = this.#known.get(set) ?? this.#sizeOfWords(set.words, set.bits, 0, set.words.length);
		this.#known.set(set, known);
		return known;
	}

	/** Returns the number of entries in some words of a set. */
	#sizeOfWords(words: Uint32Array, bits: Int32Array, first: number, end: number): number {
		let size = 0;
		for (let index = first; index < end; index++) {
			size += this.#sizeOf(words[index] ?? 0, bits[index] ?? 0);
		}
		return size;
	}

	/** Returns the number of entries in a word. */
	#sizeOf(word: number, bits: number): number {
		if (this.#sizes === undefined) {
			return bitsIn(bits);
		}
		let size = 0;
		for (let left = bits; left !== 0; left &= left - 1) {
			size += this.#sizes[word * 32 + 31 - Math.clz32(left & -left)] ?? 0;
		}
		return size;
	}
}

/** Returns the first index in an ascending list, from `low` up to `high`, whose number is at least `wanted`. */
export function positionOf(
	wanted: number,
	list: Uint16Array | Uint32Array,
	low: number,
	high = list.length,
): number {
	let first = low;
	let end = high;
	while (first < end) {
		const middle = (first + end) >>> 1;
		if ((list[middle] ?? 0) < wanted) {
			first = middle + 1;
		} else {
			end = middle;
		}
	}
	return first;
}

/** Collects the numbers of several sets whose sizes are known. */
export class EntryLists {
	/** The concatenated lists, each by kind. */
	readonly #entries: Uint32Array;
	/** For each list and kind, the index at which it starts, and the index for the next number. */
	readonly #starts: Uint32Array;
	readonly #ends: Uint32Array;

	/** @param sizes - maximum numbers of entries in each list */
	constructor(sizes: readonly SideCounts[]) {
		this.#starts = new Uint32Array(kinds * sizes.length + 1);
		for (const [index, size] of sizes.flat().entries()) {
			this.#starts[index + 1] = (this.#starts[index] ?? 0) + size;
		}
		this.#entries = new Uint32Array(this.#starts.at(-1) ?? 0);
		this.#ends = this.#starts.slice(0, -1);
	}

	/**
	 * Adds entries of a kind, in ascending order, from index `first` up to but excluding `end`.
	 * @param indexes - their numbers, less `offset`
	 * @param marks - 1 + the list of each
	 */
	addAll(
		kind: number,
		{indexes, marks}: {readonly indexes: Uint16Array; readonly marks: Uint32Array},
		first: number,
		end: number,
		offset: number,
	): void {
		const [entries, starts, ends] = [this.#entries, this.#starts, this.#ends];
		for (let index = first; index < end; index++) {
			const at = kinds * ((marks[index] ?? 0) - 1) + kind;
			const to = ends[at] ?? 0;
			if (to < (starts[at + 1] ?? 0)) {
				entries[to] = offset + (indexes[index] ?? 0);
				ends[at] = to + 1;
			}
		}
	}

	/** Returns the numbers in a list as a set. */
	set(list: number): EntrySet {
		const ranges = Array.from({length: kinds}, (_, kind) => kinds * list + kind).map(at =>
			this.#entries.subarray(this.#starts[at], this.#ends[at]),
		);
		const numbers = new Uint32Array(ranges.reduce((sum, {length}) => sum + length, 0));
		let size = 0;
		for (const range of ranges) {
			numbers.set(range, size);
			size += range.length;
		}
		return entrySetOf(numbers);
	}
}

/** Returns a set of numbers, which are in ascending order. */
export function entrySetOf(numbers: ArrayLike<number>): EntrySet {
	const [words, bits] = [new Uint32Array(numbers.length), new Int32Array(numbers.length)];
	let last = -1;
	for (let index = 0; index < numbers.length; index++) {
		const number = numbers[index] ?? 0;
		if (last < 0 || words[last] !== number >>> 5) {
			words[++last] = number >>> 5;
		}
		bits[last] = (bits[last] ?? 0) | (1 << (number & 31));
	}
	return {words: words.slice(0, last + 1), bits: bits.slice(0, last + 1)};
}

/** Calls `visit` with each number in a set that isn't in `without`. */
export function eachIn({words, bits}: EntrySet, visit: (entry: number) => void, without?: Bits): void {
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? 0;
		let left = (bits[index] ?? 0) & ~(without?.[word] ?? 0);
		for (; left !== 0; left &= left - 1) {
			visit(word * 32 + 31 - Math.clz32(left & -left));
		}
	}
}

/** Returns the numbers in a set that `isWanted`. */
export function partOf({words, bits}: EntrySet, isWanted: (entry: number) => boolean): EntrySet {
	const part = bits.slice();
	for (let index = 0; index < words.length; index++) {
		for (let left = bits[index] ?? 0; left !== 0; left &= left - 1) {
			const bit = left & -left;
			if (!isWanted((words[index] ?? 0) * 32 + 31 - Math.clz32(bit))) {
				part[index] = (part[index] ?? 0) & ~bit;
			}
		}
	}
	return {words, bits: part};
}

/** Adds all numbers of a set that aren't in `without`. */
export function addAll(target: Bits, {words, bits}: EntrySet, without?: Bits): void {
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? 0;
		target[word] = (target[word] ?? 0) | ((bits[index] ?? 0) & ~(without?.[word] ?? 0));
	}
}
