import {
	backslash,
	closeBrace,
	closeBracket,
	colon,
	comma,
	dot,
	esc,
	isDigit,
	lowerU,
	openBrace,
	openBracket,
	quote,
} from '../../ascii.js';
import {commonTable} from '../json/compile-names.js';
import {afterSpaces, bareEnd, bareValueEnd, containerEnd, stringEnd} from '../json/known-values.js';
import {dead, type NameTable, root, slotOf} from '../json/name-table.js';
import {decodeTextAt} from '../values/decode-text.js';
import {isSpace} from '../values/starts-object.js';
import {isListName, isMissing, printedText} from './log-value.js';
import {afterCommas, deepest, isNull} from './object-values.js';
import {lowerCase} from './pair-scanner.js';
import {stopsAt, stringStops} from './stops.js';
import type {StoredValue} from './stored-value.js';

/**
 * Result of a search. `unsure`: the line must be read in full, because its structure is unusual, or because the line itself may be
 * in one of the object's strings.
 */
export type Finding = 'found' | 'absent' | 'unsure';

/** Results of a search in one object, instead of the offset after it. */
const cut = -1;
const done = -2;
const unsure = -3;

/** Stops at the end of a key, and at bytes that must be decoded before a comparison. */
const keyStops = stopsAt('"\\\x7F').fill(1, 128);
const containerStops = stopsAt('"{}[]');
const restStops = stopsAt('\\[{');

/** 1 for separators, which the table of known names ignores in names. */
const isSeparator = new Uint8Array(256);
for (const character of '_-.:@ ') {
	isSeparator[character.charCodeAt(0)] = 1;
}

/** Checks that the byte after a backslash, in a string, may mean a quote. Only a string with quotes contains an object. */
function isQuoteEscape(byte: number | undefined): boolean {
	return byte === quote || byte === lowerU;
}

/**
 * True if the string or container that was skipped last contains quotes, or a list of numbers. Only then it may contain an object.
 */
let hasQuotes = false;

/** Returns the offset after the string whose content starts at `start`, or `cut`. */
function afterString(bytes: Buffer, start: number, end: number): number {
	let at = start;
	for (;;) {
		while (stringStops[bytes[at] ?? quote] === 0) {
			at++;
		}
		if (at >= end) {
			return cut;
		}
		const byte = bytes[at++];
		if (byte === quote) {
			return at;
		}
		if (byte === backslash) {
			hasQuotes ||= isQuoteEscape(bytes[at]);
			at++;
		}
	}
}

function beginsWithDigit(bytes: Buffer, start: number, end: number): boolean {
	return isDigit(bytes[afterSpaces(bytes, start, end)] ?? 0);
}

/** Finds the value of one name in JSON objects, without a look at the names in other objects. The result equals `visitObject`'s. */
export class ObjectFinder {
	readonly #value: StoredValue;
	/** The name in lower case, followed by a 0. */
	readonly #name: Uint8Array;
	readonly #text: string;
	readonly #length: number;
	readonly #isListName: boolean;
	/** False if only decoded keys can be compared with the name. */
	readonly #isPlain: boolean;
	/** True if the object can't be a wrapper around the line. */
	#isWhole = false;
	#isFound = false;
	#table: NameTable | undefined;

	/** @param name In lower case. */
	constructor(name: string, value: StoredValue) {
		this.#value = value;
		this.#text = name;
		this.#name = Buffer.from(`${name}\0`);
		this.#length = this.#name.length - 1;
		this.#isListName = isListName(name);
		this.#isPlain = this.#name.subarray(0, -1).every(byte => keyStops[byte] === 0);
	}

	/**
	 * Searches the object `bytes[start, end)`. If the result is `found`, the value has been set.
	 *
	 * @param isWhole True if the object is the line. Otherwise it may be a wrapper around the line.
	 */
	find(bytes: Buffer, start: number, end: number, isWhole: boolean): Finding {
		const at = afterSpaces(bytes, start, end);
		if (at >= end || bytes[at] !== openBrace || !this.#isPlain) {
			return 'unsure';
		}
		this.#isWhole = isWhole;
		this.#isFound = false;
		const result = this.#search(bytes, at + 1, end, 0, 1, false);
		if (result === unsure || (result === cut && !isWhole)) {
			return 'unsure';
		}
		return this.#isFound ? 'found' : 'absent';
	}

