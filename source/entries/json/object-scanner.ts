import {unescapeJson} from '../values/json-escapes.js';
import {isSpace} from '../values/starts-object.js';
import {plainSlots, slots, stringSlots} from './known-names.js';
import {dead, type NameTable, root} from './name-table.js';

const quote = 34;
const comma = 44;
const dash = 45;
const slash = 47;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const underscore = 95;
const lowerU = 117;
const openBrace = 123;
const closeBrace = 125;

/** Objects in objects that are looked into. Known names have up to four parts; parts may be empty. */
const deepest = 8;

/** What a value without quotes is made of: numbers, `null`, `-`; and, where a server had nothing to log, nothing. */
const isBare = new Uint8Array(256);
for (const character of '0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
	isBare[character.charCodeAt(0)] = 1;
}

const isStringSlot = Uint8Array.from(slots, slot => (stringSlots.has(slot) ? 1 : 0));

const isPlainSlot = Uint8Array.from(slots, slot => (plainSlots.has(slot) ? 1 : 0));

const payloadSlot = slots.indexOf('payload');
const transparentSlot = slots.indexOf('transparent');

/**
 * Finds the values of known names in a JSON object, without making anything of the rest. Where a name comes twice, the
 * last value counts that isn't empty; of names for the same, the one that stands first in the table. Of an array, the first
 * value is taken.
 */
export class ObjectScanner {
	/** Start and end of the value of each slot: of a string, without its quotes. */
	readonly starts = new Int32Array(slots.length);
	readonly ends = new Int32Array(slots.length);
	/** The number of the name under which each slot's value stands; 0: it has none. */
	readonly chosen = new Uint16Array(slots.length);
	/** Bits of the formats that names of the line tell. */
	signs = 0;
	/** A value whose characters mean something was written with escapes that need not be. */
	isWrittenOddly = false;
	/** The line ended before the object did. */
	isCut = false;
	/** Where something else was wanted, if this is no object, and what. */
	failedAt = 0;
	expected = '';
	readonly #table: NameTable;
	readonly #states = new Uint16Array(deepest + 1);
	/** Whether the string that was looked through last has such escapes. */
	#isEscaped = false;

	constructor(table: NameTable) {
		this.#table = table;
	}

	/**
	 * Looks through `bytes[start, end)`. False when that isn't one JSON object, or the beginning of one; spaces around it
	 * don't matter. Escapes and values are only checked as far as is needed to find where they end.
	 *
	 * Nothing here calls itself, as objects may be nested thousands deep.
	 */
	scan(bytes: Buffer, start: number, end: number): boolean {
		let at = afterSpaces(bytes, start, end);
		if (at >= end || bytes[at] !== openBrace) {
			return this.#fail(at, 'a JSON object');
		}
		at++;
		this.chosen.fill(0);
		this.signs = 0;
		this.isCut = false;
		this.isWrittenOddly = false;
		const {columns, next, width, entryOf, signOf, goesOn} = this.#table;
		const states = this.#states;
		let depth = 0;
		states[0] = root;
		for (;;) {
			at = afterSpaces(bytes, at, end);
			if (at >= end) {
				return this.#cut();
			}
			if (bytes[at] === quote) {
				const keyStart = ++at;
				let state = bytes[at] === underscore && depth > 0 ? dead : (states[depth] ?? dead);
				let byte = 0;
				while (at < end) {
					byte = bytes[at] ?? 0;
					if (byte === quote) {
						break;
					}
					state = next[state * width + (columns[byte] ?? 0)] ?? dead;
					if (state === dead) {
						break;
					}
					at++;
				}
				if (byte !== quote || state === dead) {
					at = stringEnd(bytes, at, end);
					if (at === -1) {
						return this.#cut();
					}
					if (byte === backslash) {
						state = this.#escapedKey(bytes, keyStart, at, states[depth] ?? dead);
					}
				}
				if (at >= end) {
					return this.#cut();
				}
				at = afterSpaces(bytes, at + 1, end);
				if (at >= end) {
					return this.#cut();
				}
				if (bytes[at] !== colon) {
					return this.#fail(at, 'a colon after the key');
				}
				at = afterSpaces(bytes, at + 1, end);
				if (at >= end) {
					return this.#cut();
				}
				const entry = entryOf[state] ?? 0;
				this.signs |= signOf[entry] ?? 0;
				byte = bytes[at] ?? 0;
				if (byte === quote) {
					const valueEnd = this.#valueEnd(bytes, at + 1, end);
					if (valueEnd === -1) {
						return this.#cut();
					}
					if (entry !== 0) {
						this.#take(entry, bytes, at + 1, valueEnd, true);
					}
					at = valueEnd + 1;
				} else if (byte === openBrace) {
					const inner = this.#isTransparent(entry) && depth === 0 ? root : state;
					at++;
					if (goesOn[inner] === 1 && depth < deepest) {
						states[++depth] = inner;
						continue;
					}
					at = containerEnd(bytes, at, end);
				} else if (byte === openBracket) {
					at = this.#array(bytes, at, end, entry);
				} else {
					const valueEnd = bareEnd(bytes, at, end);
					if (valueEnd >= end) {
						return this.#cut();
					}
					if (entry !== 0) {
						this.#takeBare(entry, bytes, at, valueEnd);
					}
					at = valueEnd;
				}
				if (at === -1) {
					return this.#cut();
				}
				at = afterSpaces(bytes, at, end);
				if (at < end && bytes[at] === comma) {
					at++;
					continue;
				}
			}
			// The end of this object, and perhaps of those around it.
			for (;;) {
				if (at >= end) {
					return this.#cut();
				}
				if (bytes[at] !== closeBrace) {
					return this.#fail(at, 'a comma or a closing brace');
				}
				at = afterSpaces(bytes, at + 1, end);
				if (depth-- === 0) {
					return at === end || this.#fail(at, 'nothing after the object');
				}
				if (bytes[at] === comma && at < end) {
					at++;
					break;
				}
			}
		}
	}

