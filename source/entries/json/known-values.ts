import {
	backslash,
	closeBrace,
	closeBracket,
	colon,
	comma,
	dash,
	isDigit,
	lowerU,
	openBrace,
	openBracket,
	quote,
	slash,
} from '../../ascii.js';
import {isSpace} from '../values/starts-object.js';
import {type Slot, slots} from './json-formats.js';
import {type NameTable, ownPlaces, plainSlots, slotOf, stringSlots} from './name-table.js';

/** 1 at the places of some slots. */
function placesOf(has: (slot: Slot) => boolean): Uint8Array {
	return Uint8Array.from([...slots, ...slots], slot => (has(slot) ? 1 : 0));
}

const isStringPlace = placesOf(slot => stringSlots.has(slot));

const isPlainPlace = placesOf(slot => plainSlots.has(slot));

/** Places of what was asked for: all of them are empty where a connection was closed without a request. */
const isAskedPlace = placesOf(slot => slot === 'method' || slot === 'requestLine' || slot === 'url');

/**
 * The values that an object has under known names. Where a name comes twice, the last value counts that isn't empty; of
 * names for the same, the one that stands first in the table. Of an array, the first value is taken.
 */
export class KnownValues {
	/** Start and end of the value at each place: of a string, without its quotes. */
	readonly starts = new Int32Array(2 * ownPlaces);
	readonly ends = new Int32Array(2 * ownPlaces);
	/** The number of the name under which each place's value stands; 0: it has none. */
	readonly chosen = new Uint16Array(2 * ownPlaces);
	/** The log has a place for the request and says that there was none: `"request":""`. */
	isWithoutRequest = false;
	#isWrittenOddly = false;
	readonly #table: NameTable;

	constructor(table: NameTable) {
		this.#table = table;
	}

	/** A value whose characters mean something was written with escapes that need not be. */
	get isWrittenOddly(): boolean {
		return this.#isWrittenOddly;
	}

	/** Back to those of an object that has nothing. */
	clear(): void {
		this.chosen.fill(0);
		this.#isWrittenOddly = false;
		this.isWithoutRequest = false;
	}

	/**
	 * Takes the value at `at`, which is no object, under the name of that number; 0: one that isn't known. Returns the
	 * position after it, or -1 where `bytes` may have only a part of it.
	 */
	take(entry: number, bytes: Buffer, at: number, end: number): number {
		const first = bytes[at];
		if (first === quote) {
			return this.#takeString(entry, bytes, at + 1, end);
		}
		if (first === openBracket) {
			return this.#takeArray(entry, bytes, at + 1, end);
		}
		let valueEnd = bareEnd(bytes, at, end);
		if (bytes[valueEnd] !== comma || bytes[valueEnd + 1] !== quote) {
			valueEnd = bareListEnd(bytes, valueEnd, end);
		}
		if (valueEnd >= end) {
			return -1;
		}
		if (entry !== 0) {
			this.#takeBare(entry, bytes, at, valueEnd);
		}
		return valueEnd;
	}

