import {bitsIn} from '../index/row-bits.js';
import {inSelection, kinds, type Quad} from './change.js';

/** A set of numbers of entries: its words with at least one bit, in ascending order, and the bits of each. */
export type EntrySet = {readonly words: Uint32Array; readonly bits: Int32Array};

/** A set with all words, for lookups. */
export type Bits = Int32Array;

/**
 * Numbers of the compared entries: first all of people in the selection, then of bots there, then both of the baseline. Each kind
 * starts at a multiple of 32, so that words of a set belong to one kind.
 */
export class EntryNumbers {
	readonly counts: Quad;
	/** The first number of each kind. */
	readonly starts: Quad;
	/** Number of words of all entries. */
	readonly words: number;

	constructor(counts: Quad) {
		this.counts = counts;
		const starts: [number, number, number, number] = [0, 0, 0, 0];
		let start = 0;
		for (let kind = 0; kind < kinds; kind++) {
			starts[kind] = start;
			start += Math.ceil((counts[kind] ?? 0) / 32) * 32;
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

	/** Counts the entries of each kind in a set that aren't in `without`. */
	count({words, bits}: EntrySet, without?: Bits): Quad {
		const counts: [number, number, number, number] = [0, 0, 0, 0];
		let index = 0;
		for (let kind = 0; kind < kinds; kind++) {
			const end = (this.starts[kind + 1] ?? this.words * 32) / 32;
			let sum = 0;
			for (; index < words.length && (words[index] ?? 0) < end; index++) {
				const left = without === undefined ? 0 : (without[words[index] ?? 0] ?? 0);
				sum += bitsIn((bits[index] ?? 0) & ~left);
			}
			counts[kind] = sum;
		}
		return counts;
	}
}

/** Adds a number. */
export function addTo(set: Bits, entry: number): void {
	set[entry >>> 5] = (set[entry >>> 5] ?? 0) | (1 << (entry & 31));
}

/** Returns the same set without its empty words. */
export function setOf(all: Bits): EntrySet {
	let count = 0;
	for (let word = 0; word < all.length; word++) {
		count += all[word] === 0 ? 0 : 1;
	}
	const [words, bits] = [new Uint32Array(count), new Int32Array(count)];
	for (let word = 0, index = 0; index < count; word++) {
		const found = all[word] ?? 0;
		if (found !== 0) {
			words[index] = word;
			bits[index++] = found;
		}
	}
	return {words, bits};
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

/** Returns the share of the entries of two sets that are in both (Jaccard). */
export function overlapOf(a: EntrySet, b: EntrySet): number {
	let [both, any, at] = [0, 0, 0];
	for (const bits of b.bits) {
		any += bitsIn(bits);
	}
	for (let index = 0; index < a.words.length; index++) {
		const word = a.words[index] ?? 0;
		while (at < b.words.length && (b.words[at] ?? 0) < word) {
			at++;
		}
		const others = b.words[at] === word ? (b.bits[at] ?? 0) : 0;
		both += bitsIn((a.bits[index] ?? 0) & others);
		any += bitsIn((a.bits[index] ?? 0) & ~others);
	}
	return any === 0 ? 0 : both / any;
}

/** Adds all numbers of a set. */
export function addAll(target: Bits, {words, bits}: EntrySet): void {
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? 0;
		target[word] = (target[word] ?? 0) | (bits[index] ?? 0);
	}
}
