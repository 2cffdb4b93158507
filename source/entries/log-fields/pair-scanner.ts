import {
	apostrophe,
	backslash,
	closeBrace,
	closeBracket,
	closeParenthesis,
	colon,
	comma,
	dash,
	equals,
	esc,
	isDigit,
	isLetter,
	openBrace,
	openBracket,
	openParenthesis,
	quote,
	semicolon,
	space,
	tab,
	underscore,
	upperA,
	upperZ,
} from '../../ascii.js';
import {isNothing, keyEnd} from '../json/logfmt-scanner.js';
import {afterSpaces, wordEnd} from '../values/words.js';
import {stringStops} from './stops.js';

/**
 * Notation of named values.
 *
 * - `pairs`: `name=value` or `name="value"` between columns of other kinds. A pair in quotes or brackets is part of a column.
 * - `logfmt`: nothing but pairs. An unquoted value extends to the next name.
 * - `ltsv`: `name:value`, separated by tabs.
 */
export type PairNotation = 'pairs' | 'logfmt' | 'ltsv';

/** Bytes of names: 1 for bytes that can start a name, 2 for bytes that can only follow. */
const nameBytes = new Uint8Array(256);
for (let byte = 0x21; byte < 0x7f; byte++) {
	nameBytes[byte] = isLetter(byte) || byte === underscore ? 1 : 0;
}
for (const character of '0123456789.-') {
	nameBytes[character.charCodeAt(0)] = 2;
}

/** Bytes in lower case. */
export const lowerCase = Uint8Array.from({length: 256}, (_, byte) =>
	byte >= upperA && byte <= upperZ ? byte | 32 : byte,
);

/** The bracket that closes each bracket, or 0. */
const closings = new Uint8Array(128);
closings[openParenthesis] = closeParenthesis;
closings[openBracket] = closeBracket;
closings[openBrace] = closeBrace;

/** Returns the end of the name at `start`, or `start`. */
function nameEndOf(bytes: Buffer, start: number, end: number): number {
	if (nameBytes[bytes[start] ?? 0] !== 1) {
		return start;
	}
	let at = start + 1;
	while (at < end && nameBytes[bytes[at] ?? 0] !== 0) {
		at++;
	}
	return at;
}

/** Returns the offset of the unescaped quote that ends the string starting at `start`, or -1. */
export function quoteEnd(bytes: Buffer, start: number, end: number): number {
	let at = start;
	for (;;) {
		while (stringStops[bytes[at] ?? quote] === 0) {
			at++;
		}
		if (at >= end) {
			return -1;
		}
		const byte = bytes[at];
		if (byte === quote) {
			return at;
		}
		at += byte === backslash ? 2 : 1;
	}
}

/** Goes through the named values of a line of text. */
export class PairScanner {
	nameStart = 0;
	nameEnd = 0;
	/** Range of the value, without quotes. */
	valueStart = 0;
	valueEnd = 0;
	/** True if the value is quoted. */
	isQuoted = false;
	/** True if a word between the pairs may contain a colour code, without which it could be a pair. */
	hasColour = false;
	/** True if the value is several items with commas or colons between them, not quoted: `0.1, 0.2 : 0.3`. */
	isList = false;
	readonly #notation: PairNotation;
	#bytes: Buffer = Buffer.alloc(0);
	#at = 0;
	#end = 0;
	/** False after a search for an apostrophe that ends a value reached the end of the line. */
	#hasApostrophe = true;
	/** Brackets that aren't closed in the rest of the line. */
	readonly #unclosed = new Uint8Array(128);

	constructor(notation: PairNotation) {
		this.#notation = notation;
	}

	/** Starts with the line `bytes[start, end)`. */
	begin(bytes: Buffer, start: number, end: number): void {
		this.#bytes = bytes;
		this.#at = start;
		this.#end = end;
		this.hasColour = false;
		this.#hasApostrophe = true;
		this.#unclosed[openParenthesis] = 0;
		this.#unclosed[openBracket] = 0;
		this.#unclosed[openBrace] = 0;
	}