	/** Whether a slot has a value. */
	has(slot: number): boolean {
		return this.chosen[slot] !== 0;
	}

	#isTransparent(entry: number): boolean {
		return entry !== 0 && this.#table.slotOf[entry] === transparentSlot;
	}

	#fail(at: number, expected: string): boolean {
		this.failedAt = at;
		this.expected = expected;
		return false;
	}

	#cut(): boolean {
		this.isCut = true;
		return true;
	}

	/** Takes the first value of the array at `at`. Returns the position after the array, or -1. */
	#array(bytes: Buffer, at: number, end: number, entry: number): number {
		if (entry === 0) {
			return containerEnd(bytes, at + 1, end);
		}
		if (this.#table.slotOf[entry] === payloadSlot) {
			const arrayEnd = containerEnd(bytes, at + 1, end);
			if (arrayEnd !== -1) {
				this.#take(entry, bytes, at, arrayEnd, true);
			}
			return arrayEnd;
		}
		const first = afterSpaces(bytes, at + 1, end);
		if (first < end && bytes[first] === quote) {
			const valueEnd = this.#valueEnd(bytes, first + 1, end);
			if (valueEnd === -1) {
				return -1;
			}
			this.#take(entry, bytes, first + 1, valueEnd, true);
			return containerEnd(bytes, valueEnd + 1, end);
		}
		const valueEnd = bareEnd(bytes, first, end);
		if (valueEnd < end) {
			this.#takeBare(entry, bytes, first, valueEnd);
		}
		return containerEnd(bytes, valueEnd, end);
	}

	#takeBare(entry: number, bytes: Buffer, start: number, end: number): void {
		const first = start < end ? (bytes[start] ?? 0) : 0;
		if (first >= 48 && first <= 57) {
			this.#take(entry, bytes, start, end, false);
		}
	}

	#take(entry: number, bytes: Buffer, start: number, end: number, isString: boolean): void {
		const {slotOf, rankOf} = this.#table;
		const slot = slotOf[entry] ?? -1;
		if (slot === -1 || end <= start || (end === start + 1 && bytes[start] === dash)) {
			return;
		}
		const isKind = isString || isStringSlot[slot] !== 1;
		if (isKind && (rankOf[entry] ?? 0) >= (rankOf[this.chosen[slot] ?? 0] ?? 0)) {
			this.chosen[slot] = entry;
			this.starts[slot] = start;
			this.ends[slot] = end;
			this.isWrittenOddly ||= isString && this.#isEscaped && isPlainSlot[slot] !== 1;
		}
	}

	/**
	 * Position of the quote that ends the string whose text begins at `start`, or -1. Measured: `indexOf` is no faster, not
	 * even after the first 12, 24 or 40 bytes; the strings of logs are short.
	 */
	#valueEnd(bytes: Buffer, start: number, end: number): number {
		this.#isEscaped = false;
		for (let at = start; at < end; at++) {
			const byte = bytes[at];
			if (byte === quote) {
				return at;
			}
			if (byte === backslash) {
				at++;
				this.#isEscaped ||= bytes[at] === slash || bytes[at] === lowerU;
			}
		}
		return -1;
	}

	/** The state after a key that is written with escapes. */
	#escapedKey(bytes: Buffer, start: number, end: number, from: number): number {
		const {columns, next, width} = this.#table;
		const key = Buffer.allocUnsafe(end - start);
		const length = unescapeJson(bytes, start, end, key, 0);
		let state = from;
		for (let index = 0; index < length && state !== dead; index++) {
			state = next[state * width + (columns[key[index] ?? 0] ?? 0)] ?? dead;
		}
		return state;
	}
}

const afterSpaces = (bytes: Buffer, start: number, end: number): number => {
	let at = start;
	while (at < end && isSpace(bytes[at])) {
		at++;
	}
	return at;
};

const bareEnd = (bytes: Buffer, start: number, end: number): number => {
	let at = start;
	while (at < end && isBare[bytes[at] ?? 0] === 1) {
		at++;
	}
	return at;
};

/** Position of the quote that ends the string whose text begins at `start`, or -1. */
const stringEnd = (bytes: Buffer, start: number, end: number): number => {
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
};

/** Position after the array or object whose inside begins at `start`, or -1. */
const containerEnd = (bytes: Buffer, start: number, end: number): number => {
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
};
