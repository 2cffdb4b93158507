import {randomBytes} from 'node:crypto';

/** The number of the text that isn't there. */
export const noText = 0;

/** A hash that can't be known before the process runs: most of what is hashed was chosen by strangers. */
const seed = randomBytes(4).readInt32LE();
const multiplier = randomBytes(4).readInt32LE() | 1;
const otherMultiplier = randomBytes(4).readInt32LE() | 1;

/** Numbers kept in a slot of the hash table: hash, length in bytes, place in the words, and the text's number. */
const slotWidth = 4;
const slotShift = 2;

/** A view of the buffer looked into last: it reads four bytes at once, wherever they stand. */
let viewed: Buffer = Buffer.alloc(4);
let view: DataView = new DataView(viewed.buffer, viewed.byteOffset, viewed.length);

/**
 * Distinct texts as bytes, numbered from 1 in the order of their first coming. They are kept in one stretch of
 * memory outside of the heap, each from a multiple of four bytes on, and found by an open hash table with a
 * comparison of all bytes behind the hash.
 */
export class Dictionary {
	#words = new Int32Array(1 << 10);
	#wordsUsed = 0;
	/** The hash table; a slot's numbers stand side by side, to be fetched at once. Text number 0: a free slot. */
	#slots = new Int32Array(slotWidth << 9);
	/** Slot of each text. */
	#slotOf = new Uint32Array(1 << 8);
	#size = 0;
	#lastLength = 0;
	#lastFrom = 0;
	#lastId = noText;

	/** How many texts there are. Their numbers are 1 to this. */
	get size(): number {
		return this.#size;
	}

	/** The number of the text `source[start, end)`; a new one if it is new. The empty text is `noText`. */
	intern(source: Buffer, start: number, end: number): number {
		if (start === end) {
			return noText;
		}
		if (source !== viewed) {
			viewed = source;
			view = new DataView(source.buffer, source.byteOffset, source.length);
		}
		const length = end - start;
		// Methods and protocols come many times in a row.
		if (length === this.#lastLength && this.#equals(this.#lastFrom, start, end)) {
			return this.#lastId;
		}
		const hash = hashOf(start, end);
		const slots = this.#slots;
		const mask = slots.length - 1;
		let slot = (hash << slotShift) & mask;
		for (;;) {
			const id = slots[slot + 3] ?? 0;
			if (id === noText) {
				this.#add(start, end, hash, slot);
				break;
			}
			if (
				slots[slot] === hash &&
				slots[slot + 1] === length &&
				this.#equals(slots[slot + 2] ?? 0, start, end)
			) {
				this.#lastId = id;
				this.#lastFrom = slots[slot + 2] ?? 0;
				break;
			}
			slot = (slot + slotWidth) & mask;
		}
		this.#lastLength = length;
		return this.#lastId;
	}

	/** The bytes of a text, only valid until the next `intern`. */
	bytes(id: number): Buffer {
		const slot = this.#slotOf[id] ?? 0;
		return Buffer.from(this.#words.buffer, (this.#slots[slot + 2] ?? 0) * 4, this.#slots[slot + 1] ?? 0);
	}

	#equals(from: number, start: number, end: number): boolean {
		const words = this.#words;
		let own = from;
		let index = start;
		for (const last = end - 4; index <= last; index += 4) {
			if (words[own++] !== view.getInt32(index, true)) {
				return false;
			}
		}
		return index === end || words[own] === lastWord(index, end);
	}

	#add(start: number, end: number, hash: number, slot: number): void {
		const from = this.#wordsUsed;
		this.#wordsUsed += (end - start + 3) >>> 2;
		if (this.#wordsUsed > this.#words.length) {
			const words = new Int32Array(Math.max(this.#wordsUsed, this.#words.length * 2));
			words.set(this.#words);
			this.#words = words;
		}
		for (let word = from, index = start; word < this.#wordsUsed; word++, index += 4) {
			this.#words[word] = index + 4 <= end ? view.getInt32(index, true) : lastWord(index, end);
		}
		const id = ++this.#size;
		if (id === this.#slotOf.length) {
			const slotOf = new Uint32Array(id * 2);
			slotOf.set(this.#slotOf);
			this.#slotOf = slotOf;
		}
		this.#slotOf[id] = slot;
		this.#slots.set([hash, end - start, from, id], slot);
		this.#lastFrom = from;
		this.#lastId = id;
		if (id * 2 * slotWidth > this.#slots.length) {
			this.#widen();
		}
	}

	#widen(): void {
		const old = this.#slots;
		const slots = new Int32Array(old.length * 2);
		const mask = slots.length - 1;
		for (let id = 1; id <= this.#size; id++) {
			const from = this.#slotOf[id] ?? 0;
			let slot = ((old[from] ?? 0) << slotShift) & mask;
			while (slots[slot + 3] !== noText) {
				slot = (slot + slotWidth) & mask;
			}
			slots.set(old.subarray(from, from + slotWidth), slot);
			this.#slotOf[id] = slot;
		}
		this.#slots = slots;
	}
}

/** The one to three bytes from `index` to `end`, as a word. */
const lastWord = (index: number, end: number): number => {
	let word = view.getUint8(index);
	for (let byte = 1; index + byte < end; byte++) {
		word |= view.getUint8(index + byte) << (byte * 8);
	}
	return word;
};

/** Four bytes a step, in two hashes side by side, because each step of one has to wait for the step before. */
const hashOf = (start: number, end: number): number => {
	let index = start;
	let hash = seed ^ (end - start);
	let other = seed;
	for (const last = end - 8; index <= last; index += 8) {
		hash = Math.imul(hash ^ view.getInt32(index, true), multiplier);
		hash ^= hash >>> 15;
		other = Math.imul(other ^ view.getInt32(index + 4, true), otherMultiplier);
		other ^= other >>> 15;
	}
	if (index + 4 <= end) {
		hash = Math.imul(hash ^ view.getInt32(index, true), multiplier);
		hash ^= hash >>> 15;
		index += 4;
	}
	if (index < end) {
		hash = Math.imul(hash ^ lastWord(index, end), multiplier);
		hash ^= hash >>> 15;
	}
	// The finalizer of MurmurHash3.
	hash = Math.imul(hash ^ Math.imul(other, multiplier), 0x85eb_ca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
	return hash ^ (hash >>> 16);
};