	/** True if the value is logfmt's notation for a missing value. */
	get isNothing(): boolean {
		return (
			this.#notation === 'logfmt' && !this.isQuoted && isNothing(this.#bytes, this.valueStart, this.valueEnd)
		);
	}

	/** Checks that the value has this name. `name`: in lower case, without characters beyond ASCII. */
	isNamed(name: Uint8Array): boolean {
		const {nameStart: start} = this;
		if (this.nameEnd - start !== name.length) {
			return false;
		}
		let at = 0;
		while (at < name.length && lowerCase[this.#bytes[start + at] ?? 0] === name[at]) {
			at++;
		}
		return at === name.length;
	}

	/** Finds the next value. Returns false if there is none. */
	next(): boolean {
		switch (this.#notation) {
			case 'pairs':
				return this.#nextPair();
			case 'logfmt':
				return this.#nextLogfmt();
			case 'ltsv':
				return this.#nextLabel();
		}
	}

	#nextPair(): boolean {
		const bytes = this.#bytes;
		const end = this.#end;
		let at = this.#at;
		for (;;) {
			at = afterSpaces(bytes, at, end);
			if (at >= end) {
				this.#at = end;
				return false;
			}
			const nameEnd = nameEndOf(bytes, at, end);
			if (nameEnd > at && nameEnd < end && bytes[nameEnd] === equals) {
				this.nameStart = at;
				this.nameEnd = nameEnd;
				return this.#takePair(nameEnd + 1);
			}
			const first = bytes[at] ?? 0;
			if (first === quote) {
				at = quoteEnd(bytes, at + 1, end);
				if (at === -1) {
					// The line was cut.
					this.#at = end;
					return false;
				}
			} else if (first < 128 && closings[first] !== 0) {
				at = this.#closing(at, first);
			} else if (nameEnd < end && bytes[nameEnd] === esc) {
				this.hasColour = true;
			}
			at = wordEnd(bytes, at, end);
		}
	}

