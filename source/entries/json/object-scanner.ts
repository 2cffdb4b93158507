import {backslash, closeBrace, colon, comma, openBrace, quote, underscore} from '../../ascii.js';
import {unescapeJson} from '../values/json-escapes.js';
import {otherJson} from './json-formats.js';
import {afterSpaces, containerEnd, KnownValues, stringEnd} from './known-values.js';
import {dead, fieldSlots, type NameTable, noSign, ownPlaces, root, slotOf} from './name-table.js';

/** Objects in objects that are looked into. Known names have up to four parts; parts may be empty. */
const deepest = 8;

/** Finds the values of known names in a JSON object, without making anything of the rest: see `KnownValues`. */
export class ObjectScanner {
	/** Start and end of the value at each place: of a string, without its quotes. */
	readonly starts: Int32Array;
	readonly ends: Int32Array;
	/** The number of the name under which each place's value stands; 0: it has none. */
	readonly chosen: Uint16Array;
	/** The format that names of the line tell, the first of several; `noSign` for none. */
	#sign = noSign;
	/** Where the value of each slot stands that is for a field, -1 for nowhere: see `resolve`. */
	readonly places = new Int8Array(fieldSlots);
	/** The line ended before the object did. */
	isCut = false;
	/** Where something else was wanted, if this is no object, and what. */
	failedAt = 0;
	expected = '';
	readonly #table: NameTable;
	readonly #states = new Uint16Array(deepest + 1);
	readonly #values: KnownValues;

	constructor(table: NameTable) {
		this.#table = table;
		this.#values = new KnownValues(table);
		this.starts = this.#values.starts;
		this.ends = this.#values.ends;
		this.chosen = this.#values.chosen;
	}

	/** A value whose characters mean something was written with escapes that need not be. */
	get isWrittenOddly(): boolean {
		return this.#values.isWrittenOddly;
	}

	/** The log has a place for the request and says that there was none. */
	get isWithoutRequest(): boolean {
		return this.#values.isWithoutRequest;
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
		this.#values.clear();
		this.#sign = noSign;
		this.isCut = false;
		const {columns, next, width, entryOf, signOf, goesOn} = this.#table;
		const states = this.#states;
		const values = this.#values;
		let depth = 0;
		let least = noSign;
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
				const sign = signOf[entry] ?? noSign;
				if (sign < least) {
					least = sign;
					this.#sign = sign;
				}
				if (bytes[at] === openBrace) {
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

	/** Whether a slot has a value under a usual name. */
	has(slot: number): boolean {
		return this.chosen[slot] !== 0;
	}

	/** Finds out what the object is, and where the value of each slot stands. Returns the number of the format. */
	resolve(): number {
		const {chosen, places} = this;
		const {users, insteads} = this.#table;
		const format = this.#sign === noSign ? otherJson : this.#sign;
		const {codes, orders} = this.#table.meanings(format);
		for (let slot = 0; slot < fieldSlots; slot++) {
			const usual = chosen[slot] ?? 0;
			const own = chosen[slot + ownPlaces] ?? 0;
			const isOwn =
				own !== 0 &&
				codes[own] !== 0 &&
				(usual === 0 || (usual > users && (orders[own] ?? 0) < (orders[usual] ?? 0)));
			places[slot] = isOwn ? slot + ownPlaces : usual === 0 ? -1 : slot;
		}
		const instead = insteads[format];
		if (instead !== undefined) {
			this.#exchange(instead);
		}
		return format;
	}

	/** Values under usual names for one slot are for another in this format. */
	#exchange([from, to]: readonly [from: number, to: number]): void {
		const {places} = this;
		const place = places[from] ?? -1;
		if (place === from && (this.chosen[from] ?? 0) > this.#table.users) {
			places[from] = -1;
			if (to !== -1 && places[to] === -1) {
				places[to] = place;
			}
		} else if (to !== -1 && places[to] === -1 && this.chosen[from] !== 0) {
			// The first slot has a name of the format's own besides.
			places[to] = from;
		}
	}

	#isTransparent(entry: number): boolean {
		return entry !== 0 && this.#table.placeOf[entry] === slotOf.transparent;
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
