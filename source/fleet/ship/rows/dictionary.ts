import {randomFillSync} from 'node:crypto';
import {type ViewedBytes, viewed} from './byte-writer.js';

const firstSlots = 1 << 10;

/**
 * Assigns numbers 1, 2, 3 … to strings when they first occur. Looks them up as bytes: creating a JavaScript string for each, for
 * a map, took half of the time to ship a line.
 */
export class Dictionary {
	/** Two words per slot, adjacent because memory access is slow: the number of a string (0 for a free slot) and its hash. */
	#slots = new Int32Array(firstSlots * 2);
	/** End offset in `#kept` of each string, by number. The next string begins there. */
	#ends = new Int32Array(firstSlots);
	#kept = viewed(Buffer.allocUnsafeSlow(firstSlots * 16));
	/** Number of strings. */
	count = 0;

	/** Total size of the strings, in bytes. */
	get size(): number {
		return this.#ends[this.count] ?? 0;
	}

	/** Returns the number of the string `bytes[start, end)`. Adds the string if it is missing: `count` then grows by one. */
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

	/** Returns the number of a JavaScript string. */
	numberOfText(text: string): number {
		const bytes = viewed(Buffer.from(text));
		return this.numberOf(bytes, 0, bytes.bytes.length);
	}

	/** Returns the string with this number. */
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
		this.#ends[++this.count] = length;
		return this.count;
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

/** Caches values derived from strings, because most strings repeat. */
export class TextCache<Value> {
	readonly #derive: (text: string) => Value;
	readonly #maxTexts: number;
	#texts = new Dictionary();
	#values: Value[] = [];

	/** @param maxTexts - number of strings above which the cache starts over */
	constructor(derive: (text: string) => Value, maxTexts: number) {
		this.#derive = derive;
		this.#maxTexts = maxTexts;
	}

	/** Returns the value derived from the string `bytes[start, end)`. */
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

/** A random key. Most strings come from strangers, who could otherwise choose many with the same hash. */
const [key = 0, otherKey = 0] = randomFillSync(new Int32Array(2));

/** HalfSipHash-1-3, SipHash with 32-bit words (https://github.com/veorq/SipHash). */
function hashOf(view: DataView, start: number, end: number): number {
	let a = key;
	let b = otherKey;
	let c = 0x6c79_6765 ^ key;
	let d = 0x7465_6462 ^ otherKey;
	// A word with the length and the remaining bytes follows the full words, then three rounds without input.
	const lastWord = end - ((end - start) & 3);
	for (let at = start; at <= lastWord + 12; at += 4) {
		const word = at < lastWord ? view.getInt32(at, true) : at === lastWord ? lastOf(view, start, end) : 0;
		d ^= word;
		a = (a + b) | 0;
		b = ((b << 5) | (b >>> 27)) ^ a;
		a = (a << 16) | (a >>> 16);
		c = (c + d) | 0;
		d = ((d << 8) | (d >>> 24)) ^ c;
		a = (a + d) | 0;
		d = ((d << 7) | (d >>> 25)) ^ a;
		c = (c + b) | 0;
		b = ((b << 13) | (b >>> 19)) ^ c;
		c = (c << 16) | (c >>> 16);
		a ^= word;
		if (at === lastWord) {
			c ^= 0xff;
		}
	}
	return b ^ d;
}

function lastOf(view: DataView, start: number, end: number): number {
	const length = end - start;
	let word = length << 24;
	for (let left = length & 3; left > 0; left--) {
		word |= view.getUint8(end - left) << (((length & 3) - left) * 8);
	}
	return word;
}

function isSame(a: DataView, aStart: number, b: DataView, start: number, end: number): boolean {
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
}
