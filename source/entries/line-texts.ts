import {dash, five, isDigit, isLetter, one, slash, space} from '../ascii.js';

/** What a line has to hold, see `LineTexts.has`. */
export type Needs = readonly number[];

/** Two bytes are counted in so many places; some pairs share one. */
const pairPlaces = 4096;

/** Places of single bytes stand behind those of pairs; then come bytes around spaces, and bytes around a status. */
const bytePlaces = pairPlaces;
const gapPlaces = bytePlaces + 256;
const statusPlaces = gapPlaces + pairPlaces;
const datePlace = statusPlaces + pairPlaces;
const longNumberPlace = datePlace + 1;
const places = longNumberPlace + 1;

/** In the place of a byte around a status: any, or the end of the line. */
const anyByte = 0;

/** In the place of a byte behind a space: a digit, or the dash of a number that there isn't. */
const anyNumber = 1;

function pairPlace(first: number, second: number): number {
	return ((first * 33) ^ second) & (pairPlaces - 1);
}

/** Digits of the seconds since 1970, from 1973 on. */
const longNumber = 9;

/** Numbers of lines stay below this, so that they are small integers for the engine. */
const mostLines = 2 ** 30;

/**
 * What stands in a line, wherever. Most lines that are no request lack something that is in each line of a format, such
 * as a number of three digits between the right signs, or `] "`. Looking at a line once spares trying all formats, with
 * each prefix taken off.
 *
 * Two pairs of bytes may share a place. So a text may seem to be there that isn't, but never the other way round.
 */
export class LineTexts {
	/** For each place, the number of the last line that has what it stands for. */
	readonly #lines = new Uint32Array(places);
	#line = 0;

	/** Looks at the line `bytes[start, end)`. */
	look(bytes: Buffer, start: number, end: number): void {
		if (++this.#line === mostLines) {
			this.#lines.fill(0);
			this.#line = 1;
		}
		const lines = this.#lines;
		const line = this.#line;
		let before = anyByte;
		/** The byte before the spaces, if it stands behind one. */
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

	/** Adds a number without a sign, `bytes[from, to)`. */
	#addNumber(bytes: Buffer, from: number, to: number, start: number, end: number): void {
		const lines = this.#lines;
		const line = this.#line;
		const after = to < end ? (bytes[to] ?? 0) : anyByte;
		const first = bytes[from] ?? 0;
		if (to - from === 3 && first >= one && first <= five) {
			const before = from > start ? (bytes[from - 1] ?? 0) : anyByte;
			lines[statusPlaces + pairPlace(before, after)] = line;
			lines[statusPlaces + pairPlace(before, anyByte)] = line;
			lines[statusPlaces + pairPlace(anyByte, after)] = line;
			lines[statusPlaces + pairPlace(anyByte, anyByte)] = line;
		} else if (to - from >= longNumber) {
			lines[longNumberPlace] = line;
		} else if (after === slash && to + 1 < end && isLetter(bytes[to + 1] ?? 0)) {
			lines[datePlace] = line;
		}
	}

	/** Whether the line that was looked at last, or a part of it, may hold all of that. */
	has(needs: Needs): boolean {
		for (let index = 0; index < needs.length; index++) {
			if (this.#lines[needs[index] ?? 0] !== this.#line) {
				return false;
			}
		}
		return true;
	}
}

/** That a line has to hold a text. */
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

/** That it has to hold two bytes with one or more spaces in between. */
export function gapNeeds(before: number, after: number): Needs {
	return [gapPlaces + pairPlace(before, after)];
}

/** That it has to hold a byte, one or more spaces, and a number or a dash. */
export function numberNeeds(before: number): Needs {
	return gapNeeds(before, anyNumber);
}

/** That it has to hold a status of three digits between the end of a text and the beginning of another. */
export function statusNeeds(before: string, after: string): Needs {
	return [statusPlaces + pairPlace(Buffer.from(before).at(-1) ?? anyByte, Buffer.from(after)[0] ?? anyByte)];
}

/** That it has to hold a date like `20/Nov/2026`. */
export const dateNeeds: Needs = [datePlace];

/** That it has to hold a number like those of the time since 1970. */
export const epochNeeds: Needs = [longNumberPlace];
