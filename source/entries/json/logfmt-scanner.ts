import {
	apostrophe,
	backslash,
	equals,
	isDigit,
	isLetter,
	lessThan,
	lowerN,
	lowerU,
	openBrace,
	quote,
	slash,
	space,
} from '../../ascii.js';
import {containerEnd} from './known-values.js';
import {ownSlots, root, slotOf} from './name-table.js';
import {ValueScanner} from './value-scanner.js';

/** Bytes of keys: 1 for bytes that can start a key, 2 for bytes that can only follow. */
const keyBytes = new Uint8Array(256);
for (let byte = 0x21; byte < 0x7f; byte++) {
	keyBytes[byte] = isLetter(byte) ? 1 : 0;
}
for (const character of '_@') {
	keyBytes[character.charCodeAt(0)] = 1;
}
for (const character of '0123456789-.#') {
	keyBytes[character.charCodeAt(0)] = 2;
}

/** Returns the offset after the logfmt key or LTSV label that starts at `start`, or `start`. */
export function keyEnd(bytes: Buffer, start: number, end: number): number {
	if (start >= end || keyBytes[bytes[start] ?? 0] !== 1) {
		return start;
	}
	let at = start + 1;
	while (at < end && keyBytes[bytes[at] ?? 0] !== 0) {
		at++;
	}
	return at;
}

/**
 * Finds the values of known names in a line of logfmt: `key=value key="quoted \"value\""`. If a name occurs twice, the first
 * value counts.
 *
 * lograge puts apostrophes around errors, which may contain apostrophes: the last one before another key ends the value. Some
 * programs, such as lograge, don't quote values with spaces. The end of such a value is unknown, so the value and the rest of the
 * line are ignored, unless the value is a time, or an object in braces, as Logster writes. Source: https://brandur.org/logfmt,
 * https://pkg.go.dev/github.com/go-logfmt/logfmt
 */
export class LogfmtScanner extends ValueScanner {
	/** True if an unquoted value contains a backslash, which isn't an escape there. */
	hasBareBackslash = false;

	override scan(bytes: Buffer, start: number, end: number): boolean {
		this.clear();
		this.hasBareBackslash = false;
		const {table} = this;
		const {entryOf, slotIndexOf} = table;
		let at = start;
		/** The previous value, if unquoted. It ends where the next key starts. */
		let heldEntry = 0;
		let heldStart = -1;
		let heldEnd = -1;
		for (;;) {
			while (at < end && bytes[at] === space) {
				at++;
			}
			const keyStart = at;
			let state = root;
			if (keyBytes[bytes[at] ?? 0] === 1) {
				while (at < end && keyBytes[bytes[at] ?? 0] !== 0) {
					state = table.step(state, bytes[at] ?? 0);
					at++;
				}
			}
			if (at === keyStart || bytes[at] !== equals || at >= end) {
				if (keyStart >= end) {
					this.#takeBare(heldEntry, bytes, heldStart, heldEnd);
					return true;
				}
				const wordEnd = bareEnd(bytes, keyStart, end);
				if (keyStart === start || (wordEnd < end && bytes[wordEnd] !== space)) {
					return this.fail(at, 'a key and =');
				}
				if (heldEntry !== 0 && (slotIndexOf[heldEntry] ?? 0) % ownSlots === slotOf.time) {
					heldEnd = wordEnd;
				} else if (heldStart !== -1) {
					return true;
				}
				at = wordEnd;
				continue;
			}
			this.#takeBare(heldEntry, bytes, heldStart, heldEnd);
			heldStart = -1;
			const entry = entryOf[state] ?? 0;
			this.takeSign(entry);
			at++;
			if (bytes[at] === quote && at < end) {
				at = this.#takeQuoted(entry, bytes, at + 1, end);
				if (at === -1) {
					return this.cut();
				}
				if (at < end && bytes[at] !== space) {
					return this.fail(at, 'a space after the quote');
				}
			} else if (bytes[at] === apostrophe && apostropheEnd(bytes, at + 1, end) !== -1) {
				const close = apostropheEnd(bytes, at + 1, end);
				this.#take(entry, bytes, at + 1, close, true, false);
				at = close + 1;
			} else {
				heldEntry = entry;
				heldStart = at;
				const objectStop = bytes[at] === openBrace ? containerEnd(bytes, at + 1, end) : -1;
				at = objectStop === -1 ? bareEnd(bytes, at, end) : objectStop;
				heldEnd = at;
				if (at < end && bytes[at] !== space) {
					// There is a quote inside, so the value isn't complete.
					return true;
				}
			}
		}
	}

	/** Reads the quoted value whose content starts at `start`. Returns the offset after its quote, or -1. */
	#takeQuoted(entry: number, bytes: Buffer, start: number, end: number): number {
		let isEscaped = false;
		for (let at = start; at < end; at++) {
			const byte = bytes[at];
			if (byte === quote) {
				this.#take(entry, bytes, start, at, true, isEscaped);
				return at + 1;
			}
			if (byte === backslash) {
				at++;
				isEscaped ||= bytes[at] === slash || bytes[at] === lowerU;
			}
		}
		return -1;
	}

	#takeBare(entry: number, bytes: Buffer, start: number, end: number): void {
		if (entry === 0 || start === -1 || isNothing(bytes, start, end)) {
			return;
		}
		let at = start;
		while (at < end && isDigit(bytes[at] ?? 0)) {
			at++;
		}
		const isNumber = at === end;
		while (at < end && bytes[at] !== backslash) {
			at++;
		}
		if (at < end) {
			this.hasBareBackslash = true;
		}
		this.#take(entry, bytes, start, end, !isNumber, false);
	}

	#take(entry: number, bytes: Buffer, start: number, end: number, isText: boolean, isEscaped: boolean): void {
		if (entry !== 0 && this.chosen[this.table.slotIndexOf[entry] ?? -1] !== entry) {
			this.values.choose(entry, bytes, start, end, isText, isEscaped);
		}
	}
}

/**
 * Returns the offset of the apostrophe that ends a value: at the end of the line, or before a space, a key and a `=`. Returns -1
 * if it is missing.
 */
function apostropheEnd(bytes: Buffer, start: number, end: number): number {
	for (let at = start; at < end; at++) {
		if (bytes[at] !== apostrophe || (at + 1 < end && bytes[at + 1] !== space)) {
			continue;
		}
		const key = keyEnd(bytes, at + 2, end);
		if (at + 1 >= end || (key > at + 2 && bytes[key] === equals)) {
			return at;
		}
	}
	return -1;
}

/** Returns the offset of the space or the quote that ends an unquoted value, or `end`. */
function bareEnd(bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end && bytes[at] !== space && bytes[at] !== quote) {
		at++;
	}
	return at;
}

const nothings: ReadonlySet<string> = new Set(['null', 'nil', '<nil>']);

/** Checks that a value is Go's or Ruby's notation for a missing value. */
export function isNothing(bytes: Buffer, start: number, end: number): boolean {
	return (
		(bytes[start] === lowerN || bytes[start] === lessThan) &&
		end - start < 6 &&
		nothings.has(bytes.toString('latin1', start, end))
	);
}
