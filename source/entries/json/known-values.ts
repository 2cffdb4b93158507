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
	plus,
	quote,
	slash,
	space,
} from '../../ascii.js';
import {isSpace} from '../values/starts-object.js';
import {type Slot, slots} from './json-formats.js';
import {type NameTable, ownSlots, plainSlots, slotOf, stringSlots} from './name-table.js';

/** Returns a table with 1 at the indexes of some slots. */
function indexTable(has: (slot: Slot) => boolean): Uint8Array {
	return Uint8Array.from([...slots, ...slots], slot => (has(slot) ? 1 : 0));
}

const isStringAt = indexTable(slot => stringSlots.has(slot));

const isPlainAt = indexTable(slot => plainSlots.has(slot));

/** Indexes of the request's parts. If a connection was closed without a request, their values are all empty. */
const isAskedAt = indexTable(slot => slot === 'method' || slot === 'requestLine' || slot === 'url');

const isStatusAt = indexTable(slot => slot === 'status');

/** Indexes of forwarded addresses. Each line of the header is an element of an array, and the last proxy has written the last one. */
const isForwardedAt = indexTable(slot => slot === 'forwardedFor');

/**
 * Values of an object under known names. If a name occurs twice, its last non-empty value counts. If several names mean the same
 * field, the first one in the table counts. If the value is an array, its first element counts, of forwarded addresses the last.
 */
export class KnownValues {
	/** Range of the value at each index, without the quotes of a string. */
	readonly starts = new Int32Array(2 * ownSlots);
	readonly ends = new Int32Array(2 * ownSlots);
	/** Number of the name of the value at each index; 0 if there is no value. */
	readonly chosen = new Uint16Array(2 * ownSlots);
	/** True if the log has a field for the request, but the field is empty: `"request":""`. */
	isWithoutRequest = false;
	/** True if the log has a field for the status, but no number in it: `"status":"-"`, `null`. */
	isWithoutStatus = false;
	#isWrittenOddly = false;
	readonly #table: NameTable;

	constructor(table: NameTable) {
		this.#table = table;
	}

	/** True if a value that must be parsed contains unnecessary escapes. */
	get isWrittenOddly(): boolean {
		return this.#isWrittenOddly;
	}

	/** Removes all values. */
	clear(): void {
		this.chosen.fill(0);
		this.#isWrittenOddly = false;
		this.isWithoutRequest = false;
		this.isWithoutStatus = false;
	}

	/**
	 * Reads the value at `at`, which isn't an object. `entry`: number of its name, 0 if unknown. Returns the offset after it, or -1
	 * if `bytes` may contain only a part of it.
	 */
	take(entry: number, bytes: Buffer, at: number, end: number): number {
		const first = bytes[at];
		if (first === quote) {
			return this.#takeString(entry, bytes, at + 1, end);
		}
		if (first === openBracket) {
			return this.#takeArray(entry, bytes, at + 1, end);
		}
		const valueEnd = bareValueEnd(bytes, at, end);
		if (valueEnd >= end) {
			return -1;
		}
		if (entry !== 0) {
			this.#takeBare(entry, bytes, at, valueEnd);
		}
		return valueEnd;
	}

	/**
	 * Reads a string whose content starts at `start`. Measured: `indexOf` doesn't find its end faster, not even after the first 12,
	 * 24 or 40 bytes, because the strings of logs are short.
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

	/** Reads an array whose content starts at `start`. */
	#takeArray(entry: number, bytes: Buffer, start: number, end: number): number {
		if (entry === 0) {
			return containerEnd(bytes, start, end);
		}
		const first = afterSpaces(bytes, start, end);
		if (this.#table.slotIndexOf[entry] === slotOf.payload && bytes[first] !== quote) {
			const arrayEnd = containerEnd(bytes, start, end);
			if (arrayEnd !== -1) {
				this.choose(entry, bytes, start - 1, arrayEnd, true, false);
			}
			return arrayEnd;
		}
		if (first < end && bytes[first] === quote) {
			let valueEnd = this.#takeString(entry, bytes, first + 1, end);
			for (let next = valueEnd; next !== -1 && isForwardedAt[this.#table.slotIndexOf[entry] ?? -1] === 1; ) {
				valueEnd = next;
				next = nextString(bytes, valueEnd, end);
				next = next === -1 ? -1 : this.#takeString(entry, bytes, next + 1, end);
			}
			return valueEnd === -1 ? -1 : containerEnd(bytes, valueEnd, end);
		}
		const valueEnd = bareEnd(bytes, first, end);
		if (valueEnd < end) {
			this.#takeBare(entry, bytes, first, valueEnd);
		}
		return containerEnd(bytes, valueEnd, end);
	}

