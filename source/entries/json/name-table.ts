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

/** The number of each slot. */
export const slotOf = Object.fromEntries(slots.map((slot, index) => [slot, index])) as Readonly<
	Record<Slot, number>
>;

/** So many of them, the first ones, are for fields. */
export const fieldSlots: number = slotOf.logger;

/**
 * Values under a format's own names have places of their own, so many behind those of the usual names: what the format is
 * is known at the end of the object only.
 */
export const ownPlaces: number = slots.length;

/** Slots whose values count only where they are strings: a number there has another meaning. */
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

/** Slots whose values are texts that nothing is read from. */
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

/** A name of the user's own: where a field stands that isn't known, or is taken for another. */
export type NamedField = {
	/** As it is logged; nested names joined with dots. */
	readonly name: string;
	readonly field: Exclude<Slot, 'logger' | 'level' | 'msg' | 'caller' | 'payload' | 'never' | 'transparent'>;
	/** Unit of a `duration`; without one it is as for a name like `duration`. */
	readonly unit?: Unit;
};

/** No names go on from there. */
export const dead = 0;

/** Where every name begins. */
export const root = 1;

/** The sign of a name that tells no format. */
export const noSign = 255;

const separators = '_-.:@ ';

const usualLetters = 'abcdefghijklmnopqrstuvwxyz';

/** The columns of bytes that lead nowhere, of separators, and of `_`, which is one except where a key begins. */
const noColumn = 0;
const separatorColumn = 1;
const underscoreColumn = 2;

/** In the place of a column: names go on by several. */
const several = 255;

/** Every known name has a number; 0 is none. */
type Entry = {
	/** As it is written in the table. */
	readonly name: string;
	readonly place: number;
	rank: number;
	readonly unit: Unit | undefined;
	sign: number;
};

/** What names mean in a format, by their numbers. */
type Meanings = {
	/** 0: nothing there; 1: it has no unit; else a unit, see `unitOf`. */
	readonly codes: Uint8Array;
	/** The place of each name in its list; 255: it is in none. */
	readonly orders: Uint8Array;
};

function codeOf(unit: Unit | undefined): number {
	return unit === undefined ? 1 : units.indexOf(unit) + 2;
}

/** The unit of the numbers under a name in a format; undefined where it has none. */
export function unitOf({codes}: Meanings, entry: number): Unit | undefined {
	return units[(codes[entry] ?? 0) - 2];
}

let usual: NameTable | undefined;

/** The table of the known names alone, made when the first object is to be read: it is large. */
export function usualTable(): NameTable {
	usual ??= new NameTable();
	return usual;
}

/**
 * The names to look for, as a table of transitions: from a state, with a byte of a key, to another. Looking a key up
 * takes one step a byte and stops at the first byte that no name goes on with, which for most unknown keys is one of the
 * first four. An object's keys go on from the state of its own key, so that `{"request":{"method":` comes to the same state
 * as `request_method`. Measured: 0.4 µs for the 25 keys of a line, a third of it with a Map of strings, which the keys would
 * have to be made of.
 */
export class NameTable {
	/** The column of each byte. */
	readonly #columns = new Uint8Array(256);
	/**
	 * The column by which names go on from each state, and the state after it: `column << 16 | state`. Nine of ten states
	 * have one such column: as a row for each state, the table took 800 KB, and most steps missed the processor's first cache.
	 * 0 where no name goes on; `several << 16 | row` where there are several.
	 */
	readonly #steps: Uint32Array;
	/** The states after those with several columns: `#rows[row * width + column]`. */
	readonly #rows: Uint16Array;
	readonly #width: number;
	/** The number of the name that ends in a state. */
	readonly entryOf: Uint16Array;
	/** 1 where names go on from a state. */
	readonly goesOn: Uint8Array;
	/** Of each name: its place, -1 for none; its rank among the names of the place; what format it tells. */
	readonly placeOf: Int8Array;
	readonly rankOf: Int16Array;
	readonly signOf: Uint8Array;
	/** The names with numbers up to this one are the user's. */
	readonly users: number;
	/** The names by their numbers, as they are written in the table. */
	readonly names: readonly string[];
	/** Of each format, slots whose usual names mean another, -1 for none: see `JsonFormat.instead`. */
	readonly insteads: ReadonlyArray<readonly [from: number, to: number] | undefined>;
	/** What the names mean in each format of which there was an object. */
	readonly #meanings: Array<Meanings | undefined> = [];
	/** What they mean in all. */
	readonly #usual: Uint8Array;

