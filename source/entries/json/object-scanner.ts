import {backslash, closeBrace, colon, comma, openBrace, quote, underscore} from '../../ascii.js';
import {unescapeJson} from '../values/json-escapes.js';
import {afterSpaces, containerEnd, endsElement, objectStart, stringEnd} from './known-values.js';
import {dead, type NameTable, root, slotOf} from './name-table.js';
import {ValueScanner} from './value-scanner.js';

/** Maximum nesting depth of the objects that are scanned. Known names have up to four parts; parts may be empty. */
const deepest = 8;

const {envelope, payload} = slotOf;

/** Finds the values of known names in a JSON object. Allocates nothing for the rest of the object. */
export class ObjectScanner extends ValueScanner {
	/** States of the objects around the current offset, from which their keys continue. */
	readonly #states = new Uint16Array(deepest + 1);
	/** State after the key that was read last. */
	#state = dead;
	/** Offset of the last object under a name that can hold a line; -1 if there is none. */
	enclosed = -1;
	/** Number of the name `message`. */
	readonly #message: number;

	constructor(table: NameTable) {
		super(table);
		this.#message = table.entry('message');
	}

	/**
	 * Scans `bytes[start, end)`. Returns false unless the bytes are one JSON object or the start of an object; surrounding white
	 * space is ignored, and so are brackets and commas of an array around it. Parses escapes and values only to find their ends.
	 *
	 * Not recursive, because objects may be nested thousands deep.
	 */
	override scan(bytes: Buffer, start: number, end: number): boolean {
		let at = objectStart(bytes, start, end);
		if (at >= end || bytes[at] !== openBrace) {
			return this.fail(at, 'a JSON object');
		}
		at++;
		this.clear();
		this.enclosed = -1;
		const {table} = this;
		const {entryOf, goesOn, slotIndexOf} = table;
		const states = this.#states;
		const {values} = this;
		let depth = 0;
		states[0] = root;
		for (;;) {
			at = afterSpaces(bytes, at, end);
			if (at < end && bytes[at] === quote) {
				at = this.#readKey(bytes, at + 1, end, depth);
				if (at === -1) {
					return this.cut();
				}
				if (bytes[at] !== colon) {
					return this.fail(at, 'a colon after the key');
				}
				at = afterSpaces(bytes, at + 1, end);
				if (at >= end) {
					return this.cut();
				}
				const state = this.#state;
				const entry = entryOf[state] ?? 0;
				this.takeSign(entry);
				if (bytes[at] === openBrace) {
					const index = slotIndexOf[entry];
					if (index === envelope || index === payload) {
						this.enclosed = at;
					}
					const inner = this.#isTransparent(entry) && depth === 0 ? root : state;
					at++;
					if (goesOn[inner] === 1 && depth < deepest) {
						states[++depth] = inner;
						continue;
					}
					at = containerEnd(bytes, at, end);
				} else {
					at = values.take(entry, bytes, at, end);
				}
				if (at === -1) {
					return this.cut();
				}
				at = afterSpaces(bytes, at, end);
				if (at < end && bytes[at] === comma) {
					at++;
					continue;
				}
			}
			// End of this object, and perhaps of the objects around it.
			for (;;) {
				if (at >= end) {
					return this.cut();
				}
				if (bytes[at] !== closeBrace) {
					return this.fail(at, 'a comma or a closing brace');
				}
				at = afterSpaces(bytes, at + 1, end);
				if (depth-- === 0) {
					return (
						at === end || endsElement(bytes, at, end) || this.fail(at, 'the line’s end after the object')
					);
				}
				if (bytes[at] === comma && at < end) {
					at++;
					break;
				}
			}
		}
	}

	/**
	 * Finds the state after the key whose content starts at `start`. Returns the offset of the token after the key, or -1 if the line
	 * ends before.
	 */
	#readKey(bytes: Buffer, start: number, end: number, depth: number): number {
		const {table} = this;
		const from = this.#states[depth] ?? dead;
		let at = start;
		let state = from;
		if (bytes[at] === underscore) {
			// GELF prefixes custom names with an underscore.
			if (depth > 0) {
				state = dead;
			} else if (bytes[at + 1] !== underscore && !this.#isName(bytes, at, end)) {
				at++;
			}
		}
		let byte = 0;
		while (at < end) {
			byte = bytes[at] ?? 0;
			if (byte === quote) {
				break;
			}
			state = table.step(state, byte);
			if (state === dead) {
				break;
			}
			at++;
		}
		if (byte !== quote || state === dead) {
			at = stringEnd(bytes, at, end);
			if (at === -1) {
				return -1;
			}
			if (byte === backslash) {
				state = this.#escapedKey(bytes, start, at, from);
			}
		}
		this.#state = state;
		at = afterSpaces(bytes, at + 1, end);
		return at < end ? at : -1;
	}

	/** Checks that the key whose content starts at `start` is a known name as it is. */
	#isName(bytes: Buffer, start: number, end: number): boolean {
		const keyEnd = bytes.indexOf(quote, start);
		return keyEnd !== -1 && keyEnd < end && this.entry(bytes, start, keyEnd) !== 0;
	}

	/** Checks that names in the object have the same meaning as outside. This includes objects under `message`. */
	#isTransparent(entry: number): boolean {
		return entry !== 0 && (this.table.slotIndexOf[entry] === slotOf.transparent || entry === this.#message);
	}

	/** Returns the state after a key that contains escapes. */
	#escapedKey(bytes: Buffer, start: number, end: number, from: number): number {
		const key = Buffer.allocUnsafe(end - start);
		const length = unescapeJson(bytes, start, end, key, 0);
		let state = from;
		for (let index = 0; index < length && state !== dead; index++) {
			state = this.table.step(state, key[index] ?? 0);
		}
		return state;
	}
}
