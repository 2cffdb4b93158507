import {
	colon,
	dash,
	equals,
	five,
	isCapital,
	isDigit,
	isLetter,
	one,
	plus,
	quote,
	slash,
	space,
	star,
	tab,
	upperT,
} from '../ascii.js';
import {isCommonMethod} from './unreadable.js';
import {methodEnd} from './values/request-line.js';
import {afterSpaces} from './values/words.js';

/** Byte patterns that a line must contain, see `LineTexts.has`. */
export type Needs = readonly number[];

/** Number of hash slots for pairs of bytes. Some pairs share a slot. */
const pairSlots = 4096;

/**
 * Slots of single bytes follow the slots of pairs. Then come slots for the bytes around spaces, and for the bytes around a
 * status.
 */
const byteSlots = pairSlots;
const gapSlots = byteSlots + 256;
const statusSlots = gapSlots + pairSlots;
const dateSlot = statusSlots + pairSlots;
const isoDateSlot = dateSlot + 1;
const longNumberSlot = isoDateSlot + 1;
const isoTimeSlot = longNumberSlot + 1;
/** Slots for the byte before a request, and a slot for any request without a quote before it. */
const requestSlots = isoTimeSlot + 1;
const bareRequestSlot = requestSlots + 256;
/** The same, for methods in small letters. */
const smallRequestSlots = bareRequestSlot + 1;
/** Slots for the byte after a quote that may end a request. */
const closeSlots = smallRequestSlots + 256;
/** Slots for the bytes around a common method. */
const methodSlots = closeSlots + 256;
const timersSlot = methodSlots + pairSlots;
const unitSlot = timersSlot + 1;
const slotCount = unitSlot + 1;

/** First bytes of the units of durations, with both ways to write `µ`. */
const isUnit = new Uint8Array(256);
for (const byte of Buffer.from('hmsnuµμ')) {
	isUnit[byte] = 1;
}

/** Stands for a byte next to a status: any byte, or the end of the line. */
const anyByte = 0;

/** Stands for a byte after a space: a digit, or the dash of a missing number. */
const anyNumber = 1;

function pairSlot(first: number, second: number): number {
	return ((first * 33) ^ second) & (pairSlots - 1);
}

/** Number of digits of Unix times in seconds, since 1973. */
const longNumber = 9;

/** Limit for line numbers, so that they are small integers for the engine. */
const maxLines = 2 ** 30;

/**
 * Set of the byte patterns that occur in a line. Most lines that aren't requests lack a pattern that all lines of a format have,
 * such as a number of three digits between the right signs, or `] "`. One pass over the line replaces trying all formats after
 * each prefix.
 *
 * Two pairs of bytes may share a slot. So a pattern may seem to be present that isn't, but never the other way round.
 */
export class LineTexts {
	/** For each slot, the number of the last line that contains its pattern. */
	readonly #lines = new Uint32Array(slotCount);
	#line = 0;

