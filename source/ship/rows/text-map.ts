const firstSlots = 1 << 10;

/** Bytes, and the way in which four of them are read at once. */
export type ViewedBytes = {readonly bytes: Buffer; readonly view: DataView};

export const viewed = (bytes: Buffer): ViewedBytes => ({
	bytes,
	view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
});

/**
 * Numbers texts 0, 1, 2 … in the order in which they are first met. They are looked up as the bytes that they are: to make
 * a string of each, for a map of strings, took half of the time that it took to ship a line.
 */
export class TextMap {
	/** One more than a text's number; 0: nobody's. */
	#slots = new Int32Array(firstSlots);
	#hashes = new Int32Array(firstSlots);
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
		const mask = this.#slots.length - 1;
		let slot = hash & mask;
		for (let known = this.#slots[slot] ?? 0; known > 0; known = this.#slots[slot] ?? 0) {
			if (this.#hashes[known - 1] === hash && this.#isText(known - 1, view, start, end)) {
				return known - 1;
			}
			slot = (slot + 1) & mask;
		}
		this.#slots[slot] = this.#count + 1;
		return this.#add(hash, bytes, start, end);
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

	#add(hash: number, bytes: Buffer, start: number, end: number): number {
		const number = this.#count++;
		const place = this.#startOf(number);
		const length = place + end - start;
		if (length > this.#kept.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#kept.bytes.length * 2));
			this.#kept.bytes.copy(larger, 0, 0, place);
			this.#kept = viewed(larger);
		}
		bytes.copy(this.#kept.bytes, place, start, end);
		this.#hashes[number] = hash;
		this.#ends[number] = length;
		if (this.#count * 2 > this.#slots.length) {
			this.#grow();
		}
		return number;
	}

	#grow(): void {
		const size = this.#slots.length * 2;
		this.#slots = new Int32Array(size);
		this.#hashes = grown(this.#hashes, size);
		this.#ends = grown(this.#ends, size);
		for (let number = 0; number < this.#count; number++) {
			let slot = (this.#hashes[number] ?? 0) & (size - 1);
			while (this.#slots[slot] !== 0) {
				slot = (slot + 1) & (size - 1);
			}
			this.#slots[slot] = number + 1;
		}
	}
}

const grown = (numbers: Int32Array, size: number): Int32Array<ArrayBuffer> => {
	const larger = new Int32Array(size);
	larger.set(numbers);
	return larger;
};

/** Four bytes at a time, mixed as MurmurHash3 does it. */
const hashOf = (view: DataView, start: number, end: number): number => {
	let hash = end - start;
	let at = start;
	for (; at + 4 <= end; at += 4) {
		hash = Math.imul(hash ^ Math.imul(view.getInt32(at, true), 0xcc9e_2d51), 0x1b87_3593);
		hash ^= hash >>> 15;
	}
	for (; at < end; at++) {
		hash = Math.imul(hash ^ view.getUint8(at), 0x0100_0193);
	}
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
