import {FormatError} from '../format-error.js';
import {jsonFormats, type Slot, slots, textSlots, type Unit} from './json-formats.js';
import {Places} from './places.js';

/** Number of each slot. */
export const slotOf = Object.fromEntries(slots.map((slot, index) => [slot, index])) as Readonly<
	Record<Slot, number>
>;

/** Number of slots for fields. They precede the other slots. */
export const fieldSlots: number = slotOf.logger;

/**
 * Each slot has two indexes: its number for values under common names, and its number plus `ownSlots` for values under a format's
 * own names. Both are needed because the format isn't known before the end of the object.
 */
export const ownSlots: number = slots.length;

/** Slots whose values must be strings: a number under such a name has another meaning. */
export const stringSlots: ReadonlySet<Slot> = new Set([
	'method',
	'requestLine',
	'url',
	'path',
	'query',
	'referer',
	'userAgent',
	'forwardedFor',
	'logger',
	'envelope',
]);

/** Slots whose values are strings that aren't parsed. */
export const plainSlots: ReadonlySet<Slot> = new Set([
	'url',
	...textSlots,
	'level',
	'msg',
	'caller',
	'payload',
	'envelope',
]);

const units: readonly Unit[] = ['own', 's', 'ms', 'us', 'ns', 'nginx', 'longNs', 'partOfS'];

/** A name given by the user, for a field that has an unknown name or a name with another meaning. */
export type NamedField = {
	/** The name as logged. Nested names are joined with dots. */
	readonly name: string;
	readonly field: Exclude<
		Slot,
		'logger' | 'level' | 'msg' | 'caller' | 'payload' | 'envelope' | 'never' | 'transparent'
	>;
	/** Unit of a `duration`. If missing, the same rules apply as for the name `duration`. */
	readonly unit?: Unit;
};

/** State from which no name continues. */
export const dead = 0;

/** State in which every name starts. */
export const root = 1;

/** Sign of a name that doesn't identify a format. */
export const noSign = 255;

/** Columns of bytes that no name contains, of separators, and of `_`, which is a separator except at the start of a key. */
export const noColumn = 0;
export const separatorColumn = 1;
export const underscoreColumn = 2;

/** Stored instead of a column if names continue by several columns. */
export const several = 255;

/** Stored in `Meanings` for names that aren't in a list of the format. */
export const noOrder = 255;

/** Meanings of names in a format, by the numbers of the names. */
type Meanings = {
	/** 0: no meaning; 1: no unit; else a unit, see `unitOf`. */
	readonly codes: Uint8Array;
	/** Index of each name in its list; `noOrder` if it isn't in a list. */
	readonly orders: Uint8Array;
};

/** Returns the code of a unit in `Meanings`. */
export function codeOf(unit: Unit | undefined): number {
	return unit === undefined ? 1 : units.indexOf(unit) + 2;
}

/** Returns the unit of the numbers under a name in a format, or undefined. */
export function unitOf({codes}: Meanings, entry: number): Unit | undefined {
	return units[(codes[entry] ?? 0) - 2];
}

/** The content of a table, see `NameTable`. Apart from the names, it consists of numbers, so that it can be stored in a file. */
export type CompiledNames = {
	/** Column of each byte. */
	readonly columns: Uint8Array;
	/**
	 * For each state, the column by which names continue and the next state: `column << 16 | state`. 0 if no name continues.
	 * `several << 16 | row` if names continue by several columns. Nine of ten states have only one column. With a row for each
	 * state, the table took 800 KB, and most steps missed the L1 cache.
	 */
	readonly steps: Uint32Array;
	/** Next states of states with several columns: `rows[row * width + column]`. */
	readonly rows: Uint16Array;
	readonly width: number;
	/** Number of the name that ends in a state. */
	readonly entryOf: Uint16Array;
	/** 1 if names continue from a state. */
	readonly goesOn: Uint8Array;
	/** For each name: the index of its value, or -1; its rank among the names of the same index; the format that it identifies. */
	readonly slotIndexOf: Int8Array;
	readonly rankOf: Int16Array;
	readonly signOf: Uint8Array;
	/** The names with numbers up to this one are the user's. */
	readonly users: number;
	/** Names by number, as written in the table. */
	readonly names: readonly string[];
	/** Meanings of the names in all formats. */
	readonly inAllFormats: Uint8Array;
};

/**
 * Known names as a transition table: a state and a byte of a key lead to the next state. The lookup of a key takes one step per
 * byte and stops at the first byte with which no name continues, for most unknown keys one of the first four. The keys of a
 * nested object continue from the state after the object's key, so that `{"request":{"method":` leads to the same state as
 * `request_method`. Measured: 0.4 µs for the 25 keys of a line. A Map of strings takes three times as long, because each key must
 * become a string.
 */
