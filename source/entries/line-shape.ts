import {isDigit, isLetter} from '../ascii.js';

/** Number of parts and of bytes that count: as far as the end of the time in the common log format. */
const mostParts = 28;
const mostBytes = 64;

/** Bit of the bytes that stand for letters and digits. */
const inWord = 0x80;

/** For each byte, the byte that stands for it in the shape. Bytes beyond ASCII are parts of letters. */
const kinds = Uint8Array.from({length: 256}, (_, byte) =>
	isDigit(byte) ? inWord : isLetter(byte) || byte >= inWord ? inWord + 1 : byte,
);

/**
 * Returns a hash of the start of the line `bytes[start, end)`, in which each run of letters and digits counts only by its first
 * byte. Lines of a program often have the same shape: `203.0.113.7 - - [20/Nov/2026:` and `192.0.2.33 - - [`.
 */
export function shapeOf(bytes: Buffer, start: number, end: number): number {
	const stop = Math.min(end, start + mostBytes);
	let shape = 0;
	let parts = 0;
	let before = 0;
	for (let index = start; index < stop && parts < mostParts; index++) {
		const kind = kinds[bytes[index] ?? 0] ?? 0;
		if ((kind & before & inWord) === 0) {
			shape = Math.imul(shape, 31) + kind;
			parts++;
		}
		before = kind;
	}
	// Numbers of 30 bits need no memory of their own.
	return shape & 0x3fffffff;
}
