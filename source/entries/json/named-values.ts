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
	lessThan,
	lowerN,
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
import {decodeTextAt} from '../values/decode-text.js';
import {withoutJsonEscapes} from '../values/json-escapes.js';
import {
	afterCommas,
	afterSpaces as afterWhite,
	bareEnd,
	bareValueEnd,
	containerEnd,
	endsElement,
	found,
	objectStart,
	stringEnd,
} from '../values/json-syntax.js';
import {afterSpaces, wordEnd} from '../values/words.js';
import {dead, type NameTable, nameKey, root, slotOf} from './name-table.js';
import type {NewStep, Place, Places} from './places.js';

/**
 * Notation of named values.
 *
 * - `object`: a JSON object, or the start of one.
 * - `logfmt`: only `name=value name="value"`. An unquoted value extends to the next name. lograge puts apostrophes around errors,
 *   which may contain apostrophes: the first one before another name or at the end ends the value. Sources:
 *   https://brandur.org/logfmt, https://pkg.go.dev/github.com/go-logfmt/logfmt
 * - `ltsv`: `name:value`, separated by tabs. Source: http://ltsv.org
 * - `pairs`: `name=value` or `name="value"` between columns of other kinds. A pair in quotes or brackets is part of a column.
 */
export type Notation = 'object' | 'logfmt' | 'ltsv' | 'pairs';

/** Kinds of values. */
export const kinds = {
	/** A string, without its quotes. Has escapes. */
	text: 0,
	/** In apostrophes. */
	literal: 1,
	/** Without quotes. In an object, the value may be empty. */
	bare: 2,
	/** Several items of `pairs` with commas or colons between them, with or without quotes: `0.1, 0.2 : 0.3`. */
	items: 3,
	object: 4,
	array: 5,
	/** The line ends within the value. */
	cut: 6,
} as const;

/** An error in the syntax. */
export type Fault = {
	/** In an object, the index of the innermost object around it. In other notations, the number of values before it. */
	readonly index: number;
	readonly at: number;
	readonly expected: string;
};

/** Maximum depth of the objects and arrays whose values are read. */
export const deepest = 64;

/** Bytes of names in logfmt and LTSV: 1 for bytes that can start a name, 2 for bytes that can only follow. */
const keyBytes = nameBytes('_@', '0123456789-.#');

/** The same for names between columns. */
const pairBytes = nameBytes('_', '0123456789.-');

function nameBytes(first: string, further: string): Uint8Array {
	return Uint8Array.from({length: 256}, (_, byte) => {
		const character = String.fromCharCode(byte);
		return (byte < 128 && isLetter(byte)) || first.includes(character)
			? 1
			: further.includes(character)
				? 2
				: 0;
	});
}

function nameEnd(bytes: Buffer, start: number, end: number, table: Uint8Array): number {
	if (start >= end || table[bytes[start] ?? 0] !== 1) {
		return start;
	}
	let at = start + 1;
	while (at < end && table[bytes[at] ?? 0] !== 0) {
		at++;
	}
	return at;
}

/** Returns the offset after the logfmt key or LTSV label that starts at `start`, or `start`. */
export function keyEnd(bytes: Buffer, start: number, end: number): number {
	return nameEnd(bytes, start, end, keyBytes);
}

/** The bracket that closes each bracket. */
const closings: ReadonlyMap<number | undefined, number> = new Map([
	[openParenthesis, closeParenthesis],
	[openBracket, closeBracket],
	[openBrace, closeBrace],
]);

/**
 * The named values of a line, in their order. Entries, log fields and wrappers of lines are found in this list.
 *
 * In an object, the first value is the object itself. The values within an object or array follow it. If the syntax of one is
 * wrong, the rest of it is skipped. A line that is cut is read up to the cut.
 */
