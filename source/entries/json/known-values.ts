import {backslash, comma, dash, isCapital, isDigit, lowerU, plus, slash, space} from '../../ascii.js';
import {afterSpaces as afterWhite} from '../values/json-syntax.js';
import {afterSpaces, isAddress} from '../values/words.js';
import {otherJson, type Slot} from './json-formats.js';
import {lineKind} from './json-texts.js';
import {
	fieldSlots,
	type NameTable,
	noOrder,
	noSign,
	ownSlots,
	plainSlots,
	slotOf,
	stringSlots,
} from './name-table.js';
import {
	isNothing,
	keyEnd,
	kinds,
	logfmtValueEnd,
	logfmtWordEnd,
	NamedValues,
	type Notation,
} from './named-values.js';

/** Slots of the request's parts. If a connection was closed without a request, their values are all empty. */
const askedSlots: ReadonlySet<Slot | undefined> = new Set<Slot>(['method', 'requestLine', 'url']);

/** Results of `#knownEnd` other than an offset. */
const unknown = -1;
const wrong = -2;

const {ip, requestLine, url, path, host, forwardedFor, envelope, payload} = slotOf;

/**
 * The values of a line under known names. If a name occurs twice, its last non-empty value counts; in logfmt, its first. If several
 * names mean the same field, the first one in the table counts. If the value is an array, its first element counts, or its last one
 * for forwarded addresses.
 */
export class KnownValues {
	/** The values of the line. */
	readonly all: NamedValues;
	/** Range of the value at each index, without the quotes of a string. */
	readonly starts = new Int32Array(2 * ownSlots);
	readonly ends = new Int32Array(2 * ownSlots);
	/** Number of the name of the value at each index; 0 if there is no value. */
	readonly chosen = new Uint16Array(2 * ownSlots);
	/** Index of the value of each slot for a field, or -1: see `resolve`. */
	readonly indexes = new Int8Array(fieldSlots);
	/** True if the log has a field for the request, but the field is empty: `"request":""`. */
	isWithoutRequest = false;
	/** True if a value that must be parsed contains unnecessary escapes. */
	isWrittenOddly = false;
	/** True if the line ends within a value. */
	isCut = false;
	/** True if an unquoted value of logfmt contains a backslash, which isn't an escape there. */
	hasBareBackslash = false;
	/** Range of the last object under a name that can hold a line, or -1. The end is -1 if the object is cut. */
	enclosed = -1;
	enclosedEnd = -1;
	/** If the syntax is wrong: the offset of the error, and the expected syntax. */
	failedAt = 0;
	expected = '';
	readonly table: NameTable;
	readonly #notation: Notation;
	/** Numbers of two names: `host`, and the name for a client that may be a host name. */
	readonly #host: number;
	readonly #client: number;
	/** The bits of the slots under whose names there is nothing: see `hasNothing`. */
	#empty = 0;
	/** The format that the line's names identify, the first of several; or `noSign`. */
	#sign = noSign;

	constructor(table: NameTable, notation: Notation) {
		this.table = table;
		this.all = new NamedValues(table);
		this.#notation = notation;
		this.#host = table.entry('host');
		this.#client = table.entry('remote_host');
	}

	/** Checks that a slot has a value under a common name. */
	has(slot: number): boolean {
		return this.chosen[slot] !== 0;
	}

	/** Checks that a slot has a value under any name. */
	hasAny(slot: number): boolean {
		return this.chosen[slot] !== 0 || this.chosen[slot + ownSlots] !== 0;
	}