	/** Reads an unquoted value. Ignores anything but numbers. */
	#takeBare(entry: number, bytes: Buffer, start: number, end: number): void {
		const first = start < end ? (bytes[start] ?? 0) : 0;
		if (isDigit(first) || first === plus) {
			this.choose(entry, bytes, start, end, false, false);
		} else {
			this.isWithoutStatus ||= isStatusAt[this.#table.slotIndexOf[entry] ?? -1] === 1;
		}
	}

	/**
	 * Stores `bytes[start, end)`. Ignores empty values, `-`, and numbers in slots for strings. A stored value whose name ranks
	 * higher stays.
	 */
	choose(
		entry: number,
		bytes: Buffer,
		start: number,
		end: number,
		isString: boolean,
		isEscaped: boolean,
	): void {
		const {slotIndexOf, rankOf} = this.#table;
		const index = slotIndexOf[entry] ?? -1;
		if (index === -1 || end <= start || (end === start + 1 && bytes[start] === dash)) {
			this.isWithoutRequest ||= isString && isAskedAt[index] === 1;
			this.isWithoutStatus ||= isStatusAt[index] === 1;
			return;
		}
		const isKind = isString || isStringAt[index] !== 1;
		if (isKind && (rankOf[entry] ?? 0) >= (rankOf[this.chosen[index] ?? 0] ?? 0)) {
			this.chosen[index] = entry;
			this.starts[index] = start;
			this.ends[index] = end;
			this.#isWrittenOddly ||= isEscaped && isPlainAt[index] !== 1;
		}
	}
}

/** Bytes of unquoted values: numbers, `null`, `-`. If a server has no value to log, it may write nothing at all. */
const isBare = new Uint8Array(256);
for (const character of '0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
	isBare[character.charCodeAt(0)] = 1;
}

/** Returns the offset of the first byte from `start` on that isn't white space, or `end`. */
export function afterSpaces(bytes: Buffer, start: number, end: number): number {
	let at = start;
	// One comparison rules out nearly every byte.
	while (at < end && (bytes[at] ?? 0) <= space && isSpace(bytes[at])) {
		at++;
	}
	return at;
}

/**
 * Returns the offset of the first byte of an object. An export is often an array with an object in each line: its bracket, or the
 * comma after the object before, isn't part of the object.
 */
export function objectStart(bytes: Buffer, start: number, end: number): number {
	const at = afterSpaces(bytes, start, end);
	return bytes[at] === openBracket || bytes[at] === comma ? afterSpaces(bytes, at + 1, end) : at;
}

/** Checks that only the end of an array's element follows an object: white space, a comma, a bracket. */
export function endsElement(bytes: Buffer, start: number, end: number): boolean {
	const at = afterSpaces(bytes, start, end);
	const isMark = at < end && (bytes[at] === comma || bytes[at] === closeBracket);
	return afterSpaces(bytes, isMark ? at + 1 : at, end) === end;
}

/** Returns the offset of the string after the element of an array that ends at `at`; -1 if another kind of value or none follows. */
function nextString(bytes: Buffer, at: number, end: number): number {
	const separator = afterSpaces(bytes, at, end);
	const next = bytes[separator] === comma ? afterSpaces(bytes, separator + 1, end) : end;
	return next < end && bytes[next] === quote ? next : -1;
}

/** Returns the offset after the unquoted value that starts at `start`. The value may be empty. */
export function bareEnd(bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end && isBare[bytes[at] ?? 0] === 1) {
		at++;
	}
	return at;
}

/** Returns the offset after the unquoted value or list of values that starts at `start`, in an object. */
export function bareValueEnd(bytes: Buffer, start: number, end: number): number {
	const valueEnd = bareEnd(bytes, start, end);
	return bytes[valueEnd] === comma && bytes[valueEnd + 1] === quote
		? valueEnd
		: bareListEnd(bytes, valueEnd, end);
}

/**
 * Returns the offset after a list of unquoted values whose first one ends at `at`: `0.001, 0.002 : 0.003`, as nginx writes
 * durations of several upstreams. JSON has no such lists, so a digit or a dash after the separator is unambiguous.
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

/** Returns the offset of the quote that ends the string whose content starts at `start`, or -1. */
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

/** Returns the offset after the array or object whose content starts at `start`, or -1. */
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
