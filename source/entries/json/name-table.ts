import {lowerA, lowerZ, upperA} from '../../ascii.js';
import {FormatError} from '../format-error.js';
import {
	durationNames,
	jsonFormats,
	type Slot,
	slots,
	type Unit,
	unitSuffixes,
	usualNames,
} from './json-formats.js';

/** Number of each slot. */
export const slotOf = Object.fromEntries(slots.map((slot, index) => [slot, index])) as Readonly<
	Record<Slot, number>
>;

/** Number of slots for fields. They precede the other slots. */
export const fieldSlots: number = slotOf.logger;

/**
 * Each slot has two places: its number for values under usual names, and this many further for values under a format's own names.
 * Both are needed because the format isn't known before the end of the object.
 */
export const ownPlaces: number = slots.length;

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
]);

/** Slots whose values are strings that aren't parsed. */
export const plainSlots: ReadonlySet<Slot> = new Set([
	'url',
	'user',
	'referer',
	'userAgent',
	'forwardedFor',
	'upstream',
	'level',
	'msg',
	'caller',
	'payload',
]);

const units: readonly Unit[] = ['own', 's', 'ms', 'us', 'ns', 'nginx', 'longNs', 'partOfS'];

/** A name given by the user, for a field that has an unknown name or a name with another meaning. */
export type NamedField = {
	/** The name as logged. Nested names are joined with dots. */
	readonly name: string;
	readonly field: Exclude<Slot, 'logger' | 'level' | 'msg' | 'caller' | 'payload' | 'never' | 'transparent'>;
	/** Unit of a `duration`. If missing, the same rules apply as for the name `duration`. */
	readonly unit?: Unit;
};

/** State from which no name continues. */
export const dead = 0;

/** State in which every name starts. */
export const root = 1;

/** Sign of a name that doesn't identify a format. */
export const noSign = 255;

const separators = '_-.:@ ';

const usualLetters = 'abcdefghijklmnopqrstuvwxyz';

/** Columns of bytes that no name contains, of separators, and of `_`, which is a separator except at the start of a key. */
const noColumn = 0;
const separatorColumn = 1;
const underscoreColumn = 2;

/** Stored instead of a column if names continue by several columns. */
const several = 255;

/** A known name. Its number is its index plus 1; 0 means an unknown name. */
type Entry = {
	/** The name as written in the table. */
	readonly name: string;
	readonly place: number;
	rank: number;
	readonly unit: Unit | undefined;
	sign: number;
};

/** Meanings of names in a format, by the numbers of the names. */
type Meanings = {
	/** 0: no meaning; 1: no unit; else a unit, see `unitOf`. */
	readonly codes: Uint8Array;
	/** Index of each name in its list; 255 if it isn't in a list. */
	readonly orders: Uint8Array;
};

function codeOf(unit: Unit | undefined): number {
	return unit === undefined ? 1 : units.indexOf(unit) + 2;
}

/** Returns the unit of the numbers under a name in a format, or undefined. */
export function unitOf({codes}: Meanings, entry: number): Unit | undefined {
	return units[(codes[entry] ?? 0) - 2];
}

let usual: NameTable | undefined;

/** Returns the table of the known names. Created for the first object, because it is large. */
export function usualTable(): NameTable {
	usual ??= new NameTable();
	return usual;
}

/**
 * Known names as a transition table: a state and a byte of a key lead to the next state. The lookup of a key takes one step per
 * byte and stops at the first byte with which no name continues, for most unknown keys one of the first four. The keys of a
 * nested object continue from the state after the object's key, so that `{"request":{"method":` leads to the same state as
 * `request_method`. Measured: 0.4 µs for the 25 keys of a line. A Map of strings takes three times as long, because each key must
 * become a string.
 */