	/** Checks that the log has a field for a slot, but nothing in it: `""`, `"-"`, `null`. */
	hasNothing(slot: number): boolean {
		return ((this.#empty >> slot) & 1) === 1;
	}

	/** Reads the line `bytes[start, end)`. Returns false if it has another syntax. */
	scan(bytes: Buffer, start: number, end: number): boolean {
		this.chosen.fill(0);
		this.#sign = noSign;
		this.isWrittenOddly = false;
		this.isWithoutRequest = false;
		this.#empty = 0;
		this.all.read(this.#notation, bytes, start, end);
		this.isCut = this.all.isCut;
		switch (this.#notation) {
			case 'object':
				return this.#takeObject(bytes);
			case 'logfmt':
				return this.#takeLogfmt(bytes, start, end);
			default:
				return this.#takeLabels(bytes, start, end);
		}
	}

	#takeObject(bytes: Buffer): boolean {
		const {slotIndexOf} = this.table;
		const {entries, starts, ends, kinds: kindsOf, count, faults} = this.all;
		this.enclosed = -1;
		this.enclosedEnd = -1;
		for (let index = 0; index < count; index++) {
			const entry = entries[index] ?? 0;
			if (entry === 0) {
				continue;
			}
			const start = starts[index] ?? 0;
			const end = ends[index] ?? 0;
			this.#takeSign(entry);
			switch (kindsOf[index]) {
				case kinds.object:
					if (slotIndexOf[entry] === envelope || slotIndexOf[entry] === payload) {
						this.enclosed = start;
						this.enclosedEnd = end;
					}
					break;
				case kinds.array:
					this.#takeArray(entry, bytes, index);
					break;
				case kinds.text:
					this.#choose(entry, bytes, start, end, true, true);
					break;
				case kinds.bare:
					this.#takeNumber(entry, bytes, start, end);
					break;
				default:
			}
		}
		const [fault] = faults;
		return fault === undefined || this.#fail(fault.at, fault.expected);
	}

	#takeArray(entry: number, bytes: Buffer, array: number): void {
		const {outers, starts, ends, kinds: kindsOf, count} = this.all;
		const slot = this.table.slot(entry);
		let index = array + 1;
		const first = index < count && outers[index] === array ? kindsOf[index] : undefined;
		if (first === undefined && ends[array] === -1) {
			return;
		}
		if (this.table.slotIndexOf[entry] === payload && first !== kinds.text) {
			this.#choose(entry, bytes, starts[array] ?? 0, ends[array] ?? 0, true, false);
		} else if (first === kinds.text) {
			// Each line of a header is an element, and the last proxy has written the last one.
			do {
				this.#choose(entry, bytes, starts[index] ?? 0, ends[index] ?? 0, true, true);
				index++;
			} while (
				slot === 'forwardedFor' &&
				index < count &&
				outers[index] === array &&
				kindsOf[index] === kinds.text &&
				bytes[afterWhite(bytes, (ends[index - 1] ?? 0) + 1, starts[index] ?? 0)] === comma
			);
		} else if (first !== kinds.cut) {
			const isBare = first === kinds.bare;
			this.#takeNumber(entry, bytes, isBare ? (starts[index] ?? 0) : 0, isBare ? (ends[index] ?? 0) : 0);
		}
	}

	/** Takes an unquoted value of an object. Ignores anything but numbers. */
	#takeNumber(entry: number, bytes: Buffer, start: number, end: number): void {
		const first = start < end ? (bytes[start] ?? 0) : 0;
		if (isDigit(first) || first === plus) {
			this.#choose(entry, bytes, start, end, false, false);
		} else {
			this.#takeNothing(this.table.slotIndexOf[entry] ?? -1);
		}
	}

