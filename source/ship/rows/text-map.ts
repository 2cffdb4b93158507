import {type ViewedBytes, viewed} from './viewed-bytes.js';

const firstSlots = 1 << 10;

/**
 * Numbers texts 0, 1, 2 … in the order in which they are first met. They are looked up as the bytes that they are: to make
 * a string of each, for a map of strings, took half of the time that it took to ship a line.
 */
export class TextMap {
	/** Two words each, one beside the other as memory is slow: one more than a text's number, 0 for nobody's; and its hash. */
	#slots = new Int32Array(firstSlots * 2);
	/** Where each text ends in `#kept`, where the next one begins. */
	#ends = new Int32Array(firstSlots);
	#kept = viewed(Buffer.allocUnsafeSlow(firstSlots * 16));
	#count = 0;

	/** How many there are. */
	get count(): number {
		return this.#count;
	}

	/** How many bytes they have. */
	get size(): number {
		return this.#count === 0 ? 0 : (this.#ends[this.#count - 1] ?? 0);
	}

	/** The number of a text. It is a new one where that is the count before. */
	numberOf({bytes, view}: ViewedBytes, start: number, end: number): number {
		const hash = hashOf(view, start, end);
		const slots = this.#slots;
		const mask = slots.length - 1;
		let slot = (hash << 1) & mask;
		for (let known = slots[slot] ?? 0; known > 0; known = slots[slot] ?? 0) {
			if (slots[slot + 1] === hash && this.#isText(known - 1, view, start, end)) {
				return known - 1;
			}
			slot = (slot + 2) & mask;
		}
		slots[slot] = this.#count + 1;
		slots[slot + 1] = hash;
		return this.#add(bytes, start, end);
	}

	/** A text by its number. */
	text(number: number): Buffer {
		return this.#kept.bytes.subarray(this.#startOf(number), this.#ends[number]);
	}

	#startOf(number: number): number {
		return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
	}

	#isText(number: number, view: DataView, start: number, end: number): boolean {
		const place = this.#startOf(number);
		return (
			(this.#ends[number] ?? 0) - place === end - start && isSame(this.#kept.view, place, view, start, end)
		);
	}

	#add(bytes: Buffer, start: number, end: number): number {
		const number = this.#count++;
		const place = this.#startOf(number);
		const length = place + end - start;
		if (length > this.#kept.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#kept.bytes.length * 2));
			this.#kept.bytes.copy(larger, 0, 0, place);
			this.#kept = viewed(larger);
		}
		bytes.copy(this.#kept.bytes, place, start, end);
		this.#ends[number] = length;
		if (this.#count * 4 > this.#slots.length) {
			this.#grow();
		}
		return number;
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