export class NameTable {
	readonly #columns: Uint8Array;
	readonly #steps: Uint32Array;
	readonly #rows: Uint16Array;
	readonly #width: number;
	readonly entryOf: Uint16Array;
	readonly goesOn: Uint8Array;
	readonly slotIndexOf: Int8Array;
	readonly rankOf: Int16Array;
	readonly signOf: Uint8Array;
	readonly users: number;
	readonly names: readonly string[];
	/** Numbers of `JsonFormat.instead` for each format: both slots, with -1 for no slot, and the name, with 0 for all names. */
	readonly insteads: ReadonlyArray<readonly [from: number, to: number, only: number] | undefined>;
	/** For each format, the names that its lines must have besides a sign. */
	readonly alsos: ReadonlyArray<readonly number[]>;
	/** Places of the names in objects, for all logs: tens of thousands of files may be open. */
	readonly places = new Places(root);
	/** Meanings of the names in each format, created on first use. */
	readonly #meanings: Array<Meanings | undefined> = [];
	readonly #inAllFormats: Uint8Array;

	constructor(compiled: CompiledNames) {
		this.#columns = compiled.columns;
		this.#steps = compiled.steps;
		this.#rows = compiled.rows;
		this.#width = compiled.width;
		this.entryOf = compiled.entryOf;
		this.goesOn = compiled.goesOn;
		this.slotIndexOf = compiled.slotIndexOf;
		this.rankOf = compiled.rankOf;
		this.signOf = compiled.signOf;
		this.users = compiled.users;
		this.names = compiled.names;
		this.#inAllFormats = compiled.inAllFormats;
		this.insteads = jsonFormats.map(
			({instead}) =>
				instead && [
					slotOf[instead[0]],
					instead[1] === undefined ? -1 : slotOf[instead[1]],
					this.entry(instead[2] ?? ''),
				],
		);
		this.alsos = jsonFormats.map(({also}) => words(also).map(name => this.entry(name)));
	}

	/** Returns the number of a known name. */
	entry(name: string): number {
		const bytes = Buffer.from(name);
		return this.entryAt(bytes, 0, bytes.length);
	}

	/** Returns the number of the name `bytes[start, end)`; 0 if it is unknown. */
	entryAt(bytes: Buffer, start: number, end: number): number {
		return this.entryOf[this.stateAfter(root, bytes, start, end)] ?? 0;
	}

	/** Returns the state after a state and the part `bytes[start, end)` of a name; `dead` if no name continues that way. */
	stateAfter(from: number, bytes: Buffer, start: number, end: number): number {
		const columns = this.#columns;
		const steps = this.#steps;
		const rows = this.#rows;
		const width = this.#width;
		let state = from;
		for (let at = start; at < end && state !== dead; at++) {
			const column = columns[bytes[at] ?? 0] ?? noColumn;
			const step = steps[state] ?? 0;
			if (step >>> 16 === column) {
				state = step & 0xffff;
			} else if (column !== separatorColumn && (column !== underscoreColumn || state === root)) {
				state = step >>> 16 === several ? (rows[(step & 0xffff) * width + column] ?? dead) : dead;
			}
		}
		return state;
	}

	/** Returns the meanings of the names in a format. */
	meanings(format: number): Meanings {
		const known = this.#meanings[format] ?? this.#meaningsOf(format);
		this.#meanings[format] = known;
		return known;
	}

	#meaningsOf(format: number): Meanings {
		const {names = {}, units: ofFormat = {}} = jsonFormats[format] ?? {};
		const codes = Uint8Array.from(this.#inAllFormats);
		const orders = new Uint8Array(codes.length).fill(noOrder);
		for (const slot of slots) {
			for (const [index, name] of words(names[slot]).entries()) {
				const entry = this.entry(name);
				codes[entry] ||= codeOf(undefined);
				orders[entry] = index;
			}
		}
		for (const [name, unit] of Object.entries(ofFormat)) {
			const entry = this.entry(name);
			// The user's unit takes precedence.
			if (entry > this.users) {
				codes[entry] = codeOf(unit);
			}
		}
		return {codes, orders};
	}
}

/** Returns the names of a space-separated list. */
export function words(text = ''): readonly string[] {
	return text === '' ? [] : text.split(' ');
}

/** Fields that the user can name. */
const named: ReadonlyMap<string, Pick<NamedField, 'field' | 'unit'>> = new Map([
	...slots
		.slice(0, fieldSlots)
		.map((slot): [string, Pick<NamedField, 'field'>] => [slot, {field: slot as NamedField['field']}]),
	['request', {field: 'requestLine' satisfies Slot}] as const,
	['agent', {field: 'userAgent' satisfies Slot}] as const,
	...(['s', 'ms', 'us', 'ns'] satisfies Unit[]).map((unit): [string, Pick<NamedField, 'field' | 'unit'>] => [
		`duration_${unit}`,
		{field: 'duration', unit},
	]),
]);

/**
 * Parses the user's names for the fields of a JSON log: `json: url=my.path duration_ms=took`. Known names keep their meaning.
 *
 * @throws FormatError
 */
export function namedFields(text: string): readonly NamedField[] {
	const pairs = text
		.replace(/^json:/, '')
		.split(/[\s,]+/)
		.filter(pair => pair !== '');
	if (pairs.length === 0) {
		throw new FormatError('no names after json: give field=name, such as json: url=my.path');
	}
	return pairs.map(pair => {
		const [field = '', name = '', ...more] = pair.split('=');
		const known = named.get(field);
		if (name === '' || more.length > 0) {
			throw new FormatError(`${pair} isn't of the form field=name, such as url=my.path`);
		}
		if (known === undefined) {
			throw new FormatError(`unknown field ${field}; the fields are ${[...named.keys()].join(' ')}`);
		}
		return {...known, name};
	});
}