	/** Scans the line `bytes[start, end)`. */
	scan(bytes: Buffer, start: number, end: number): void {
		if (++this.#line === maxLines) {
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
			lines[pairSlot(before, byte)] = line;
			lines[byteSlots + byte] = line;
			if (before === space && byte !== space) {
				lines[gapSlots + pairSlot(beforeSpaces, byte)] = line;
				if (isDigit(byte) || byte === dash) {
					lines[gapSlots + pairSlot(beforeSpaces, anyNumber)] = line;
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
		if (isUnit[after] === 1) {
			lines[unitSlot] = line;
		}
		if (to - from === 3 && first >= one && first <= five) {
			lines[statusSlots + pairSlot(before, after)] = line;
			lines[statusSlots + pairSlot(before, anyByte)] = line;
			lines[statusSlots + pairSlot(anyByte, after)] = line;
			lines[statusSlots + pairSlot(anyByte, anyByte)] = line;
		} else if (to - from >= longNumber) {
			lines[longNumberSlot] = line;
		} else if (
			to - from <= 2 &&
			after === slash &&
			to + 4 < end &&
			isLetter(bytes[to + 1] ?? 0) &&
			bytes[to + 4] === slash
		) {
			lines[dateSlot] = line;
		} else if (to - from === 2 && before === dash) {
			if (after === space || after === tab) {
				lines[isoDateSlot] = line;
				lines[isoTimeSlot] = line;
			} else if (after === upperT) {
				lines[isoTimeSlot] = line;
			}
		}
	}

	/**
	 * Adds the requests in the scanned line `bytes[start, end)`: after a quote, a word and a space; after another byte, a common
	 * method or a word in small letters, spaces and a target. After a request in quotes, also adds the bytes after quotes. Few lines
	 * need this second pass. Returns true if the line contains a common method as a word, `://` or `="/`: other lines aren't worth
	 * reading again.
	 */
	addRequests(bytes: Buffer, start: number, end: number): boolean {
		const lines = this.#lines;
		const line = this.#line;
		let isQuoted = false;
		let timers = 0;
		let mayBeRequest = false;
		for (let at = start; at < end; at++) {
			const byte = bytes[at] ?? 0;
			if (isTimer(byte)) {
				timers += byte === slash && isDigit(bytes[at - 1] ?? 0) ? 1 : 0;
				if (timers === 4) {
					lines[timersSlot] = line;
				}
			} else {
				timers = 0;
			}
			if (byte === quote && isQuoted) {
				lines[closeSlots + (at + 1 < end ? (bytes[at + 1] ?? 0) : anyByte)] = line;
			}
			if (!isLetter(byte)) {
				mayBeRequest ||= byte === slash && at > start + 1 && isSign(bytes, at);
				continue;
			}
			const first = at;
			at = methodEnd(bytes, at, end);
			const before = first > start ? (bytes[first - 1] ?? 0) : anyByte;
			if (at >= end || bytes[at] !== space) {
				// It isn't a request.
			} else if (before === quote) {
				lines[requestSlots + quote] = line;
				isQuoted = true;
			} else if (isTargetStart(bytes, afterSpaces(bytes, at, end), end)) {
				const isSmall = !isCapital(byte);
				if (isSmall || isCommonMethod(bytes, first, at)) {
					lines[(isSmall ? smallRequestSlots : requestSlots) + before] = line;
					lines[isSmall ? smallRequestSlots + quote : bareRequestSlot] = line;
				}
			}
			if (isCommonMethod(bytes, first, at)) {
				mayBeRequest = true;
				lines[methodSlots + pairSlot(before, bytes[at] ?? anyByte)] = line;
				lines[methodSlots + pairSlot(anyByte, bytes[at] ?? anyByte)] = line;
			}
			at--;
		}
		return mayBeRequest;
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

/** Checks for `://` or `="/` around the slash at `at`. */
function isSign(bytes: Buffer, at: number): boolean {
	return (
		(bytes[at - 1] === slash && bytes[at - 2] === colon) ||
		(bytes[at - 1] === quote && bytes[at - 2] === equals)
	);
}

function isTimer(byte: number): boolean {
	return isDigit(byte) || byte === slash || byte === dash || byte === plus;
}

/** Checks for a path, `*` or a URL with its scheme, maybe in quotes. */
function isTargetStart(bytes: Buffer, from: number, end: number): boolean {
	const start = bytes[from] === quote ? from + 1 : from;
	if (bytes[start] === slash || bytes[start] === star) {
		return start < end;
	}
	let at = start;
	while (at < end && isLetter(bytes[at] ?? 0)) {
		at++;
	}
	return at > start && at < end && bytes[at] === colon;
}

/** Requires a string. */
export function textNeeds(text: string): Needs {
	const bytes = Buffer.from(text);
	if (bytes.length === 1) {
		return [byteSlots + (bytes[0] ?? 0)];
	}
	const needs: number[] = [];
	for (let index = 1; index < bytes.length; index++) {
		needs.push(pairSlot(bytes[index - 1] ?? 0, bytes[index] ?? 0));
	}
	for (let index = 1; index + 1 < bytes.length; index++) {
		if (bytes[index] === space && bytes[index - 1] !== space && bytes[index + 1] !== space) {
			needs.push(gapSlots + pairSlot(bytes[index - 1] ?? 0, bytes[index + 1] ?? 0));
		}
	}
	return needs;
}

/** Requires two bytes separated by one or more spaces. */
export function gapNeeds(before: number, after: number): Needs {
	return [gapSlots + pairSlot(before, after)];
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
	return [statusSlots + pairSlot(Buffer.from(before).at(-1) ?? anyByte, Buffer.from(after)[0] ?? anyByte)];
}

/** Requires a date like `20/Nov/2026`. */
export const dateNeeds: Needs = [dateSlot];

/** Requires the end of a date like `2026-11-20`, and a space or a tab. */
export const isoDateNeeds: Needs = [isoDateSlot];

/** Requires the end of a date like `2026-11-20`, and a space, a tab or a T. */
export const isoTimeNeeds: Needs = [isoTimeSlot];

/**
 * Requires a method and a target after the last byte of `before`, see `LineTexts.addRequests`. An empty string accepts any byte but
 * a quote.
 *
 * @param isSmall True if the method is in small letters.
 */
export function requestNeeds(before: string, isSmall = false): Needs {
	const byte = Buffer.from(before).at(-1);
	if (isSmall) {
		return [smallRequestSlots + (byte ?? quote)];
	}
	return [byte === undefined ? bareRequestSlot : requestSlots + byte];
}

/** Requires a common method between the last byte of `before` and the first byte of `after`. An empty `before` accepts any byte. */
export function methodNeeds(before: string, after: string): Needs {
	return [methodSlots + pairSlot(Buffer.from(before).at(-1) ?? anyByte, Buffer.from(after)[0] ?? anyByte)];
}

/** Requires five numbers with slashes between them. */
export const timersNeeds: Needs = [timersSlot];

/** Requires a number with a unit of time. */
export const unitNeeds: Needs = [unitSlot];

/** Requires a quote after the start of a request in quotes, then a byte. An empty string stands for the end of the line. */
export function closingNeeds(after: string): Needs {
	return [closeSlots + (Buffer.from(after)[0] ?? anyByte)];
}

/** Requires a number that could be a Unix time. */
export const epochNeeds: Needs = [longNumberSlot];
