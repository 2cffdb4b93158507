import {backslash, dash, hash, space} from '../../ascii.js';
import type {Escapes} from '../values/decode-text.js';
import {isMissing, itemsIn, printedText, storedValue} from './log-value.js';

/** 1 for bytes that aren't stored as logged: control characters, everything beyond ASCII, and first characters of escapes. */
const isOdd: Uint8Array = new Uint8Array(256).fill(1, 128);
isOdd.fill(1, 0, space);
isOdd[backslash] = 1;
isOdd[hash] = 1;

/** The same for values that may be lists, whose separators contain a space. */
const isOddInList = Uint8Array.from(isOdd);
isOddInList[space] = 1;

/**
 * Checks that the stored form of `bytes[start, end)` may differ from these bytes.
 *
 * @param mayBeList True if separators make the value a list.
 */
export function holdsOdd(bytes: Buffer, start: number, end: number, mayBeList: boolean): boolean {
	const isOddByte = mayBeList ? isOddInList : isOdd;
	let at = start;
	while (at < end && isOddByte[bytes[at] ?? 0] === 0) {
		at++;
	}
	return at < end;
}

/** The stored form of a value: `bytes[start, end)`, which may be a part of the line itself. */
export class StoredValue {
	bytes: Uint8Array = new Uint8Array();
	start = 0;
	end = 0;

	/**
	 * Sets the value to `bytes[start, end)` of a line. Returns false if it is missing, and leaves this value unchanged.
	 *
	 * @param mayBeList True if separators make the value a list.
	 */
	set(bytes: Buffer, start: number, end: number, escapes: Escapes, mayBeList: boolean): boolean {
		if (holdsOdd(bytes, start, end, mayBeList)) {
			const text = printedText({bytes, start, end, escapes});
			const items = itemsIn(text, mayBeList);
			return !(isMissing(text) || items?.every(isMissing) === true) && this.setText(text, items);
		}
		if (end === start || (end === start + 1 && bytes[start] === dash)) {
			return false;
		}
		this.bytes = bytes;
		this.start = start;
		this.end = end;
		return true;
	}

	/** Checks that the value contains a byte. */
	has(byte: number): boolean {
		for (let at = this.start; at < this.end; at++) {
			if (this.bytes[at] === byte) {
				return true;
			}
		}
		return false;
	}

	/** Sets the value to a decoded string, or to a list. Returns true. */
	setText(text: string, elements: readonly string[] | null): boolean {
		this.bytes = Buffer.from(storedValue(text, elements));
		this.start = 0;
		this.end = this.bytes.length;
		return true;
	}
}