	/**
	 * The text begins at `start`. Measured: to find its end `indexOf` is no faster, not even after the first 12, 24 or 40
	 * bytes; the strings of logs are short.
	 */
	#takeString(entry: number, bytes: Buffer, start: number, end: number): number {
		let isEscaped = false;
		for (let at = start; at < end; at++) {
			const byte = bytes[at];
			if (byte === quote) {
				if (entry !== 0) {
					this.choose(entry, bytes, start, at, true, isEscaped);
				}
				return at + 1;
			}
			if (byte === backslash) {
				at++;
				isEscaped ||= bytes[at] === slash || bytes[at] === lowerU;
			}
		}
		return -1;
	}

	/** Its inside begins at `start`. */
	#takeArray(entry: number, bytes: Buffer, start: number, end: number): number {
		if (entry === 0) {
			return containerEnd(bytes, start, end);
		}
		if (this.#table.placeOf[entry] === slotOf.payload) {
			const arrayEnd = containerEnd(bytes, start, end);
			if (arrayEnd !== -1) {
				this.choose(entry, bytes, start - 1, arrayEnd, true, false);
			}
			return arrayEnd;
		}
		const first = afterSpaces(bytes, start, end);
		if (first < end && bytes[first] === quote) {
			const valueEnd = this.#takeString(entry, bytes, first + 1, end);
			return valueEnd === -1 ? -1 : containerEnd(bytes, valueEnd, end);
		}
		const valueEnd = bareEnd(bytes, first, end);
		if (valueEnd < end) {
			this.#takeBare(entry, bytes, first, valueEnd);
		}
		return containerEnd(bytes, valueEnd, end);
	}

	/** Of what has no quotes only numbers say something. */
	#takeBare(entry: number, bytes: Buffer, start: number, end: number): void {
		const first = start < end ? (bytes[start] ?? 0) : 0;
		if (isDigit(first)) {
			this.choose(entry, bytes, start, end, false, false);
		}
	}

	/** Takes `bytes[start, end)` if it says something, and more than what is there already. */
	choose(
		entry: number,
		bytes: Buffer,
		start: number,
		end: number,
		isString: boolean,
		isEscaped: boolean,
	): void {
		const {placeOf, rankOf} = this.#table;
		const place = placeOf[entry] ?? -1;
		if (place === -1 || end <= start || (end === start + 1 && bytes[start] === dash)) {
			this.isWithoutRequest ||= isString && isAskedPlace[place] === 1;
			return;
		}
		const isKind = isString || isStringPlace[place] !== 1;
		if (isKind && (rankOf[entry] ?? 0) >= (rankOf[this.chosen[place] ?? 0] ?? 0)) {
			this.chosen[place] = entry;
			this.starts[place] = start;
			this.ends[place] = end;
			this.#isWrittenOddly ||= isEscaped && isPlainPlace[place] !== 1;
		}
	}
}

/** What a value without quotes is made of: numbers, `null`, `-`; and, where a server had nothing to log, nothing. */
const isBare = new Uint8Array(256);
for (const character of '0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
	isBare[character.charCodeAt(0)] = 1;
}

/** Position of the first byte from `start` on that is no white space, or `end`. */
export function afterSpaces(bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end && isSpace(bytes[at])) {
		at++;
	}
	return at;
}

/** Position after the value without quotes that begins at `start`; it may be empty. */
export function bareEnd(bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end && isBare[bytes[at] ?? 0] === 1) {
		at++;
	}
	return at;
}

/**
 * Position after the list of values without quotes whose first ends at `at`: `0.001, 0.002 : 0.003`, as nginx writes times
 * of several upstreams. JSON has no such lists; what goes on with a digit or a dash can be nothing else.
 */
function bareListEnd(bytes: Buffer, at: number, end: number): number {
	let listEnd = at;
	for (;;) {
		const separator = afterSpaces(bytes, listEnd, end);
		if (separator >= end || (bytes[separator] !== comma && bytes[separator] !== colon)) {
			return listEnd;
		}
		const next = afterSpaces(bytes, separator + 1, end);
		const first = next < end ? (bytes[next] ?? 0) : 0;
		if (!isDigit(first) && first !== dash) {
			return listEnd;
		}
		listEnd = bareEnd(bytes, next, end);
	}
}

/** Position of the quote that ends the string whose text begins at `start`, or -1. */
export function stringEnd(bytes: Buffer, start: number, end: number): number {
	for (let at = start; at < end; at++) {
		const byte = bytes[at];
		if (byte === quote) {
			return at;
		}
		if (byte === backslash) {
			at++;
		}
	}
	return -1;
}

/** Position after the array or object whose inside begins at `start`, or -1. */
export function containerEnd(bytes: Buffer, start: number, end: number): number {
	let depth = 1;
	for (let at = start; at < end; at++) {
		const byte = bytes[at] ?? 0;
		if (byte === quote) {
			at = stringEnd(bytes, at + 1, end);
			if (at === -1) {
				return -1;
			}
		} else if (byte === openBrace || byte === openBracket) {
			depth++;
		} else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) {
			return at + 1;
		}
	}
	return -1;
}
