import {otherJson} from './json-formats.js';
import {KnownValues} from './known-values.js';
import {dead, fieldSlots, type NameTable, noSign, ownPlaces, root} from './name-table.js';

/** Finds the values of known names in a line: what the scanners of JSON, logfmt and LTSV have in common. */
export abstract class ValueScanner {
	/** Start and end of the value at each place: of a string, without its quotes. */
	readonly starts: Int32Array;
	readonly ends: Int32Array;
	/** The number of the name under which each place's value stands; 0: it has none. */
	readonly chosen: Uint16Array;
	/** Where the value of each slot stands that is for a field, -1 for nowhere: see `resolve`. */
	readonly places = new Int8Array(fieldSlots);
	/** The line ended within a value. */
	isCut = false;
	/** Where something else was wanted, if the line has another syntax, and what. */
	failedAt = 0;
	expected = '';
	protected readonly table: NameTable;
	protected readonly values: KnownValues;
	/** The format that names of the line tell, the first of several; `noSign` for none. */
	protected sign = noSign;

	constructor(table: NameTable) {
		this.table = table;
		this.values = new KnownValues(table);
		this.starts = this.values.starts;
		this.ends = this.values.ends;
		this.chosen = this.values.chosen;
	}

	/** Looks through `bytes[start, end)`. False when the line has another syntax. */
	abstract scan(bytes: Buffer, start: number, end: number): boolean;

	/** A value whose characters mean something was written with escapes that need not be. */
	get isWrittenOddly(): boolean {
		return this.values.isWrittenOddly;
	}

	/** The log has a place for the request and says that there was none. */
	get isWithoutRequest(): boolean {
		return this.values.isWithoutRequest;
	}

	/** Whether a slot has a value under a usual name. */
	has(slot: number): boolean {
		return this.chosen[slot] !== 0;
	}

	/** Finds out what the line is, and where the value of each slot stands. Returns the number of the format. */
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

	/** Values under usual names for one slot are for another in this format. */
	#exchange([from, to]: readonly [from: number, to: number]): void {
		const {places} = this;
		const place = places[from] ?? -1;
		if (place === from && (this.chosen[from] ?? 0) > this.table.users) {
			places[from] = -1;
			if (to !== -1 && places[to] === -1) {
				places[to] = place;
			}
		} else if (to !== -1 && places[to] === -1 && this.chosen[from] !== 0) {
			// The first slot has a name of the format's own besides.
			places[to] = from;
		}
	}

	/** Back to a line that has nothing. */
	protected clear(): void {
		this.values.clear();
		this.sign = noSign;
		this.isCut = false;
	}

	/** The number of the name `bytes[start, end)`; 0: it isn't known. */
	protected entry(bytes: Buffer, start: number, end: number): number {
		const {table} = this;
		let state = root;
		for (let index = start; index < end && state !== dead; index++) {
			state = table.step(state, bytes[index] ?? 0);
		}
		return table.entryOf[state] ?? 0;
	}

	/** The line has the name of that number, which may tell its format. */
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