	/**
	 * Searches the object whose content starts at `start`. Returns the offset after the object, or one of the results above.
	 *
	 * @param offset Length of the part of the name that the object has itself.
	 * @param isHiding True if any string in the object may contain the line.
	 */
	#search(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		depth: number,
		isHiding: boolean,
	): number {
		const name = this.#name;
		const begin = name[offset] ?? 0;
		let at = start;
		for (;;) {
			// Usually, there is one comma and no white space.
			at += bytes[at] === comma ? 1 : 0;
			if (bytes[at] !== quote || at >= end) {
				at = afterCommas(bytes, at, end);
				if (at >= end) {
					return cut;
				}
				if (bytes[at] !== quote) {
					return bytes[at] === closeBrace ? at + 1 : this.#afterError(bytes, at, end);
				}
			}
			const key = ++at;
			let matched = -1;
			if (lowerCase[bytes[at] ?? 0] === begin) {
				matched = offset;
				do {
					at++;
					matched++;
				} while (lowerCase[bytes[at] ?? 0] === name[matched]);
				matched = bytes[at] === quote ? matched : -1;
			}
			while (keyStops[bytes[at] ?? quote] === 0) {
				at++;
			}
			if (bytes[at] !== quote && at < end) {
				at = stringEnd(bytes, at, end);
				if (at === -1) {
					return cut;
				}
				if (!this.#isWhole && bytes.subarray(key, at).includes(esc)) {
					return unsure;
				}
				matched = this.#matchDecoded(decodeTextAt(bytes, key, at, 'json'), offset);
			} else if (at === key) {
				matched = offset;
			}
			const keyEnd = at;
			at++;
			if (bytes[at] !== colon || at >= end) {
				at = afterSpaces(bytes, at, end);
				if (at >= end) {
					return cut;
				}
				if (bytes[at] !== colon) {
					return this.#afterError(bytes, at, end);
				}
			}
			at++;
			let first = bytes[at];
			if (isSpace(first) || at >= end) {
				at = afterSpaces(bytes, at, end);
				if (at >= end) {
					return cut;
				}
				first = bytes[at];
			}
			const isName = matched === this.#length && !this.#isFound;
			if (first === quote) {
				const from = at + 1;
				hasQuotes = false;
				at = afterString(bytes, from, end);
				if (at === cut) {
					return cut;
				}
				if (hasQuotes && this.#isUnsureOf(bytes, key, keyEnd, from, isHiding)) {
					return unsure;
				}
				this.#isFound ||= isName && this.#value.set(bytes, from, at - 1, 'json', this.#isListName);
			} else if (first === openBrace || first === openBracket) {
				const isBegin = matched !== -1 && name[matched] === dot && !this.#isFound;
				const isObject = first === openBrace;
				if (isObject && !this.#isWhole && this.#holds(bytes, key, keyEnd)) {
					return unsure;
				}
				if (isObject && isBegin && depth < deepest) {
					const isInnerHiding = isHiding || this.#hides(bytes, key, keyEnd);
					at = this.#search(bytes, at + 1, end, matched + 1, depth + 1, isInnerHiding);
				} else if (isObject || !(isBegin || isName)) {
					at = this.#skip(bytes, at, end);
					if (hasQuotes && (isHiding || this.#hides(bytes, key, keyEnd))) {
						return unsure;
					}
				} else if (isBegin || isHiding || this.#hides(bytes, key, keyEnd)) {
					// Objects in the array, or the line itself: journald writes lines that aren't UTF-8 as a list of bytes.
					return unsure;
				} else {
					at = this.#searchArray(bytes, at + 1, end);
				}
				if (at < 0) {
					return at;
				}
			} else {
				const from = at;
				at = bareEnd(bytes, from, end);
				if (bytes[at] !== comma || bytes[at + 1] !== quote) {
					at = bareValueEnd(bytes, from, end);
				}
				if (at >= end) {
					return cut;
				}
				this.#isFound ||=
					isName && !isNull(bytes, from, at) && this.#value.set(bytes, from, at, 'none', true);
			}
			if (isName && this.#isFound && this.#isSettled(bytes, at, end)) {
				return done;
			}
		}
	}

	/** Returns the offset after the object with an error at `at`, or a result. */
	#afterError(bytes: Buffer, at: number, end: number): number {
		return this.#isWhole ? containerEnd(bytes, at, end) : unsure;
	}

	/** Takes the array whose content starts at `start` as the value. Returns the offset after it, or a result. */
	#searchArray(bytes: Buffer, start: number, end: number): number {
		const elements: string[] = [];
		let at = start;
		let result = cut;
		for (;;) {
			at = afterCommas(bytes, at, end);
			if (at >= end) {
				break;
			}
			const first = bytes[at];
			const isString = first === quote;
			const from = isString ? at + 1 : at;
			const to = isString ? stringEnd(bytes, from, end) : bareEnd(bytes, from, end);
			if (first === openBrace || first === openBracket) {
				return unsure;
			}
			if (to === -1 || to >= end) {
				break;
			}
			if (!isString && to === from) {
				result = first === closeBracket ? at + 1 : this.#afterError(bytes, at, end);
				break;
			}
			const text =
				isString || !isNull(bytes, from, to)
					? printedText({bytes, start: from, end: to, escapes: isString ? 'json' : 'none'})
					: '';
			if (!isMissing(text)) {
				elements.push(text);
			}
			at = isString ? to + 1 : to;
		}
		if (elements.length > 0 && result !== unsure) {
			this.#isFound = this.#value.setText('', elements);
		}
		return result;
	}

	/** Returns the offset after the object or array that starts at `start`, or `cut`. Sets `hasQuotes`. */
	#skip(bytes: Buffer, start: number, end: number): number {
		hasQuotes = false;
		let depth = 0;
		let at = start;
		for (;;) {
			while (containerStops[bytes[at] ?? quote] === 0) {
				at++;
			}
			if (at >= end) {
				return cut;
			}
			const byte = bytes[at++];
			if (byte === quote) {
				at = afterString(bytes, at, end);
				if (at === cut) {
					return cut;
				}
			} else if (byte === openBrace || byte === openBracket) {
				depth++;
				hasQuotes ||= byte === openBracket && beginsWithDigit(bytes, at, end);
			} else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) {
				return at;
			}
		}
	}

	/** Checks that the rest of the line has no string and no object that may contain the line. */
	#isSettled(bytes: Buffer, start: number, end: number): boolean {
		if (this.#isWhole) {
			return true;
		}
		for (let at = start; ; at++) {
			while (restStops[bytes[at] ?? backslash] === 0) {
				at++;
			}
			if (at >= end) {
				return true;
			}
			const byte = bytes[at];
			if (
				(byte === backslash && isQuoteEscape(bytes[at + 1])) ||
				(byte === openBracket && beginsWithDigit(bytes, at + 1, end)) ||
				(byte === openBrace && this.#isHeld(bytes, start, at))
			) {
				return false;
			}
		}
	}

	/** Checks that the object at `at` has a key without escapes, behind `start`, under which it may contain the line. */
	#isHeld(bytes: Buffer, start: number, at: number): boolean {
		let colonAt = at - 1;
		while (colonAt > start && isSpace(bytes[colonAt])) {
			colonAt--;
		}
		let keyEnd = colonAt - 1;
		while (keyEnd > start && isSpace(bytes[keyEnd])) {
			keyEnd--;
		}
		const before = bytes[colonAt] === colon ? bytes.lastIndexOf(quote, keyEnd - 1) : -1;
		return before >= start && this.#holds(bytes, before + 1, keyEnd);
	}

	/** Checks that a string with quotes, whose content starts at `from`, may contain the line, or an object with names. */
	#isUnsureOf(bytes: Buffer, key: number, keyEnd: number, from: number, isHiding: boolean): boolean {
		return (isHiding || this.#hides(bytes, key, keyEnd)) && (bytes[from] === openBrace || !this.#isWhole);
	}

	/** Returns the length of the name up to the end of a key that contains escapes or is beyond ASCII, or -1. */
	#matchDecoded(key: string, offset: number): number {
		const folded = key.toLowerCase();
		return this.#text.startsWith(folded, offset) ? offset + folded.length : -1;
	}

	/** Checks that a string under a key, or in an object under it, may contain the line, or an object with names. */
	#hides(bytes: Buffer, start: number, end: number): boolean {
		return start === end || this.#holds(bytes, start, end, true);
	}

	/**
	 * Checks that a value under a key may contain the line. `isText`: it is a string or a list, which may also contain an object with
	 * names of the line.
	 */
	#holds(bytes: Buffer, start: number, end: number, isText = false): boolean {
		let from = start;
		while (isSeparator[bytes[from] ?? 0] === 1) {
			from++;
		}
		return (
			this.#isHolder(bytes, start, end, isText) || (from > start && this.#isHolder(bytes, from, end, isText))
		);
	}

	#isHolder(bytes: Buffer, start: number, end: number, isText: boolean): boolean {
		this.#table ??= commonTable();
		const table = this.#table;
		let state = root;
		for (let at = start; at < end && state !== dead; at++) {
			if (bytes[at] === backslash) {
				// The rest of the key must be decoded.
				return true;
			}
			state = table.step(state, bytes[at] ?? 0);
		}
		const index = table.slotIndexOf[table.entryOf[state] ?? 0];
		const isOfText = index === slotOf.msg || index === slotOf.transparent;
		return index === slotOf.payload || index === slotOf.envelope || (isText && isOfText);
	}
}
