import {otherJson} from './json-formats.js';
import {KnownValues} from './known-values.js';
import {dead, fieldSlots, type NameTable, noSign, ownPlaces, root} from './name-table.js';

/** Finds the values of known names in a line: the common part of the scanners for JSON, logfmt and LTSV. */
export abstract class ValueScanner {
	/** Range of the value at each place, without the quotes of a string. */
	readonly starts: Int32Array;
	readonly ends: Int32Array;
	/** Number of the name of each place's value; 0 if there is no value. */
	readonly chosen: Uint16Array;
	/** Place of the value of each slot for a field, or -1: see `resolve`. */
	readonly places = new Int8Array(fieldSlots);
	/** True if the line ends within a value. */
	isCut = false;
	/** If the syntax is wrong: the offset of the error, and the expected syntax. */
	failedAt = 0;
	expected = '';
	readonly table: NameTable;
	protected readonly values: KnownValues;
	/** The format that the line's names identify, the first of several; or `noSign`. */
	protected sign = noSign;

	constructor(table: NameTable) {
		this.table = table;
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

	/** Checks that a slot has a value under a usual name. */
	has(slot: number): boolean {
		return this.chosen[slot] !== 0;
	}

	/** Checks that a slot has a value under any name. */
	hasAny(slot: number): boolean {
		return this.chosen[slot] !== 0 || this.chosen[slot + ownPlaces] !== 0;
	}

	/** Determines the format of the line, and the place of each slot's value. Returns the number of the format. */
	resolve(): number {
		const {chosen, places} = this;
		const {users, insteads} = this.table;
		const format = this.sign === noSign ? otherJson : this.sign;
		const {codes, orders} = this.table.meanings(format);
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

	/** Moves a value under a usual name from one slot to another, as this format requires. */
	#exchange([from, to]: readonly [from: number, to: number]): void {
		const {places} = this;
		const place = places[from] ?? -1;
		if (place === from && (this.chosen[from] ?? 0) > this.table.users) {
			places[from] = -1;
			if (to !== -1 && places[to] === -1) {
				places[to] = place;
			}
		} else if (to !== -1 && places[to] === -1 && this.chosen[from] !== 0) {
			// The first slot also has a value under one of the format's own names.
			places[to] = from;
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