export class NamedValues {
	bytes: Buffer = Buffer.alloc(0);
	notation: Notation = 'object';
	/** Number of values. */
	count = 0;
	/** Index of the object or array around each value, or -1. */
	readonly outers: number[] = [];
	/** Range of each name, -1 for an element of an array. */
	readonly nameStarts: number[] = [];
	readonly nameEnds: number[] = [];
	/** Range of each value, without quotes. */
	readonly starts: number[] = [];
	readonly ends: number[] = [];
	/** Kind of each value, see `kinds`. */
	readonly kinds: number[] = [];
	/** Number of each name in the table of known names, or 0 if it is unknown or wasn't looked up. */
	readonly entries: number[] = [];
	/** State of the table from which names continue in each object, or `dead`; and in an object in place of another value. */
	readonly states: string[] = [];
	/** Place of each value of an object. Undefined for values of other notations, and for unusual ones. */
	readonly places: Array<Place | undefined> = [];
	/** Errors in the syntax. Some in objects or arrays without known names are missing, because they don't matter. */
	readonly faults: Fault[] = [];
	/** True if the line ends within a value. */
	isCut = false;
	/** True if a string of the object contains a control character or `#`: it may be coloured. */
	mayHaveColour = false;
	readonly #table: NameTable;
	/** Number of the name `message`. */
	readonly #message: number;
	/** True if a word between `pairs` may contain a colour code, without which it could be a pair. */
	hasColour = false;
	/** Known places of values. */
	readonly #known: Places;
	/** View of the buffer of `bytes`, and the offset of `bytes` in it. */
	#view = new DataView(this.bytes.buffer);
	#viewed = 0;
	/** Place of the value of an object that was read last, if it is known. */
	#place: Place | undefined;
	/** Offset after that value, and index of the innermost object around this offset; -1 after the end. */
	#at = 0;
	#outer = -1;
	/** Offsets after the brackets that have closed objects and arrays since that value. */
	readonly #closings: number[] = [];
	/** Brackets that aren't closed in the rest of the line. */
	readonly #unclosed = new Set<number>();
	/** False after a search for an apostrophe that ends a value reached the end of the line. */
	#hasApostrophe = true;

	constructor(table: NameTable, places: Places = table.places) {
		this.#table = table;
		this.#message = table.entry('message');
		this.#known = places;
	}

	/** Reads the line `bytes[start, end)`. */
	read(notation: Notation, bytes: Buffer, start: number, end: number): void {
		this.bytes = bytes;
		this.notation = notation;
		this.count = 0;
		this.faults.length = 0;
		this.isCut = false;
		switch (notation) {
			case 'object':
				found.mayHaveColour = false;
				this.#readObject(bytes, start, end);
				this.mayHaveColour = found.mayHaveColour;
				break;
			case 'logfmt':
				this.#readLogfmt(bytes, start, end);
				break;
			case 'ltsv':
				this.#readLtsv(bytes, start, end);
				break;
			case 'pairs':
				this.#readPairs(bytes, start, end);
				break;
		}
	}

	/**
	 * Checks the name of a value. Names of nested objects are joined with dots; objects in an array have the array's name.
	 *
	 * @param name In lower case.
	 */
	isNamed(index: number, name: string): boolean {
		let end = name.length;
		for (let at = index; ; ) {
			while ((this.nameStarts[at] ?? -1) === -1 && (this.outers[at] ?? -1) !== -1) {
				at = this.outers[at] ?? -1;
			}
			const start = this.#nameWithin(at, name, end);
			at = this.outers[at] ?? -1;
			if (start === -1 || at <= 0) {
				return start === 0;
			}
			if (name[start - 1] !== '.') {
				return false;
			}
			end = start - 1;
		}
	}

	/** Returns the index of the outermost array around a value, or -1. */
	arrayAround(index: number): number {
		let array = -1;
		for (let at = this.outers[index] ?? -1; at !== -1; at = this.outers[at] ?? -1) {
			array = this.kinds[at] === kinds.array ? at : array;
		}
		return array;
	}

