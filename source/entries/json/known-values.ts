import {backslash, comma, dash, isDigit, lowerU, openBracket, quote, slash} from '../../ascii.js';
import {plainSlots, slots, stringSlots} from './known-names.js';
import type {NameTable} from './name-table.js';
import {afterSpaces, bareEnd, bareListEnd, containerEnd} from './text-ends.js';

const isStringSlot = Uint8Array.from(slots, slot => (stringSlots.has(slot) ? 1 : 0));

const isPlainSlot = Uint8Array.from(slots, slot => (plainSlots.has(slot) ? 1 : 0));

/** Slots of what was asked for: all of them are empty where a connection was closed without a request. */
const isAskedSlot = Uint8Array.from(slots, slot =>
	slot === 'method' || slot === 'requestLine' || slot === 'url' ? 1 : 0,
);

const payloadSlot = slots.indexOf('payload');

/**
 * The values that an object has under known names. Where a name comes twice, the last value counts that isn't empty; of
 * names for the same, the one that stands first in the table. Of an array, the first value is taken.
 */
export class KnownValues {
	/** Start and end of the value of each slot: of a string, without its quotes. */
	readonly starts = new Int32Array(slots.length);
	readonly ends = new Int32Array(slots.length);
	/** The number of the name under which each slot's value stands; 0: it has none. */
	readonly chosen = new Uint16Array(slots.length);
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
					this.#choose(entry, bytes, start, at, true, isEscaped);
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
		if (this.#table.slotOf[entry] === payloadSlot) {
			const arrayEnd = containerEnd(bytes, start, end);
			if (arrayEnd !== -1) {
				this.#choose(entry, bytes, start - 1, arrayEnd, true, false);
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
			this.#choose(entry, bytes, start, end, false, false);
		}
	}

	/** Takes `bytes[start, end)` if it says something, and more than what is there already. */
	#choose(
		entry: number,
		bytes: Buffer,
		start: number,
		end: number,
		isString: boolean,
		isEscaped: boolean,
	): void {
		const {slotOf, rankOf} = this.#table;
		const slot = slotOf[entry] ?? -1;
		if (slot === -1 || end <= start || (end === start + 1 && bytes[start] === dash)) {
			this.isWithoutRequest ||= isString && isAskedSlot[slot] === 1;
			return;
		}
		const isKind = isString || isStringSlot[slot] !== 1;
		if (isKind && (rankOf[entry] ?? 0) >= (rankOf[this.chosen[slot] ?? 0] ?? 0)) {
			this.chosen[slot] = entry;
			this.starts[slot] = start;
			this.ends[slot] = end;
			this.#isWrittenOddly ||= isEscaped && isPlainSlot[slot] !== 1;
		}
	}
}
