import {bytesOf} from '../../start/parts.js';
import {commonNames, durationNames, jsonFormats, slots, type Unit, unitSuffixes} from './json-formats.js';
import {
	type KnownName,
	type NamedField,
	NameTable,
	nameKey,
	noSign,
	ownSlots,
	slotOf,
	usersRank,
	words,
} from './name-table.js';

/** Ranks: names of durations with the unit as a suffix rank higher. In a list, earlier names rank higher. */
const unitRank = 2000;
const firstRank = 1000;

/** Names of times that MongoDB wraps as `{"$date":…}`. */
const wrappedTimes = ['timestamp', 'time', 'ts', 't'];

let commonTableCache: NameTable | undefined;

/**
 * Returns the table of the known names. Created for the first object, because it is large. The bundle contains a file of the names,
 * because collecting them takes 5 ms in each thread.
 */
export function commonTable(): NameTable {
	commonTableCache ??= new NameTable(storedNames() ?? collect([]));
	return commonTableCache;
}

/** Returns a table of the known names and the user's. */
export function ownTable(own: readonly NamedField[]): NameTable {
	return own.length === 0 ? commonTable() : new NameTable(collect(own));
}

/** Returns the known names as the content of the file `names.json`, see `commonTable`. */
export function packedNames(): string {
	return JSON.stringify([...collect([])]);
}

function storedNames(): ReadonlyMap<string, KnownName> | undefined {
	try {
		return new Map<string, KnownName>(JSON.parse(bytesOf('entries/json/names.json').toString()));
	} catch {
		// Separate modules, as in development, have no such file.
		return undefined;
	}
}

/** Returns the known names and the user's, which come first, by their keys. */
function collect(own: readonly NamedField[]): ReadonlyMap<string, KnownName> {
	const known = new Map<string, KnownName>();
	/** Adds a name unless it exists. Returns it. */
	const add = (
		name: string,
		slotIndex: number,
		rank: number,
		unit?: Unit,
		key: string = nameKey(name),
	): KnownName => {
		let entry = known.get(key);
		if (entry === undefined) {
			entry = {name, slotIndex, rank, unit, sign: noSign};
			known.set(key, entry);
		}
		return entry;
	};
	// The user's names take precedence over known names, and earlier ones over later ones.
	for (const [index, {name, field, unit}] of own.entries()) {
		const ownUnit = field === 'duration' ? (unit ?? 'own') : undefined;
		const key = nameKey(Buffer.from(name).toString('latin1'));
		add(name, slotOf[field], usersRank + own.length - index, ownUnit, key);
	}
	known.delete('');
	for (const slot of slots) {
		for (const [index, name] of words(commonNames[slot]).entries()) {
			add(name, slotOf[slot], firstRank - index);
			if (slot === 'time' && wrappedTimes.includes(name)) {
				add(`${name}.$date`, slotOf[slot], firstRank - index);
				add(`${name}.$date.$numberLong`, slotOf[slot], firstRank - index);
			}
		}
	}
	const signs = jsonFormats.map(format => words(format.signs));
	const isSign = new Set(signs.flat().map(nameKey));
	for (const [index, [name, unit]] of Object.entries(durationNames).entries()) {
		for (const [suffixUnit, suffixes] of Object.entries(unitSuffixes)) {
			for (const suffix of suffixes) {
				const key = nameKey(name) + suffix;
				// Akamai's reqTimeSec isn't a duration.
				if (!isSign.has(key)) {
					add(`${name}_${suffix}`, slotOf.duration, unitRank - index, suffixUnit as Unit, key);
				}
			}
		}
		add(name, slotOf.duration, firstRank - index, unit);
	}
	for (const {names = {}} of jsonFormats) {
		for (const slot of slots) {
			for (const [index, name] of words(names[slot]).entries()) {
				const entry = add(name, slotOf[slot] + ownSlots, firstRank - index);
				// If two formats share a name, one of them may have other names with a higher rank.
				if (entry.slotIndex >= ownSlots) {
					entry.rank = Math.min(entry.rank, firstRank - index);
				}
			}
		}
	}
	for (const [format, names] of signs.entries()) {
		for (const name of names) {
			const entry = add(name, -1, 0);
			if (entry.sign === noSign) {
				entry.sign = format;
			}
		}
	}
	return known;
}