	/**
	 * Some programs, such as lograge, don't quote values with spaces. The end of such a value is unknown, so the value and the rest of
	 * the line are ignored, unless the value is a time.
	 */
	#takeLogfmt(bytes: Buffer, lineStart: number, lineEnd: number): boolean {
		const {nameStarts, nameEnds, starts, ends, kinds: kindsOf, count, faults} = this.all;
		const [fault] = faults;
		this.hasBareBackslash = false;
		const text = bytes.toString('latin1', lineStart, lineEnd);
		for (let index = 0; index < count && !(fault !== undefined && fault.index <= index); index++) {
			const nameStart = (nameStarts[index] ?? 0) - lineStart;
			const entry = this.table.entryAt(index, text, nameStart, (nameEnds[index] ?? 0) - lineStart);
			const start = starts[index] ?? 0;
			const end = ends[index] ?? 0;
			const kind = kindsOf[index];
			this.#takeSign(entry);
			if (kind === kinds.bare) {
				const known = this.#knownEnd(entry, bytes, start, end);
				if (known < 0) {
					this.isCut = false;
					return known === unknown;
				}
				this.#takeBare(entry, bytes, start, known);
			} else if (kind !== kinds.cut) {
				this.#takeFirst(entry, bytes, start, end, true, kind === kinds.text);
			}
		}
		return fault === undefined || this.#fail(fault.at, fault.expected);
	}

	/** Returns the end of an unquoted value of logfmt, `unknown` if it can't be found, or `wrong` if the rest isn't logfmt. */
	#knownEnd(entry: number, bytes: Buffer, start: number, end: number): number {
		let stop = logfmtValueEnd(bytes, start, end);
		while (stop < end) {
			const word = afterSpaces(bytes, stop, end);
			if (word === stop) {
				// There is a quote inside, so the value isn't complete.
				return unknown;
			}
			stop = logfmtWordEnd(bytes, word, end);
			if (stop < end && bytes[stop] !== space) {
				this.#fail(keyEnd(bytes, word, end), 'a key and =');
				return wrong;
			}
			if (this.table.slot(entry) !== 'time') {
				return unknown;
			}
		}
		return stop;
	}

	#takeBare(entry: number, bytes: Buffer, start: number, end: number): void {
		if (entry === 0 || isNothing(bytes, start, end)) {
			return;
		}
		let isNumber = true;
		for (let at = start; at < end; at++) {
			isNumber &&= isDigit(bytes[at] ?? 0);
			this.hasBareBackslash ||= bytes[at] === backslash;
		}
		this.#takeFirst(entry, bytes, start, end, !isNumber, false);
	}

	#takeFirst(
		entry: number,
		bytes: Buffer,
		start: number,
		end: number,
		isText: boolean,
		mayBeEscaped: boolean,
	): void {
		if (this.chosen[this.table.slotIndexOf[entry] ?? -1] !== entry) {
			this.#choose(entry, bytes, start, end, isText, mayBeEscaped);
		}
	}

	/** LTSV calls the client `host`, and the host `vhost`. */
	#takeLabels(bytes: Buffer, lineStart: number, lineEnd: number): boolean {
		const {nameStarts, nameEnds, starts, ends, count, faults} = this.all;
		const text = bytes.toString('latin1', lineStart, lineEnd);
		for (let index = 0; index < count; index++) {
			const nameStart = (nameStarts[index] ?? 0) - lineStart;
			const found = this.table.entryAt(index, text, nameStart, (nameEnds[index] ?? 0) - lineStart);
			const entry = found === this.#host ? this.#client : found;
			this.#choose(entry, bytes, starts[index] ?? 0, ends[index] ?? 0, true, false);
		}
		const [fault] = faults;
		return fault === undefined || this.#fail(fault.at, fault.expected);
	}

	/**
	 * Stores the value `bytes[start, end)`. Ignores empty values, `-`, and numbers in slots for strings. A stored value whose name
	 * ranks higher stays.
	 */
	#choose(
		entry: number,
		bytes: Buffer,
		start: number,
		end: number,
		isString: boolean,
		mayBeEscaped: boolean,
	): void {
		const index = this.table.slotIndexOf[entry] ?? -1;
		if (index === -1) {
			return;
		}
		const slot = this.table.slot(entry);
		if (end <= start || (end === start + 1 && bytes[start] === dash)) {
			this.isWithoutRequest ||= isString && askedSlots.has(slot);
			this.#takeNothing(index);
			return;
		}
		const isKind = isString || !stringSlots.has(slot);
		const chosen = this.chosen[index] ?? 0;
		const last = this.#rank(chosen, bytes, this.starts[index] ?? 0, this.ends[index] ?? 0);
		if (isKind && this.#rank(entry, bytes, start, end) >= last) {
			this.chosen[index] = entry;
			this.starts[index] = start;
			this.ends[index] = end;
			this.isWrittenOddly ||= mayBeEscaped && !plainSlots.has(slot) && isOddlyEscaped(bytes, start, end);
		}
	}

	/** Returns the rank of a value: that of its name, but 0 for a time without a digit. HAProxy's `ts` is the state of the session. */
	#rank(entry: number, bytes: Buffer, start: number, end: number): number {
		return this.table.slot(entry) === 'time' && !hasDigit(bytes, start, end)
			? 0
			: (this.table.rankOf[entry] ?? 0);
	}

	#takeNothing(index: number): void {
		if (index !== -1) {
			this.#empty |= 1 << (index % ownSlots);
		}
	}

	/**
	 * Determines the format of the line, and the index of each slot's value. Returns the number of the format.
	 *
	 * @param bytes The line's buffer.
	 */
	resolve(bytes: Buffer): number {
		const {chosen, indexes} = this;
		const {users, insteads} = this.table;
		const also = this.table.alsos[this.#sign];
		const format = also === undefined || !this.#hasAll(also) ? otherJson : this.#sign;
		const {units, orders} = this.table.meanings(format);
		for (let slot = 0; slot < fieldSlots; slot++) {
			const inAll = chosen[slot] ?? 0;
			const own = chosen[slot + ownSlots] ?? 0;
			const isOwn =
				own !== 0 &&
				units.has(own) &&
				(inAll === 0 || (inAll > users && (orders.get(own) ?? noOrder) < (orders.get(inAll) ?? noOrder)));
			indexes[slot] = isOwn ? slot + ownSlots : inAll === 0 ? -1 : slot;
		}
		const instead = insteads[format];
		if (instead !== undefined) {
			this.#exchange(instead);
		}
		if (format === otherJson && indexes[host] === host) {
			this.#findClient(bytes);
		}
		if (indexes[requestLine] === -1) {
			this.#findRequestLine(bytes, indexes[url] === -1 ? path : url);
		}
		return format;
	}

	/** Uses an address under `host` as the client if there is no other: many programs give the first column of `common` this name. */
	#findClient(bytes: Buffer): void {
		const {indexes, starts, ends} = this;
		const isClient =
			this.chosen[host] === this.#host &&
			indexes[ip] === -1 &&
			indexes[forwardedFor] === -1 &&
			isAddress(bytes, starts[host] ?? 0, ends[host] ?? 0);
		if (isClient) {
			indexes[ip] = host;
			indexes[host] = -1;
		}
	}

	/** Moves a request line under a name of URLs, as S3 names it, to its slot. */
	#findRequestLine(bytes: Buffer, slot: number): void {
		const {indexes, starts, ends} = this;
		const index = indexes[slot] ?? -1;
		const start = starts[index] ?? 0;
		if (
			index !== -1 &&
			isCapital(bytes[start] ?? 0) &&
			lineKind(bytes, start, ends[index] ?? 0) === 'request'
		) {
			indexes[requestLine] = index;
			indexes[slot] = -1;
		}
	}

	/** Checks that the line has values under all of these names. */
	#hasAll(names: readonly number[]): boolean {
		for (let index = 0; index < names.length; index++) {
			const name = names[index] ?? 0;
			if (this.chosen[this.table.slotIndexOf[name] ?? 0] !== name) {
				return false;
			}
		}
		return true;
	}

	/** Moves a value under a common name from one slot to another, as this format requires. */
	#exchange([from, to, only]: readonly [from: number, to: number, only: number]): void {
		const {indexes} = this;
		const index = indexes[from] ?? -1;
		if (only !== 0 && this.chosen[from] !== only) {
			return;
		}
		if (index === from && (this.chosen[from] ?? 0) > this.table.users) {
			indexes[from] = -1;
			if (to !== -1 && indexes[to] === -1) {
				indexes[to] = index;
			}
		} else if (to !== -1 && indexes[to] === -1 && this.chosen[from] !== 0) {
			// The first slot also has a value under one of the format's own names.
			indexes[to] = from;
		}
	}

	/** Notes that the line has the name with this number, which may identify its format. */
	#takeSign(entry: number): void {
		this.#sign = Math.min(this.#sign, this.table.signOf[entry] ?? noSign);
	}

	#fail(at: number, expected: string): boolean {
		this.failedAt = at;
		this.expected = expected;
		return false;
	}
}

/** Checks that a value contains a digit, as every time does. */
export function hasDigit(bytes: Buffer, start: number, end: number): boolean {
	let at = start;
	while (at < end && !isDigit(bytes[at] ?? 0)) {
		at++;
	}
	return at < end;
}

/** Checks that a string has a `\/` or `\u`, which isn't necessary for most characters. */
function isOddlyEscaped(bytes: Buffer, start: number, end: number): boolean {
	for (let at = start; at < end; at++) {
		if (bytes[at] === backslash) {
			at++;
			if (bytes[at] === slash || bytes[at] === lowerU) {
				return true;
			}
		}
	}
	return false;
}