export class NameTable {
	/** Column of each byte. */
	readonly #columns = new Uint8Array(256);
	/**
	 * For each state, the column by which names continue and the next state: `column << 16 | state`. 0 if no name continues.
	 * `several << 16 | row` if names continue by several columns. Nine of ten states have only one column. With a row for each
	 * state, the table took 800 KB, and most steps missed the L1 cache.
	 */
	readonly #steps: Uint32Array;
	/** Next states of states with several columns: `#rows[row * width + column]`. */
	readonly #rows: Uint16Array;
	readonly #width: number;
	/** Number of the name that ends in a state. */
	readonly entryOf: Uint16Array;
	/** 1 if names continue from a state. */
	readonly goesOn: Uint8Array;
	/** For each name: its place, or -1; its rank among the names of the place; the format that it identifies. */
	readonly placeOf: Int8Array;
	readonly rankOf: Int16Array;
	readonly signOf: Uint8Array;
	/** The names with numbers up to this one are the user's. */
	readonly users: number;
	/** Names by number, as written in the table. */
	readonly names: readonly string[];
	/** For each format, the slot whose usual names belong to another slot, and that slot, or -1: see `JsonFormat.instead`. */
	readonly insteads: ReadonlyArray<readonly [from: number, to: number] | undefined>;
	/** Meanings of the names in each format, created on first use. */
	readonly #meanings: Array<Meanings | undefined> = [];
	/** Meanings of the names in all formats. */
	readonly #usual: Uint8Array;

	constructor(own: readonly NamedField[] = []) {
		const entries = collect(own);
		const numbered = [...entries.values()];
		// One character per byte.
		const text = Buffer.from([...entries.keys()].join('\n')).toString('latin1');
		const folded = text.split('\n');
		const states = 2 + text.length;
		let width = 3;
		const others = text.replace(/[a-z\n]+/g, '');
		for (const character of new Set(usualLetters + others)) {
			const byte = character.charCodeAt(0);
			this.#columns[byte] = width;
			this.#columns[upperCase(byte)] = width++;
		}
		this.#width = width;
		for (const separator of separators) {
			this.#columns[separator.charCodeAt(0)] = separator === '_' ? underscoreColumn : separatorColumn;
		}
		this.#steps = new Uint32Array(states);
		this.entryOf = new Uint16Array(states);
		this.goesOn = new Uint8Array(states);
		this.names = ['', ...numbered.map(({name}) => name)];
		this.placeOf = Int8Array.from([-1, ...numbered.map(({place}) => place)]);
		this.rankOf = Int16Array.from([-1, ...numbered.map(({rank}) => rank)]);
		this.signOf = Uint8Array.from([noSign, ...numbered.map(({sign}) => sign)]);
		this.users = numbered.filter(({rank}) => rank >= usersRank).length;
		this.#rows = this.#fill(folded);
		this.insteads = jsonFormats.map(
			({instead}) => instead && [slotOf[instead[0]], instead[1] === undefined ? -1 : slotOf[instead[1]]],
		);
		this.#usual = Uint8Array.from([
			0,
			...numbered.map(({place, unit}) => (place < ownPlaces ? codeOf(unit) : 0)),
		]);
	}

	/** Returns the number of a known name. */
	entry(name: string): number {
		let state = root;
		const bytes = byteText(name);
		for (let index = 0; index < bytes.length; index++) {
			state = this.step(state, bytes.charCodeAt(index));
		}
		return this.entryOf[state] ?? 0;
	}

	/** Returns the state after a state and a byte of a key; `dead` if no name continues with the byte. */
	step(state: number, byte: number): number {
		const column = this.#columns[byte] ?? noColumn;
		const step = this.#steps[state] ?? 0;
		if (step >>> 16 === column) {
			return step & 0xffff;
		}
		if (column === separatorColumn || (column === underscoreColumn && state !== root)) {
			return state === dead ? dead : state;
		}
		return step >>> 16 === several ? (this.#rows[(step & 0xffff) * this.#width + column] ?? dead) : dead;
	}

	/** Returns the meanings of the names in a format. */
	meanings(format: number): Meanings {
		const known = this.#meanings[format] ?? this.#meaningsOf(format);
		this.#meanings[format] = known;
		return known;
	}

	#meaningsOf(format: number): Meanings {
		const {names = {}, units: ofFormat = {}} = jsonFormats[format] ?? {};
		const codes = Uint8Array.from(this.#usual);
		const orders = new Uint8Array(codes.length).fill(255);
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

	#fill(names: readonly string[]): Uint16Array {
		const columns = this.#columns;
		const steps = this.#steps;
		const width = this.#width;
		// Each name adds at most one state with several columns.
		const rows = new Uint16Array(names.length * width);
		let used = 0;
		let last = root;
		for (let index = 0; index < names.length; index++) {
			const name = names[index] ?? '';
			let state = root;
			for (let at = 0; at < name.length; at++) {
				const column = columns[name.charCodeAt(at)] ?? noColumn;
				let step = steps[state] ?? 0;
				if (step >>> 16 === column) {
					state = step & 0xffff;
					continue;
				}
				if (step === 0) {
					steps[state] = (column << 16) | ++last;
					this.goesOn[state] = 1;
					state = last;
					continue;
				}
				if (step >>> 16 !== several) {
					rows[used * width + (step >>> 16)] = step & 0xffff;
					step = (several << 16) | used++;
					steps[state] = step;
				}
				const place = (step & 0xffff) * width + column;
				rows[place] ||= ++last;
				state = rows[place] ?? dead;
			}
			this.entryOf[state] = index + 1;
		}
		return rows.slice(0, used * width);
	}
}

