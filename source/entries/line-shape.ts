import {isDigit, isLetter} from '../ascii.js';

/** Number of parts that count: as far as the end of the time in the common log format. */
const longest = 28;

const digit = 0x30;
const letter = 0x61;

/** For each byte, the byte that stands for it in the shape. */
const kinds = Uint8Array.from({length: 256}, (_, byte) =>
	isDigit(byte) ? digit : isLetter(byte) ? letter : byte,
);

/**
 * Returns a hash of the start of the line `bytes[start, end)`, in which each run of letters and digits counts only by its first
 * byte. Lines of a program often have the same shape: `203.0.113.7 - - [20/Nov/2026:` and `192.0.2.33 - - [`.
 */
export function shapeOf(bytes: Buffer, start: number, end: number): number {
	let shape = 0;
	let parts = 0;
	let isInWord = false;
	for (let index = start; index < end && parts < longest; index++) {
		const kind = kinds[bytes[index] ?? 0] ?? 0;
		const isOfWord = kind === digit || kind === letter;
		if (isOfWord && isInWord) {
			continue;
		}
		isInWord = isOfWord;
		shape = Math.imul(shape, 31) + kind;
		parts++;
	}
	// Numbers of 30 bits need no memory of their own.
	return shape & 0x3fffffff;
}
