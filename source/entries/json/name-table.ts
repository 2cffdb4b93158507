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
export const stringSlots: ReadonlySet<Slot | undefined> = new Set<Slot>([
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
export const plainSlots: ReadonlySet<Slot | undefined> = new Set<Slot>([
	'url',
	...textSlots,
	'level',
	'msg',
	'caller',
	'payload',
	'envelope',
]);

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

/** State from which no name continues. No key is a single space. */
export const dead = ' ';

/** State in which every name starts. */
export const root = '';

/** Minimum rank of the user's names, which rank highest. */
export const usersRank = 4000;

/** Sign of a name that doesn't identify a format. */
export const noSign = 255;

/** Order of a name that isn't in a list of the format: after all others. */
export const noOrder = Number.POSITIVE_INFINITY;

/** Meanings of names in a format, by the numbers of the names. */
type Meanings = {
	/** The names with a meaning, with their units. */
	readonly units: ReadonlyMap<number, Unit | undefined>;
	/** Index of each name in its list. */
	readonly orders: ReadonlyMap<number, number>;
};

/** A known name. */
export type KnownName = {
	/** The name as written in the table. */
	readonly name: string;
	/** Index of its value, or -1. */
	readonly slotIndex: number;
	/** Its rank among the names of the same index. */
	rank: number;
	readonly unit: Unit | undefined;
	/** The format that it identifies, or `noSign`. */
	sign: number;
};

/**
 * Returns the key of a name in the table: without separators, and with letters in lower case. `_` at the start stays, so that
 * `__proto__` isn't `proto`.
 *
 * @param name With one character per byte.
 */
export function nameKey(name: string): string {
	if (!/[^a-z]/.test(name)) {
		return name;
	}
	let key = keys.get(name);
	if (key === undefined) {
		const joined = name.replace(/[-.:@ ]+/g, '');
		key = joined.charAt(0) + joined.slice(1).replaceAll('_', '');
		key = key.replace(/[A-Z]+/g, capitals => capitals.toLowerCase());
		if (keys.size < maxKeys && name.length < maxKeyLength) {
			keys.set(name, key);
		}
	}
	return key;
}

/** Keys of names, up to a limit of the memory. Logs repeat names, and making a key takes several times as long as finding it. */
const keys = new Map<string, string>();
const maxKeys = 4096;
const maxKeyLength = 64;

/** Number of positions in a line whose last names are kept. */
const maxPositions = 64;

/**
 * Known names, numbered from 1. The number 0 means an unknown name.
 *
 * The keys of a nested object continue the key of the object, so that `{"request":{"method":` has the same number as
 * `request_method`. A string is the state in which they continue.
 */
export class NameTable {
	/** Numbers of names by their keys, see `nameKey`. */
	readonly #numbers: ReadonlyMap<string, number>;
	/** All keys in their order. */
	readonly #keys: readonly string[];
	/** For each name: the index of its value, or -1; its rank among the names of the same index; the format that it identifies. */
	readonly slotIndexOf: readonly number[];
	readonly #slots: ReadonlyArray<Slot | undefined>;
	readonly rankOf: readonly number[];
	readonly signOf: readonly number[];
	/** The names with numbers up to this one are the user's. */
	readonly users: number;
	/** Names by number, as written in the table. */
	readonly names: readonly string[];
	/** Numbers of `JsonFormat.instead` for each format: both slots, with -1 for no slot, and the name, with 0 for all names. */
	readonly insteads: ReadonlyArray<readonly [from: number, to: number, only: number] | undefined>;
	/** For each format, the names that its lines must have besides a sign. */
	readonly alsos: ReadonlyArray<readonly number[]>;
	/** Places of the names in objects, for all logs: tens of thousands of files may be open. */
	readonly places = new Places(root);
	/** The last name at each position of a line without objects, and its number. */
	readonly #lastNames: string[] = [];
	readonly #lastEntries: number[] = [];
	/** Meanings of the names in each format, created on first use. */
	readonly #meanings: Array<Meanings | undefined> = [];
	/** Names that have a meaning in all formats, with their units. */
	readonly #inAllFormats = new Map<number, Unit | undefined>();

	/** @param known Names by their keys; the user's names first. */
	constructor(known: ReadonlyMap<string, KnownName>) {
		const all = [...known.values()];
		this.#numbers = new Map(Array.from(known.keys(), (key, index) => [key, index + 1]));
		this.#keys = [...known.keys()].sort();
		this.slotIndexOf = [-1, ...all.map(({slotIndex}) => slotIndex)];
		this.#slots = this.slotIndexOf.map(index => slots[index % ownSlots]);
		this.rankOf = [-1, ...all.map(({rank}) => rank)];
		this.signOf = [noSign, ...all.map(({sign}) => sign)];
		this.users = all.filter(({rank}) => rank >= usersRank).length;
		this.names = ['', ...all.map(({name}) => name)];
		for (const [index, {slotIndex, unit}] of all.entries()) {
			if (slotIndex < ownSlots) {
				this.#inAllFormats.set(index + 1, unit);
			}
		}
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

	/** Returns the number of a name with one character per byte; 0 if it is unknown. */
	entry(name: string): number {
		return this.entryIn(nameKey(name));
	}

	/**
	 * Like `entry`, for the name `text[start, end)`. Compares it with the name at the same position of the line before: most lines of a
	 * log have the same names, and finding one in the table takes several times as long.
	 *
	 * @param position Number of names before it in the line.
	 */
	entryAt(position: number, text: string, start: number, end: number): number {
		const last = this.#lastNames[position];
		if (last !== undefined && last.length === end - start && text.startsWith(last, start)) {
			return this.#lastEntries[position] ?? 0;
		}
		const name = text.slice(start, end);
		const entry = this.entry(name);
		if (position < maxPositions && name.length < maxKeyLength) {
			this.#lastNames[position] = name;
			this.#lastEntries[position] = entry;
		}
		return entry;
	}

	/** Returns the number of the known name that a state is; 0 if it is none. */
	entryIn(state: string): number {
		return this.#numbers.get(state) ?? 0;
	}

	/** Returns the slot of a name, or undefined. */
	slot(entry: number): Slot | undefined {
		return this.#slots[entry];
	}

	/** Checks that known names continue from a state. */
	goesOn(state: string): boolean {
		let low = 0;
		let high = this.#keys.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#keys[middle] ?? '') > state) {
				high = middle;
			} else {
				low = middle + 1;
			}
		}
		return this.#keys[low]?.startsWith(state) === true;
	}

	/** Returns the meanings of the names in a format. */
	meanings(format: number): Meanings {
		const known = this.#meanings[format] ?? this.#meaningsOf(format);
		this.#meanings[format] = known;
		return known;
	}

	#meaningsOf(format: number): Meanings {
		const {names = {}, units: ofFormat = {}} = jsonFormats[format] ?? {};
		const units = new Map(this.#inAllFormats);
		const orders = new Map<number, number>();
		for (const slot of slots) {
			for (const [index, name] of words(names[slot]).entries()) {
				const entry = this.entry(name);
				units.set(entry, units.get(entry));
				orders.set(entry, index);
			}
		}
		for (const [name, unit] of Object.entries(ofFormat)) {
			const entry = this.entry(name);
			// The user's unit takes precedence.
			if (entry > this.users) {
				units.set(entry, unit);
			}
		}
		return {units, orders};
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