function upperCase(byte: number): number {
	return byte >= lowerA && byte <= lowerZ ? byte - lowerA + upperA : byte;
}

/** Returns a name with one character per byte. */
function byteText(name: string): string {
	return /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name).toString('latin1');
}

/**
 * Normalises names: removes separators, and makes letters lower case. Keeps the spaces between the names, and `_` at the start of a
 * name, so that `__proto__` isn't `proto`.
 */
function fold(names: string): string {
	return /[^a-z ]/.test(names)
		? names.replace(/[-.:@]|(?<=[^ ])_/g, '').replace(/[A-Z]+/g, capitals => capitals.toLowerCase())
		: names;
}

function words(text = ''): readonly string[] {
	return text === '' ? [] : text.split(' ');
}

/**
 * Ranks: the user's names have the highest, then usual names that contain a unit. In a list, the first name has the highest rank.
 */
const usersRank = 4000;
const unitRank = 2000;
const firstRank = 1000;

/** Names of times that MongoDB wraps as `{"$date":…}`. */
const wrappedTimes = ['timestamp', 'time', 'ts', 't'];

function collect(own: readonly NamedField[]): Map<string, Entry> {
	const entries = new Map<string, Entry>();
	/** Returns the entry of a normalised name. An earlier one takes precedence. */
	const add = (key: string, name: string, place: number, rank: number, unit?: Unit): Entry => {
		let entry = entries.get(key);
		if (entry === undefined) {
			entry = {name, place, rank, unit, sign: noSign};
			entries.set(key, entry);
		}
		return entry;
	};
	// The user's names take precedence over known names, the first one most of all.
	for (const [index, {name, field, unit}] of own.entries()) {
		const ownUnit = field === 'duration' ? (unit ?? 'own') : undefined;
		add(fold(name), name, slotOf[field], usersRank + own.length - index, ownUnit);
	}
	for (const slot of slots) {
		for (const [index, name] of words(usualNames[slot]).entries()) {
			add(fold(name), name, slotOf[slot], firstRank - index);
			if (slot === 'time' && wrappedTimes.includes(name)) {
				for (const wrapped of [`${name}.$date`, `${name}.$date.$numberLong`]) {
					add(fold(wrapped), wrapped, slotOf[slot], firstRank - index);
				}
			}
		}
	}
	// Normalising a list of names at once takes a third of the time.
	const signs = jsonFormats.map(format => words(fold(format.signs)));
	const isSign = new Set(signs.flat());
	for (const [index, [name, unit]] of Object.entries(durationNames).entries()) {
		const key = fold(name);
		for (const [suffixUnit, suffixes] of Object.entries(unitSuffixes)) {
			for (const suffix of suffixes) {
				// Akamai's reqTimeSec isn't a duration.
				if (!isSign.has(key + suffix)) {
					add(key + suffix, `${name}_${suffix}`, slotOf.duration, unitRank - index, suffixUnit as Unit);
				}
			}
		}
		add(key, name, slotOf.duration, firstRank - index, unit);
	}
	for (const {names} of jsonFormats) {
		for (const slot of slots) {
			const listed = names[slot];
			if (listed === undefined || listed === '') {
				continue;
			}
			const keys = fold(listed).split(' ');
			for (const [index, name] of listed.split(' ').entries()) {
				const entry = add(keys[index] ?? '', name, slotOf[slot] + ownPlaces, firstRank - index);
				// If two formats share a name, one of them may have other names with a higher rank.
				if (entry.place >= ownPlaces) {
					entry.rank = Math.min(entry.rank, firstRank - index);
				}
			}
		}
	}
	for (const [format, keys] of signs.entries()) {
		const names = words(jsonFormats[format]?.signs);
		for (const [index, key] of keys.entries()) {
			const entry = add(key, names[index] ?? '', -1, 0);
			if (entry.sign === noSign) {
				entry.sign = format;
			}
		}
	}
	entries.delete('');
	return entries;
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
