import {randomBytes} from 'node:crypto';

/** They keep the hash from being known before the process runs: most of what is hashed was chosen by strangers. */
const seed = randomBytes(4).readInt32LE();
const multiplier = randomBytes(4).readInt32LE() | 1;
const otherMultiplier = randomBytes(4).readInt32LE() | 1;

let viewed: Buffer = Buffer.alloc(4);
let lastView: DataView = new DataView(viewed.buffer, viewed.byteOffset, viewed.length);

/** A view of a buffer: it reads four bytes at once, wherever they stand. */
export const viewOf = (source: Buffer): DataView => {
	if (source !== viewed) {
		viewed = source;
		lastView = new DataView(source.buffer, source.byteOffset, source.length);
	}
	return lastView;
};

/** The one to three bytes from `index` to `end`, as a word. */
export const lastWord = (view: DataView, index: number, end: number): number => {
	let word = view.getUint8(index);
	for (let byte = 1; index + byte < end; byte++) {
		word |= view.getUint8(index + byte) << (byte * 8);
	}
	return word;
};

/**
 * A hash of the bytes from `start` to `end`, 32 bits. Four bytes a step, in two hashes side by side, because each step
 * of one has to wait for the step before.
 */
export const hashOf = (view: DataView, start: number, end: number): number => {
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
		hash = Math.imul(hash ^ lastWord(view, index, end), multiplier);
		hash ^= hash >>> 15;
	}
	// The finalizer of MurmurHash3.
	hash = Math.imul(hash ^ Math.imul(other, multiplier), 0x85eb_ca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
	return hash ^ (hash >>> 16);
};