	/** Returns the offset of the bracket that closes the bracket at `start`, or `start`. */
	#closing(start: number, open: number): number {
		const bytes = this.#bytes;
		const close = closings[open];
		if (this.#unclosed[open] === 1) {
			return start;
		}
		let depth = 0;
		for (let at = start; at < this.#end; at++) {
			if (bytes[at] === open) {
				depth++;
			} else if (bytes[at] === close && --depth === 0) {
				return at;
			} else if (bytes[at] === esc) {
				this.hasColour = true;
			}
		}
		this.#unclosed[open] = 1;
		return start;
	}

	/** Takes the value that starts at `start`. */
	#takePair(start: number): boolean {
		const bytes = this.#bytes;
		const end = this.#end;
		this.isList = false;
		this.isQuoted = start < end && bytes[start] === quote;
		if (this.isQuoted) {
			const isWhole = this.#takeQuoted(start + 1);
			this.isList = isWhole && isNumberList(bytes, this.valueStart, this.valueEnd);
			return isWhole;
		}
		let stop = wordEnd(bytes, start, end);
		this.#at = stop;
		this.valueStart = start;
		while (stop > start) {
			const next = afterSpaces(bytes, stop, end);
			const isColon = bytes[next] === colon && bytes[next + 1] === space && next + 1 < end;
			const item = isColon ? afterSpaces(bytes, next + 1, end) : next;
			const first = bytes[item] ?? 0;
			const isItem = item < end && (isDigit(first) || first === dash);
			if (!isItem || !(isColon || bytes[stop - 1] === comma)) {
				break;
			}
			this.isList = true;
			stop = wordEnd(bytes, item, end);
			this.#at = stop;
		}
		// In `a=1, b=2` and `a=1; b=2`.
		const last = bytes[stop - 1];
		this.valueEnd = stop > start && (last === comma || last === semicolon) ? stop - 1 : stop;
		return true;
	}

	/** Takes the quoted value whose content starts at `start`. */
	#takeQuoted(start: number): boolean {
		const close = quoteEnd(this.#bytes, start, this.#end);
		this.valueStart = start;
		this.valueEnd = close;
		this.#at = close === -1 ? this.#end : wordEnd(this.#bytes, close + 1, this.#end);
		// A value whose end is missing isn't known.
		return close !== -1;
	}

	#nextLogfmt(): boolean {
		const bytes = this.#bytes;
		const end = this.#end;
		let at = afterSpaces(bytes, this.#at, end);
		let nameEnd = keyEnd(bytes, at, end);
		while (nameEnd === at || nameEnd >= end || bytes[nameEnd] !== equals) {
			at = afterSpaces(bytes, wordEnd(bytes, at, end), end);
			if (at >= end) {
				this.#at = end;
				return false;
			}
			nameEnd = keyEnd(bytes, at, end);
		}
		this.nameStart = at;
		this.nameEnd = nameEnd;
		const start = nameEnd + 1;
		const first = start < end ? bytes[start] : undefined;
		this.isList = false;
		this.isQuoted = first === quote;
		if (this.isQuoted) {
			return this.#takeQuoted(start + 1);
		}
		const apostropheEnd = first === apostrophe ? this.#closingApostrophe(start + 1) : -1;
		if (apostropheEnd !== -1) {
			this.valueStart = start + 1;
			this.valueEnd = apostropheEnd;
			this.#at = apostropheEnd + 1;
			return true;
		}
		this.valueStart = start;
		this.valueEnd = wordEnd(bytes, start, end);
		this.#at = this.valueEnd;
		// Some programs don't quote values with spaces.
		for (;;) {
			const word = afterSpaces(bytes, this.#at, end);
			const key = keyEnd(bytes, word, end);
			if (word >= end || (key > word && key < end && bytes[key] === equals)) {
				return true;
			}
			this.#at = wordEnd(bytes, word, end);
			this.valueEnd = this.#at;
		}
	}

	/** Returns the offset of the apostrophe that ends the value starting at `start`: before a name, or at the end; or -1. */
	#closingApostrophe(start: number): number {
		const bytes = this.#bytes;
		const end = this.#end;
		for (let at = start; at < end && this.#hasApostrophe; at++) {
			if (bytes[at] !== apostrophe || (at + 1 < end && bytes[at + 1] !== space)) {
				continue;
			}
			const key = keyEnd(bytes, at + 2, end);
			if (at + 1 >= end || (key > at + 2 && key < end && bytes[key] === equals)) {
				return at;
			}
		}
		this.#hasApostrophe = false;
		return -1;
	}

	#nextLabel(): boolean {
		const bytes = this.#bytes;
		const end = this.#end;
		const start = this.#at;
		const label = keyEnd(bytes, start, end);
		if (label === start || label >= end || bytes[label] !== colon) {
			return false;
		}
		let at = label + 1;
		while (at < end && bytes[at] !== tab) {
			at++;
		}
		this.nameStart = start;
		this.nameEnd = label;
		const isQuoted = at > label + 2 && bytes[label + 1] === quote && bytes[at - 1] === quote;
		this.isQuoted = isQuoted;
		this.isList = false;
		this.valueStart = label + 1 + (isQuoted ? 1 : 0);
		this.valueEnd = at - (isQuoted ? 1 : 0);
		this.#at = Math.min(at + 1, end);
		return true;
	}
}

/** Checks that a value has several items, as nginx writes lists, that all begin like a number or are missing (`-`). */
function isNumberList(bytes: Buffer, start: number, end: number): boolean {
	let items = 0;
	for (let at = start; at < end; items++) {
		const first = bytes[at] ?? 0;
		if (!isDigit(first) && first !== dash) {
			return false;
		}
		const stop = wordEnd(bytes, at, end);
		const isColon = bytes[stop + 1] === colon && bytes[stop + 2] === space;
		if (stop < end && !isColon && bytes[stop - 1] !== comma) {
			return false;
		}
		at = stop + (isColon ? 3 : 1);
	}
	return items > 1;
}