	/** Returns the start of a value's own name in a name, before `end`; -1 if it differs. */
	#nameWithin(index: number, name: string, end: number): number {
		const {bytes} = this;
		const from = this.nameStarts[index] ?? 0;
		const to = this.nameEnds[index] ?? 0;
		for (let at = from; at < to; at++) {
			const byte = bytes[at] ?? 0;
			if (byte === backslash || byte > 126) {
				const own = decodeTextAt(bytes, from, to, 'json').toLowerCase();
				return name.endsWith(own, end) ? end - own.length : -1;
			}
		}
		const start = end - (to - from);
		for (let at = from, index = start; at < to; at++, index++) {
			const byte = bytes[at] ?? 0;
			if ((byte >= upperA && byte <= upperZ ? byte | 32 : byte) !== name.charCodeAt(index)) {
				return -1;
			}
		}
		return Math.max(-1, start);
	}

	/** Adds a value. Returns its index. */
	#add(
		outer: number,
		name: number,
		afterName: number,
		start: number,
		end: number,
		kind: number,
		entry = 0,
		state: string = dead,
	): number {
		const index = this.count++;
		this.outers[index] = outer;
		this.nameStarts[index] = name;
		this.nameEnds[index] = afterName;
		this.starts[index] = start;
		this.ends[index] = end;
		this.kinds[index] = kind;
		this.entries[index] = entry;
		this.states[index] = state;
		this.places[index] = undefined;
		return index;
	}

	#fault(index: number, at: number, expected: string): void {
		this.faults.push({index, at, expected});
	}

	/** Returns the state of the table after the name `bytes[start, end)` in an object. `isInner`: the object isn't the line. */
	#stateAfter(from: string, bytes: Buffer, start: number, end: number, isInner: boolean): string {
		const table = this.#table;
		const name = bytes.toString('latin1', start, end);
		if (bytes[start] === underscore && end > start) {
			if (isInner) {
				return dead;
			}
			if (bytes[start + 1] !== underscore && table.entry(name) === 0) {
				// GELF prefixes custom names with an underscore.
				return nameKey(from + name.slice(1));
			}
		}
		const state = nameKey(from + name);
		return name.includes('\\') && table.entryIn(state) === 0 && !table.goesOn(state)
			? nameKey(from + withoutJsonEscapes(Buffer.from(name, 'latin1')).toString('latin1'))
			: state;
	}

	/** Checks that names in the objects with a certain name have the same meaning as outside. */
	#isTransparent(entry: number, outer: number): boolean {
		const isNamed = this.#table.slotIndexOf[entry] === slotOf.transparent || entry === this.#message;
		return outer === 0 && entry !== 0 && isNamed;
	}

	/** Not recursive, because objects may be nested thousands deep. */
	#readObject(bytes: Buffer, start: number, end: number): void {
		const first = objectStart(bytes, start, end);
		if (first >= end || bytes[first] !== openBrace) {
			this.#fault(0, first, 'a JSON object');
			return;
		}
		const {ends, kinds: kindsOf, outers, states} = this;
		const table = this.#table;
		let outer = this.#add(-1, -1, -1, first, -1, kinds.object, 0, root);
		let from: string = root;
		let depth = 1;
		let close: number = closeBrace;
		let isFirst = true;
		let at = first + 1;
		this.isCut = true;
		this.#begin(outer, at);
		while (outer !== -1) {
			if (this.#place !== undefined && at === this.#at && this.#follow(bytes, outer, end)) {
				at = this.#at;
				outer = this.#outer;
				if (outer === -1) {
					break;
				}
				isFirst = outer === this.count - 1;
				close = kindsOf[outer] === kinds.array ? closeBracket : closeBrace;
				from = close === closeBrace ? (states[outer] ?? dead) : dead;
				depth = this.depthOf(outer);
			}
			let byte = at < end ? bytes[at] : undefined;
			// Nearly always there is one comma, and no white space.
			if (byte === comma && !isFirst && bytes[at + 1] === quote && at + 1 < end) {
				byte = quote;
				at++;
			} else if (byte !== close && (byte !== quote || !isFirst)) {
				at = this.#afterMarks(bytes, at, end, close, isFirst, from === dead ? -1 : outer);
				byte = bytes[at];
			}
			if (at >= end) {
				return;
			}
			isFirst = false;
			let name = -1;
			let afterName = -1;
			let state: string = dead;
			let entry = 0;
			let isWrong = false;
			const isEnd = byte === close;
			if (close === closeBrace && !isEnd) {
				isWrong = byte !== quote;
				if (!isWrong) {
					name = at + 1;
					afterName = stringEnd(bytes, name, end);
					if (afterName === -1) {
						return;
					}
					at = afterName + 1;
					if (bytes[at] !== colon || at >= end) {
						at = afterWhite(bytes, at, end);
						isWrong = at < end && bytes[at] !== colon;
						if (isWrong && from !== dead) {
							this.#fault(outer, at, 'a colon after the key');
						}
					}
					at = isWrong ? at : afterWhite(bytes, at + 1, end);
					if (at >= end) {
						return;
					}
					byte = bytes[at];
				}
			}
			const valueStart = at;
			if (byte === quote && !isEnd && !isWrong) {
				at = stringEnd(bytes, at + 1, end);
			}
			if (name !== -1 && from !== dead) {
				state = this.#stateAfter(from, bytes, name, afterName, outer > 0);
				entry = table.entryIn(state);
				state = this.#isTransparent(entry, outer) ? root : state;
			}
			if (isEnd) {
				at++;
			} else if (isWrong) {
				at = containerEnd(bytes, at, end);
			} else if (byte === quote) {
				const kind = at === -1 ? kinds.cut : kinds.text;
				this.#add(outer, name, afterName, valueStart + 1, at, kind, entry, state);
				if (at === -1) {
					return;
				}
				at++;
				this.#learn(bytes, valueStart + 1, at);
				continue;
			} else if (byte === openBrace || byte === openBracket) {
				isFirst = true;
				const isArray = byte === openBracket;
				close = isArray ? closeBracket : closeBrace;
				from = !isArray && table.goesOn(state) ? state : dead;
				const kind = isArray ? kinds.array : kinds.object;
				outer = this.#add(outer, name, afterName, at, -1, kind, entry, isArray ? state : from);
				at++;
				if (++depth <= deepest) {
					this.#learn(bytes, at, at);
					continue;
				}
				at = containerEnd(bytes, at, end);
			} else {
				const isArray = close === closeBracket;
				const stop = isArray ? bareEnd(bytes, at, end) : bareValueEnd(bytes, at, end);
				if (stop > at || !isArray) {
					const kind = stop < end ? kinds.bare : kinds.cut;
					this.#add(outer, name, afterName, at, stop, kind, entry, state);
					if (stop >= end) {
						return;
					}
					at = stop;
					this.#learn(bytes, valueStart, at);
					continue;
				}
				at = containerEnd(bytes, at, end);
			}
			if (!isEnd) {
				this.#place = undefined;
			} else if (this.#place !== undefined) {
				this.#closings.push(at);
			}
			// The innermost object or array ends here.
			if (at === -1) {
				return;
			}
			ends[outer] = at;
			outer = outers[outer] ?? -1;
			close = kindsOf[outer] === kinds.array ? closeBracket : closeBrace;
			from = close === closeBrace ? (states[outer] ?? dead) : dead;
			isFirst = false;
			depth--;
			if (outer === -1 && this.#place !== undefined && this.faults.length === 0) {
				this.#known.addEnd(this.#place, this.#stepTo(bytes, at, -1, false));
			}
		}
		this.isCut = false;
		if (!endsElement(bytes, at, end)) {
			this.#fault(0, afterWhite(bytes, at, end), 'the line’s end after the object');
		}
	}

	/** Starts at the content of the object that is the line. `at`: its offset. */
	#begin(outer: number, at: number): void {
		this.#place = this.#known.root;
		this.places[outer] = this.#place;
		const {buffer, byteOffset} = this.bytes;
		if (this.#view.buffer !== buffer) {
			this.#view = new DataView(buffer);
		}
		this.#viewed = byteOffset;
		this.#at = at;
		this.#closings.length = 0;
	}

	/**
	 * Adds values while their steps are known. Returns false if it made no progress. `innermost`: index of the object or array around
	 * the first value.
	 */
	#follow(bytes: Buffer, innermost: number, end: number): boolean {
		const {ends, entries, kinds: kindsOf, nameEnds, nameStarts, outers, places, starts, states} = this;
		const view = this.#view;
		const viewed = this.#viewed;
		let at = this.#at;
		let outer = innermost;
		let place = this.#place;
		const known = this.#known;
		while (place !== undefined) {
			const step = known.next(place, bytes, at, end, view, viewed + at);
			if (step === undefined) {
				break;
			}
			const start = at + step.length;
			let around = outer;
			for (let index = 0; index < step.closings.length; index++) {
				ends[around] = at + (step.closings[index] ?? 0);
				around = outers[around] ?? -1;
			}
			const {name, afterName} = step;
			const next = step.place;
			if (next === undefined) {
				at = start;
				outer = around;
				place = next;
				break;
			}
			const {kind} = next;
			let stop = -1;
			if (kind === kinds.text) {
				stop = stringEnd(bytes, start, end);
				if (stop === -1) {
					break;
				}
			} else if (kind === kinds.bare) {
				const isArray = kindsOf[around] === kinds.array;
				stop = isArray ? bareEnd(bytes, start, end) : bareValueEnd(bytes, start, end);
				if (stop >= end) {
					break;
				}
			}
			const isOpen = stop === -1;
			const index = this.count++;
			outers[index] = around;
			nameStarts[index] = name === -1 ? -1 : at + name;
			nameEnds[index] = name === -1 ? -1 : at + afterName;
			starts[index] = isOpen ? start - 1 : start;
			ends[index] = stop;
			// Most lines have the same values as the line before.
			if (places[index] !== next) {
				places[index] = next;
				kindsOf[index] = kind;
				entries[index] = next.entry;
				states[index] = next.state;
			}
			around = isOpen ? index : around;
			at = isOpen ? start : kind === kinds.text ? stop + 1 : stop;
			outer = around;
			place = next;
		}
		const isAny = at > this.#at;
		this.#at = at;
		this.#outer = outer;
		this.#place = place;
		return isAny;
	}

	/** Stores the step to the value that was added last. `start`: offset of its content; `after`: offset after it. */
	#learn(bytes: Buffer, start: number, after: number): void {
		const index = this.count - 1;
		const from = this.#place;
		this.#place = undefined;
		const outer = this.places[this.outers[index] ?? -1];
		if (outer === undefined || this.faults.length > 0) {
			return;
		}
		const kind = this.kinds[index] ?? kinds.cut;
		const isBare = kind === kinds.bare;
		if (start < after || !isBare) {
			const step = this.#stepTo(bytes, start, index, isBare);
			const [entry = 0, state = dead] = [this.entries[index], this.states[index]];
			this.#place = this.#known.add(from, step, outer, kind, entry, state);
		}
		this.places[index] = this.#place;
		this.#at = after;
		this.#closings.length = 0;
	}

	/** Returns the step from the last value to the value at `index`, or to the end. */
	#stepTo(bytes: Buffer, end: number, index: number, isBare: boolean): NewStep {
		const name = this.nameStarts[index] ?? -1;
		const afterName = this.nameEnds[index] ?? -1;
		return {bytes, start: this.#at, end, name, afterName, closings: this.#closings, isBare};
	}

	/** Returns the depth of the values in an object or array. */
	depthOf(index: number): number {
		let depth = 0;
		for (let at = index; at !== -1; at = this.outers[at] ?? -1) {
			depth++;
		}
		return depth;
	}

	/**
	 * Returns the offset of the next token after white space and commas. `close`: the bracket or brace that may follow. `isFirst`: no
	 * value precedes. `object`: index of the object in which an error counts, or -1.
	 */
	#afterMarks(
		bytes: Buffer,
		start: number,
		end: number,
		close: number,
		isFirst: boolean,
		object: number,
	): number {
		let at = afterWhite(bytes, start, end);
		const hasComma = bytes[at] === comma && !isFirst;
		at = hasComma ? afterWhite(bytes, at + 1, end) : at;
		if ((bytes[at] === quote && hasComma !== isFirst) || bytes[at] === close) {
			return at;
		}
		if (at < end && object !== -1) {
			this.#fault(object, at, 'a comma or a closing brace');
		}
		return afterCommas(bytes, at, end);
	}

	#readLogfmt(bytes: Buffer, start: number, end: number): void {
		this.#hasApostrophe = true;
		let at = afterSpaces(bytes, start, end);
		while (at < end && at !== -1) {
			const afterName = keyEnd(bytes, at, end);
			if (startsPair(bytes, at, afterName, end)) {
				at = this.#readLogfmtValue(bytes, at, afterName, end);
			} else {
				const stop = logfmtWordEnd(bytes, at, end);
				if (at === start || (stop < end && bytes[stop] !== space)) {
					this.#fault(this.count, afterName, 'a key and =');
				}
				at = wordEnd(bytes, stop, end);
			}
			at = at === -1 ? -1 : afterSpaces(bytes, at, end);
		}
	}

	/** Reads the value after a name in logfmt. Returns the offset after it, or -1 if the line is cut. */
	#readLogfmtValue(bytes: Buffer, name: number, afterName: number, end: number): number {
		const start = afterName + 1;
		if (start < end && bytes[start] === quote) {
			const stop = this.#addQuoted(bytes, name, afterName, end);
			if (stop !== -1 && stop < end && bytes[stop] !== space) {
				this.#fault(this.count, stop, 'a space after the quote');
			}
			return stop === -1 ? -1 : wordEnd(bytes, stop, end);
		}
		const close = bytes[start] === apostrophe ? this.#closingApostrophe(bytes, start + 1, end) : -1;
		if (close !== -1) {
			this.#add(-1, name, afterName, start + 1, close, kinds.literal);
			return close + 1;
		}
		let stop = wordEnd(bytes, logfmtValueEnd(bytes, start, end), end);
		// Some programs don't quote values with spaces.
		for (;;) {
			const word = afterSpaces(bytes, stop, end);
			if (word >= end || startsPair(bytes, word, keyEnd(bytes, word, end), end)) {
				this.#add(-1, name, afterName, start, stop, kinds.bare);
				return stop;
			}
			stop = wordEnd(bytes, word, end);
		}
	}

	/** Returns the offset of the apostrophe that ends the value starting at `start`: before a name, or at the end; or -1. */
	#closingApostrophe(bytes: Buffer, start: number, end: number): number {
		for (let at = start; at < end && this.#hasApostrophe; at++) {
			if (bytes[at] !== apostrophe || (at + 1 < end && bytes[at + 1] !== space)) {
				continue;
			}
			if (at + 1 >= end || startsPair(bytes, at + 2, keyEnd(bytes, at + 2, end), end)) {
				return at;
			}
		}
		this.#hasApostrophe = false;
		return -1;
	}

	#readLtsv(bytes: Buffer, start: number, end: number): void {
		let at = start;
		do {
			const label = at;
			const afterLabel = keyEnd(bytes, label, end);
			if (afterLabel === label || afterLabel >= end || bytes[afterLabel] !== colon) {
				this.#fault(this.count, afterLabel, 'a label and a colon');
				return;
			}
			at = wordEnd(bytes, afterLabel + 1, end, tab);
			if (at === end && label === start) {
				this.#fault(this.count, at, 'a tab');
				return;
			}
			const isQuoted = at > afterLabel + 2 && bytes[afterLabel + 1] === quote && bytes[at - 1] === quote;
			const inside = isQuoted ? 1 : 0;
			this.#add(-1, label, afterLabel, afterLabel + 1 + inside, at - inside, kinds.text);
			at++;
		} while (at < end);
	}

	#readPairs(bytes: Buffer, start: number, end: number): void {
		this.hasColour = false;
		this.#unclosed.clear();
		let at = afterSpaces(bytes, start, end);
		while (at < end && at !== -1) {
			const afterName = nameEnd(bytes, at, end, pairBytes);
			const first = bytes[at] ?? 0;
			if (startsPair(bytes, at, afterName, end)) {
				at = this.#readPair(bytes, at, afterName, end);
			} else if (first === quote) {
				at = stringEnd(bytes, at + 1, end);
			} else if (closings.has(first)) {
				at = this.#closingBracket(bytes, at, end);
			} else if (afterName < end && bytes[afterName] === esc) {
				this.hasColour = true;
			}
			// Without its closing quote, the line was cut.
			at = at === -1 ? -1 : afterSpaces(bytes, wordEnd(bytes, at, end), end);
		}
	}

	/** Returns the offset of the bracket that closes the bracket at `start`, or `start`. */
	#closingBracket(bytes: Buffer, start: number, end: number): number {
		const open = bytes[start] ?? 0;
		const close = closings.get(open);
		let depth = 0;
		for (let at = start; at < end && !this.#unclosed.has(open); at++) {
			if (bytes[at] === open) {
				depth++;
			} else if (bytes[at] === close && --depth === 0) {
				return at;
			} else if (bytes[at] === esc) {
				this.hasColour = true;
			}
		}
		this.#unclosed.add(open);
		return start;
	}

	/** Reads a value between columns. Returns an offset in its last word, or -1 if the line is cut. */
	#readPair(bytes: Buffer, name: number, afterName: number, end: number): number {
		const start = afterName + 1;
		if (start < end && bytes[start] === quote) {
			const stop = this.#addQuoted(bytes, name, afterName, end);
			if (stop !== -1 && isNumberList(bytes, start + 1, stop - 1)) {
				this.kinds[this.count - 1] = kinds.items;
			}
			return stop;
		}
		let kind: number = kinds.bare;
		let stop = wordEnd(bytes, start, end);
		while (stop > start) {
			const next = afterSpaces(bytes, stop, end);
			const isColon = bytes[next] === colon && bytes[next + 1] === space && next + 1 < end;
			const item = isColon ? afterSpaces(bytes, next + 1, end) : next;
			const first = bytes[item] ?? 0;
			const isItem = item < end && (isDigit(first) || first === dash);
			if (!isItem || !(isColon || bytes[stop - 1] === comma)) {
				break;
			}
			kind = kinds.items;
			stop = wordEnd(bytes, item, end);
		}
		// A separator isn't part of the value: `a=1, b=2` and `a=1; b=2`.
		const last = bytes[stop - 1];
		const isSeparated = stop > start && (last === comma || last === semicolon);
		this.#add(-1, name, afterName, start, isSeparated ? stop - 1 : stop, kind);
		return stop;
	}

	/** Adds the quoted value after a name and a `=`. Returns the offset after it, or -1 if the line is cut. */
	#addQuoted(bytes: Buffer, name: number, afterName: number, end: number): number {
		const start = afterName + 2;
		const close = stringEnd(bytes, start, end);
		this.isCut = close === -1;
		this.#add(-1, name, afterName, start, close, this.isCut ? kinds.cut : kinds.text);
		return this.isCut ? -1 : close + 1;
	}
}

/** Checks that a name ends at `afterName`, and that a `=` follows it. */
function startsPair(bytes: Buffer, name: number, afterName: number, end: number): boolean {
	return afterName > name && afterName < end && bytes[afterName] === equals;
}

/** Returns the offset of the space or the quote that ends a word of logfmt, or `end`. */
export function logfmtWordEnd(bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end && bytes[at] !== space && bytes[at] !== quote) {
		at++;
	}
	return at;
}

/** Like `logfmtWordEnd`, for the first word of a value, which may be an object in braces, as Logster writes. */
export function logfmtValueEnd(bytes: Buffer, start: number, end: number): number {
	const objectEnd = start < end && bytes[start] === openBrace ? containerEnd(bytes, start + 1, end) : -1;
	return objectEnd === -1 ? logfmtWordEnd(bytes, start, end) : objectEnd;
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

/** Checks that a value is a list as nginx writes it: several items that all start like a number or are missing (`-`). */
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