	constructor(own: readonly NamedField[] = []) {
		const entries = collect(own);
		const numbered = [...entries.values()];
		const folded = [...entries.keys()].map(byteText);
		let states = 2;
		let width = 3;
		const addColumn = (byte: number): void => {
			if (this.#columns[byte] === noColumn) {
				this.#columns[byte] = width;
				this.#columns[upperCase(byte)] = width++;
			}
		};
		for (const letter of usualLetters) {
			addColumn(letter.charCodeAt(0));
		}
		for (const name of folded) {
			states += name.length;
			if (/[^a-z]/.test(name)) {
				for (let index = 0; index < name.length; index++) {
					addColumn(name.charCodeAt(index));
				}
			}
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

	/** The number of a known name. */
	entry(name: string): number {
		let state = root;
		const bytes = byteText(name);
		for (let index = 0; index < bytes.length; index++) {
			state = this.step(state, bytes.charCodeAt(index));
		}
		return this.entryOf[state] ?? 0;
	}

	/** The state after a state and a byte of a key; `dead` where no name goes on so. */
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

	/** What the names mean in a format. */
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
			// The user's unit counts more.
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
		// A name has one state at most at which it leaves the way of another.
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

/** A name with a character for each of its bytes. */
function byteText(name: string): string {
	return /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name).toString('latin1');
}

/** A name without what makes no difference: `_` at its beginning does, so that `__proto__` isn't `proto`. */
function fold(name: string): string {
	return name.replace(/[-.:@ ]|(?!^)_/g, '').replace(/[A-Z]+/g, capitals => capitals.toLowerCase());
}

function words(text = ''): readonly string[] {
	return text === '' ? [] : text.split(' ');
}

/** Ranks: the user's names count most, then the usual ones that say their unit; the first of a list counts most of it. */
const usersRank = 4000;
const unitRank = 2000;
const firstRank = 1000;

/** Names of times around which MongoDB puts `{"$date":…}`. */
const wrappedTimes = ['timestamp', 'time', 'ts', 't'];

function collect(own: readonly NamedField[]): Map<string, Entry> {
	const entries = new Map<string, Entry>();
	const addKey = (key: string, name: string, place: number, rank: number, unit?: Unit): void => {
		if (key !== '' && !entries.has(key)) {
			entries.set(key, {name, place, rank, unit, sign: noSign});
		}
	};
	const add = (name: string, place: number, rank: number, unit?: Unit): void => {
		addKey(fold(name), name, place, rank, unit);
	};
	// The first of the user's names is the one that counts most; and what the user says counts more than what is known.
	for (const [index, {name, field, unit}] of own.entries()) {
		const ownUnit = field === 'duration' ? (unit ?? 'own') : undefined;
		add(name, slotOf[field], usersRank + own.length - index, ownUnit);
	}
	for (const slot of slots) {
		for (const [index, name] of words(usualNames[slot]).entries()) {
			add(name, slotOf[slot], firstRank - index);
			if (slot === 'time' && wrappedTimes.includes(name)) {
				add(`${name}.$date`, slotOf[slot], firstRank - index);
				add(`${name}.$date.$numberLong`, slotOf[slot], firstRank - index);
			}
		}
	}
	const signs = new Set(jsonFormats.flatMap(({signs: ofFormat}) => words(ofFormat).map(fold)));
	for (const [index, [name, unit]] of Object.entries(durationNames).entries()) {
		const key = fold(name);
		for (const [suffixUnit, suffixes] of Object.entries(unitSuffixes)) {
			for (const suffix of suffixes) {
				// Akamai's reqTimeSec is no time taken.
				if (!signs.has(key + suffix)) {
					addKey(key + suffix, `${name}_${suffix}`, slotOf.duration, unitRank - index, suffixUnit as Unit);
				}
			}
		}
		addKey(key, name, slotOf.duration, firstRank - index, unit);
	}
	for (const {names} of jsonFormats) {
		for (const slot of slots) {
			for (const [index, name] of words(names[slot]).entries()) {
				add(name, slotOf[slot] + ownPlaces, firstRank - index);
				// Of two formats with the same name, one may have others that count more.
				const entry = entries.get(fold(name));
				if (entry !== undefined && entry.place >= ownPlaces) {
					entry.rank = Math.min(entry.rank, firstRank - index);
				}
			}
		}
	}
	for (const [format, {signs: ofFormat}] of jsonFormats.entries()) {
		for (const name of words(ofFormat)) {
			add(name, -1, 0);
			const entry = entries.get(fold(name));
			if (entry?.sign === noSign) {
				entry.sign = format;
			}
		}
	}
	return entries;
}

/** What may be named, as the user writes it. */
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
 * Reads what a user gives to say under which names a JSON log has its fields: `json: url=my.path duration_ms=took`. The
 * names that are known stay known.
 *
 * @throws FormatError
 */
export function namedFields(text: string): readonly NamedField[] {
	const pairs = text
		.replace(/^json:/, '')
		.split(/[\s,]+/)
		.filter(pair => pair !== '');
	if (pairs.length === 0) {
		throw new FormatError('nothing after json: give field=name, such as json: url=my.path');
	}
	return pairs.map(pair => {
		const [field = '', name = '', ...more] = pair.split('=');
		const known = named.get(field);
		if (name === '' || more.length > 0) {
			throw new FormatError(`${pair} isn't of the form field=name, such as url=my.path`);
		}
		if (known === undefined) {
			throw new FormatError(`there is no field ${field}; there are ${[...named.keys()].join(' ')}`);
		}
		return {...known, name};
	});
}
