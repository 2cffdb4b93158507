import {dash, five, isDigit, isLetter, one, slash, space, tab} from '../ascii.js';

/** Byte patterns that a line must contain, see `LineTexts.has`. */
export type Needs = readonly number[];

/** Number of hash slots for pairs of bytes. Some pairs share a slot. */
const pairPlaces = 4096;

/**
 * Slots of single bytes follow the slots of pairs. Then come slots for the bytes around spaces, and for the bytes around a
 * status.
 */
const bytePlaces = pairPlaces;
const gapPlaces = bytePlaces + 256;
const statusPlaces = gapPlaces + pairPlaces;
const datePlace = statusPlaces + pairPlaces;
const isoDatePlace = datePlace + 1;
const longNumberPlace = isoDatePlace + 1;
const places = longNumberPlace + 1;

/** Stands for a byte next to a status: any byte, or the end of the line. */
const anyByte = 0;

/** Stands for a byte after a space: a digit, or the dash of a missing number. */
const anyNumber = 1;

function pairPlace(first: number, second: number): number {
	return ((first * 33) ^ second) & (pairPlaces - 1);
}

/** Number of digits of Unix times in seconds, since 1973. */
const longNumber = 9;

/** Limit for line numbers, so that they are small integers for the engine. */
const mostLines = 2 ** 30;

/**
 * Set of the byte patterns that occur in a line. Most lines that aren't requests lack a pattern that all lines of a format have,
 * such as a number of three digits between the right signs, or `] "`. One pass over the line replaces trying all formats after
 * each prefix.
 *
 * Two pairs of bytes may share a slot. So a pattern may seem to be present that isn't, but never the other way round.
 */
export class LineTexts {
	/** For each slot, the number of the last line that contains its pattern. */
	readonly #lines = new Uint32Array(places);
	#line = 0;

	/** Scans the line `bytes[start, end)`. */
	look(bytes: Buffer, start: number, end: number): void {
		if (++this.#line === mostLines) {
			this.#lines.fill(0);
			this.#line = 1;
		}
		const lines = this.#lines;
		const line = this.#line;
		let before = anyByte;
		/** The byte before the current run of spaces, or before the last one. */
		let beforeSpaces = anyByte;
		let digits = 0;
		for (let index = start; index < end; index++) {
			const byte = bytes[index] ?? 0;
			lines[pairPlace(before, byte)] = line;
			lines[bytePlaces + byte] = line;
			if (before === space && byte !== space) {
				lines[gapPlaces + pairPlace(beforeSpaces, byte)] = line;
				if (isDigit(byte) || byte === dash) {
					lines[gapPlaces + pairPlace(beforeSpaces, anyNumber)] = line;
				}
			} else if (byte === space && before !== space) {
				beforeSpaces = before;
			}
			before = byte;
			if (isDigit(byte)) {
				digits++;
			} else if (digits !== 0) {
				this.#addNumber(bytes, index - digits, index, start, end);
				digits = 0;
			}
		}
		if (digits !== 0) {
			this.#addNumber(bytes, end - digits, end, start, end);
		}
	}

	/** Adds the digits `bytes[from, to)`. */
	#addNumber(bytes: Buffer, from: number, to: number, start: number, end: number): void {
		const lines = this.#lines;
		const line = this.#line;
		const before = from > start ? (bytes[from - 1] ?? 0) : anyByte;
		const after = to < end ? (bytes[to] ?? 0) : anyByte;
		const first = bytes[from] ?? 0;
		if (to - from === 3 && first >= one && first <= five) {
			lines[statusPlaces + pairPlace(before, after)] = line;
			lines[statusPlaces + pairPlace(before, anyByte)] = line;
			lines[statusPlaces + pairPlace(anyByte, after)] = line;
			lines[statusPlaces + pairPlace(anyByte, anyByte)] = line;
		} else if (to - from >= longNumber) {
			lines[longNumberPlace] = line;
		} else if (after === slash && to + 1 < end && isLetter(bytes[to + 1] ?? 0)) {
			lines[datePlace] = line;
		} else if (to - from === 2 && before === dash && (after === space || after === tab)) {
			lines[isoDatePlace] = line;
		}
	}

	/** Checks that the scanned line, or a part of it, could contain all patterns of `needs`. */
	has(needs: Needs): boolean {
		for (let index = 0; index < needs.length; index++) {
			if (this.#lines[needs[index] ?? 0] !== this.#line) {
				return false;
			}
		}
		return true;
	}
}

/** Requires a string. */
export function textNeeds(text: string): Needs {
	const bytes = Buffer.from(text);
	if (bytes.length === 1) {
		return [bytePlaces + (bytes[0] ?? 0)];
	}
	const needs: number[] = [];
	for (let index = 1; index < bytes.length; index++) {
		needs.push(pairPlace(bytes[index - 1] ?? 0, bytes[index] ?? 0));
	}
	for (let index = 1; index + 1 < bytes.length; index++) {
		if (bytes[index] === space && bytes[index - 1] !== space && bytes[index + 1] !== space) {
			needs.push(gapPlaces + pairPlace(bytes[index - 1] ?? 0, bytes[index + 1] ?? 0));
		}
	}
	return needs;
}

/** Requires two bytes separated by one or more spaces. */
export function gapNeeds(before: number, after: number): Needs {
	return [gapPlaces + pairPlace(before, after)];
}

/** Requires a byte, one or more spaces, and a number or a dash. */
export function numberNeeds(before: number): Needs {
	return gapNeeds(before, anyNumber);
}

/**
 * Requires a status of three digits between the last byte of `before` and the first byte of `after`. An empty string accepts any
 * byte.
 */
export function statusNeeds(before: string, after: string): Needs {
	return [statusPlaces + pairPlace(Buffer.from(before).at(-1) ?? anyByte, Buffer.from(after)[0] ?? anyByte)];
}

/** Requires a date like `20/Nov/2026`. */
export const dateNeeds: Needs = [datePlace];

/** Requires the end of a date like `2026-11-20`, and a space or a tab. */
export const isoDateNeeds: Needs = [isoDatePlace];

/** Requires a number that could be a Unix time. */
export const epochNeeds: Needs = [longNumberPlace];
