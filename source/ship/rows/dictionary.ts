import {type ViewedBytes, viewed} from './byte-writer.js';

const firstSlots = 1 << 10;

/**
 * Numbers texts 1, 2, 3 … in the order in which they are first met. They are looked up as the bytes that they are: to make
 * a string of each, for a map of strings, took half of the time that it took to ship a line.
 */
export class Dictionary {
	/** Two words each, side by side as memory is slow: the number of a text, 0 where the slot is free; and its hash. */
	#slots = new Int32Array(firstSlots * 2);
	/** By a text's number, where it ends in `#kept`; the next one begins there. */
	#ends = new Int32Array(firstSlots);
	#kept = viewed(Buffer.allocUnsafeSlow(firstSlots * 16));
	#count = 0;

	/** How many texts there are. */
	get count(): number {
		return this.#count;
	}

	/** How many bytes they have. */
	get size(): number {
		return this.#ends[this.#count] ?? 0;
	}

	/** The number of the text `bytes[start, end)`. It is a new one where it is one more than the count was before. */
	numberOf({bytes, view}: ViewedBytes, start: number, end: number): number {
		const hash = hashOf(view, start, end);
		const slots = this.#slots;
		const mask = slots.length - 1;
		let slot = (hash << 1) & mask;
		for (let number = slots[slot] ?? 0; number > 0; number = slots[slot] ?? 0) {
			if (slots[slot + 1] === hash && this.#isText(number, view, start, end)) {
				return number;
			}
			slot = (slot + 2) & mask;
		}
		const number = this.#add(bytes, start, end);
		slots[slot] = number;
		slots[slot + 1] = hash;
		if (number * 4 > slots.length) {
			this.#grow();
		}
		return number;
	}

	/** The number of a text that is no part of others. */
	numberOfText(text: string): number {
		const bytes = viewed(Buffer.from(text));
		return this.numberOf(bytes, 0, bytes.bytes.length);
	}

	/** The text with a number. */
	text(number: number): Buffer {
		return this.#kept.bytes.subarray(this.#ends[number - 1], this.#ends[number]);
	}

	#isText(number: number, view: DataView, start: number, end: number): boolean {
		const place = this.#ends[number - 1] ?? 0;
		return (
			(this.#ends[number] ?? 0) - place === end - start && isSame(this.#kept.view, place, view, start, end)
		);
	}

	#add(bytes: Buffer, start: number, end: number): number {
		const place = this.size;
		const length = place + end - start;
		if (length > this.#kept.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#kept.bytes.length * 2));
			this.#kept.bytes.copy(larger, 0, 0, place);
			this.#kept = viewed(larger);
		}
		bytes.copy(this.#kept.bytes, place, start, end);
		this.#ends[++this.#count] = length;
		return this.#count;
	}

	#grow(): void {
		const before = this.#slots;
		const slots = new Int32Array(before.length * 2);
		const mask = slots.length - 1;
		for (let old = 0; old < before.length; old += 2) {
			if (before[old] !== 0) {
				const hash = before[old + 1] ?? 0;
				let slot = (hash << 1) & mask;
				while (slots[slot] !== 0) {
					slot = (slot + 2) & mask;
				}
				slots[slot] = before[old] ?? 0;
				slots[slot + 1] = hash;
			}
		}
		this.#slots = slots;
		const ends = new Int32Array(slots.length / 2);
		ends.set(this.#ends);
		this.#ends = ends;
	}
}

/** Keeps what is derived of texts, as most come again. */
export class TextCache<Value> {
	readonly #derive: (text: string) => Value;
	readonly #maxTexts: number;
	#texts = new Dictionary();
	#values: Value[] = [];

	/** @param maxTexts With more texts than these it begins anew. */
	constructor(derive: (text: string) => Value, maxTexts: number) {
		this.#derive = derive;
		this.#maxTexts = maxTexts;
	}

	/** What is derived of the text `bytes[start, end)`. */
	get(bytes: ViewedBytes, start: number, end: number): Value {
		const number = this.#texts.numberOf(bytes, start, end);
		const known = this.#values[number - 1];
		if (known !== undefined) {
			return known;
		}
		if (number > this.#maxTexts) {
			this.#texts = new Dictionary();
			this.#values = [];
			return this.get(bytes, start, end);
		}
		const value = this.#derive(bytes.bytes.toString('utf8', start, end));
		this.#values.push(value);
		return value;
	}
}

/** Eight bytes at a time, in two halves that don't wait for each other, mixed as MurmurHash3 does it. */
const hashOf = (view: DataView, start: number, end: number): number => {
	let [hash, other] = [end - start, 0];
	let at = start;
	for (; at + 8 <= end; at += 8) {
		hash = Math.imul(hash ^ view.getInt32(at, true), 0xcc9e_2d51);
		hash ^= hash >>> 15;
		other = Math.imul(other ^ view.getInt32(at + 4, true), 0x1b87_3593);
		other ^= other >>> 13;
	}
	for (; at < end; at++) {
		hash = Math.imul(hash ^ view.getUint8(at), 0x0100_0193);
	}
	hash ^= Math.imul(other, 0xc2b2_ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
	return hash ^ (hash >>> 13);
};

const isSame = (a: DataView, aStart: number, b: DataView, start: number, end: number): boolean => {
	const shift = aStart - start;
	let at = start;
	for (; at + 4 <= end; at += 4) {
		if (a.getInt32(at + shift, true) !== b.getInt32(at, true)) {
			return false;
		}
	}
	for (; at < end; at++) {
		if (a.getUint8(at + shift) !== b.getUint8(at)) {
			return false;
		}
	}
	return true;
};
