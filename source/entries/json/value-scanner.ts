import {isCapital} from '../../ascii.js';
import {isAddress} from '../values/words.js';
import {otherJson} from './json-formats.js';
import {lineKind} from './json-texts.js';
import {KnownValues} from './known-values.js';
import {dead, fieldSlots, type NameTable, noSign, ownSlots, root, slotOf} from './name-table.js';

const {ip, requestLine, url, path, host, forwardedFor} = slotOf;

/** Finds the values of known names in a line: the common part of the scanners for JSON, logfmt and LTSV. */
export abstract class ValueScanner {
	/** Range of the value at each index, without the quotes of a string. */
	readonly starts: Int32Array;
	readonly ends: Int32Array;
	/** Number of the name of the value at each index; 0 if there is no value. */
	readonly chosen: Uint16Array;
	/** Index of the value of each slot for a field, or -1: see `resolve`. */
	readonly indexes = new Int8Array(fieldSlots);
	/** True if the line ends within a value. */
	isCut = false;
	/** If the syntax is wrong: the offset of the error, and the expected syntax. */
	failedAt = 0;
	expected = '';
	readonly table: NameTable;
	/** Number of the name `host`. */
	readonly #host: number;
	protected readonly values: KnownValues;
	/** The format that the line's names identify, the first of several; or `noSign`. */
	protected sign = noSign;

	constructor(table: NameTable) {
		this.table = table;
		this.#host = table.entry('host');
		this.values = new KnownValues(table);
		this.starts = this.values.starts;
		this.ends = this.values.ends;
		this.chosen = this.values.chosen;
	}

	/** Scans `bytes[start, end)`. Returns false if the line has another syntax. */
	abstract scan(bytes: Buffer, start: number, end: number): boolean;

	/** True if a value that must be parsed contains unnecessary escapes. */
	get isWrittenOddly(): boolean {
		return this.values.isWrittenOddly;
	}

	/** True if the log has a field for the request, but the field is empty. */
	get isWithoutRequest(): boolean {
		return this.values.isWithoutRequest;
	}

	/** True if the log has a field for the status, but no number in it. */
	get isWithoutStatus(): boolean {
		return this.values.isWithoutStatus;
	}

	/** Checks that a slot has a value under a usual name. */
	has(slot: number): boolean {
		return this.chosen[slot] !== 0;
	}

	/** Checks that a slot has a value under any name. */
	hasAny(slot: number): boolean {
		return this.chosen[slot] !== 0 || this.chosen[slot + ownSlots] !== 0;
	}

	/**
	 * Determines the format of the line, and the index of each slot's value. Returns the number of the format.
	 *
	 * @param bytes The line's buffer.
	 */
	resolve(bytes: Buffer): number {
		const {chosen, indexes} = this;
		const {users, insteads} = this.table;
		const also = this.table.alsos[this.sign];
		const format = also === undefined || !this.#hasAll(also) ? otherJson : this.sign;
		const {codes, orders} = this.table.meanings(format);
		for (let slot = 0; slot < fieldSlots; slot++) {
			const inAll = chosen[slot] ?? 0;
			const own = chosen[slot + ownSlots] ?? 0;
			const isOwn =
				own !== 0 &&
				codes[own] !== 0 &&
				(inAll === 0 || (inAll > users && (orders[own] ?? 0) < (orders[inAll] ?? 0)));
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

	/** Takes `host` as the client if it is an address, and no other value is: many programs call the first column of `common` so. */
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

	/** Moves a value under a usual name from one slot to another, as this format requires. */
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

	/** Removes all values, for a new line. */
	protected clear(): void {
		this.values.clear();
		this.sign = noSign;
		this.isCut = false;
	}

	/** Returns the number of the name `bytes[start, end)`; 0 if it is unknown. */
	protected entry(bytes: Buffer, start: number, end: number): number {
		const {table} = this;
		let state = root;
		for (let index = start; index < end && state !== dead; index++) {
			state = table.step(state, bytes[index] ?? 0);
		}
		return table.entryOf[state] ?? 0;
	}

	/** Notes that the line has the name with this number, which may identify its format. */
	protected takeSign(entry: number): void {
		const sign = this.table.signOf[entry] ?? noSign;
		if (sign < this.sign) {
			this.sign = sign;
		}
	}

	protected fail(at: number, expected: string): boolean {
		this.failedAt = at;
		this.expected = expected;
		return false;
	}

	protected cut(): boolean {
		this.isCut = true;
		return true;
	}
}
