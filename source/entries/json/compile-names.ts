import {lowerA, lowerZ, upperA} from '../../ascii.js';
import {bytesOf} from '../../start/parts.js';
import {commonNames, durationNames, jsonFormats, slots, type Unit, unitSuffixes} from './json-formats.js';
import {
	type CompiledNames,
	codeOf,
	dead,
	type NamedField,
	NameTable,
	noColumn,
	noSign,
	ownSlots,
	root,
	separatorColumn,
	several,
	slotOf,
	underscoreColumn,
	words,
} from './name-table.js';

/** A known name. Its number is its index plus 1; 0 means an unknown name. */
type NameEntry = {
	/** The name as written in the table. */
	readonly name: string;
	readonly slotIndex: number;
	rank: number;
	readonly unit: Unit | undefined;
	sign: number;
};

const separators = '_-.:@ ';

const commonLetters = 'abcdefghijklmnopqrstuvwxyz';

/** Compiles the known names and the user's. */
function compileNames(own: readonly NamedField[]): CompiledNames {
	const entries = collect(own);
	const numbered = [...entries.values()];
	// One character per byte.
	const text = Buffer.from([...entries.keys()].join('\n')).toString('latin1');
	const columns = new Uint8Array(256);
	let width = 3;
	const others = text.replace(/[a-z\n]+/g, '');
	for (const character of new Set(commonLetters + others)) {
		const byte = character.charCodeAt(0);
		columns[byte] = width;
		columns[upperCase(byte)] = width++;
	}
	for (const separator of separators) {
		columns[separator.charCodeAt(0)] = separator === '_' ? underscoreColumn : separatorColumn;
	}
	return {
		...statesOf(text.split('\n'), columns, width),
		columns,
		width,
		slotIndexOf: Int8Array.from([-1, ...numbered.map(({slotIndex}) => slotIndex)]),
		rankOf: Int16Array.from([-1, ...numbered.map(({rank}) => rank)]),
		signOf: Uint8Array.from([noSign, ...numbered.map(({sign}) => sign)]),
		users: numbered.filter(({rank}) => rank >= usersRank).length,
		names: ['', ...numbered.map(({name}) => name)],
		inAllFormats: Uint8Array.from([
			0,
			...numbered.map(({slotIndex, unit}) => (slotIndex < ownSlots ? codeOf(unit) : 0)),
		]),
	};
}

/** Builds the states for normalised names. Byte by byte, each name leads from the root to its number. */
function statesOf(
	names: readonly string[],
	columns: Uint8Array,
	width: number,
): Pick<CompiledNames, 'steps' | 'rows' | 'entryOf' | 'goesOn'> {
	const maxLength = names.reduce((length, name) => length + name.length, 2);
	const steps = new Uint32Array(maxLength);
	const entryOf = new Uint16Array(maxLength);
	const goesOn = new Uint8Array(maxLength);
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
				goesOn[state] = 1;
				state = last;
				continue;
			}
			if (step >>> 16 !== several) {
				rows[used * width + (step >>> 16)] = step & 0xffff;
				step = (several << 16) | used++;
				steps[state] = step;
			}
			const cell = (step & 0xffff) * width + column;
			rows[cell] ||= ++last;
			state = rows[cell] ?? dead;
		}
		entryOf[state] = index + 1;
	}
	const states = last + 1;
	return {
		steps: steps.slice(0, states),
		rows: rows.slice(0, used * width),
		entryOf: entryOf.slice(0, states),
		goesOn: goesOn.slice(0, states),
	};
}

function upperCase(byte: number): number {
	return byte >= lowerA && byte <= lowerZ ? byte - lowerA + upperA : byte;
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

/** Returns the names of a list, normalised. Normalising them one by one takes three times as long. */
function foldedWords(text = ''): readonly string[] {
	return words(fold(text));
}

/**
 * Ranks: the user's names rank highest, then names of durations with the unit as a suffix. In a list, earlier names rank higher.
 */
const usersRank = 4000;
const unitRank = 2000;
const firstRank = 1000;

/** Names of times that MongoDB wraps as `{"$date":…}`. */
const wrappedTimes = ['timestamp', 'time', 'ts', 't'];

function collect(own: readonly NamedField[]): Map<string, NameEntry> {
	const entries = new Map<string, NameEntry>();
	/** Adds a normalised name unless it exists. Returns its entry. */
	const add = (key: string, name: string, slotIndex: number, rank: number, unit?: Unit): NameEntry => {
		let entry = entries.get(key);
		if (entry === undefined) {
			entry = {name, slotIndex, rank, unit, sign: noSign};
			entries.set(key, entry);
		}
		return entry;
	};
	// The user's names take precedence over known names, and earlier ones over later ones.
	for (const [index, {name, field, unit}] of own.entries()) {
		const ownUnit = field === 'duration' ? (unit ?? 'own') : undefined;
		add(fold(name), name, slotOf[field], usersRank + own.length - index, ownUnit);
	}
	for (const slot of slots) {
		const keys = foldedWords(commonNames[slot]);
		for (const [index, name] of words(commonNames[slot]).entries()) {
			add(keys[index] ?? '', name, slotOf[slot], firstRank - index);
			if (slot === 'time' && wrappedTimes.includes(name)) {
				for (const wrapped of [`${name}.$date`, `${name}.$date.$numberLong`]) {
					add(fold(wrapped), wrapped, slotOf[slot], firstRank - index);
				}
			}
		}
	}
	const signs = jsonFormats.map(format => foldedWords(format.signs));
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
	for (const {names = {}} of jsonFormats) {
		for (const slot of slots) {
			const listed = words(names[slot]);
			if (listed.length === 0) {
				continue;
			}
			const keys = foldedWords(names[slot]);
			for (const [index, name] of listed.entries()) {
				const entry = add(keys[index] ?? '', name, slotOf[slot] + ownSlots, firstRank - index);
				// If two formats share a name, one of them may have other names with a higher rank.
				if (entry.slotIndex >= ownSlots) {
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

/** Arrays of compiled names in the order of the file: the widest elements first, so that all are aligned. */
const arrays = [
	['steps', Uint32Array],
	['rows', Uint16Array],
	['entryOf', Uint16Array],
	['rankOf', Int16Array],
	['columns', Uint8Array],
	['goesOn', Uint8Array],
	['slotIndexOf', Int8Array],
	['signOf', Uint8Array],
	['inAllFormats', Uint8Array],
] as const;

/** First number of a file with compiled names. A system with another byte order reads another number. */
const magic = 0x6e_61_6d_31;

/** Returns the known names as the content of the file `names.bin`, see `commonTable`. */
export function packedNames(): Buffer {
	const compiled = compileNames([]);
	const names = Buffer.from(compiled.names.join('\n'));
	const parts = [...arrays.map(([name]) => compiled[name]), names];
	const header = Uint32Array.of(magic, compiled.width, ...parts.map(part => part.byteLength));
	return Buffer.concat(
		[header, ...parts].map(part => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
	);
}

/** Returns the names in `names.bin`; undefined if the file is from a system with another byte order. */
export function unpackedNames({buffer, byteOffset}: Buffer<ArrayBuffer>): CompiledNames | undefined {
	const [first, width = 0, ...lengths] = new Uint32Array(buffer, byteOffset, arrays.length + 3);
	if (first !== magic) {
		return undefined;
	}
	let at = byteOffset + 4 * (lengths.length + 2);
	const found: Partial<Record<(typeof arrays)[number][0], object>> = {};
	for (const [index, [name, Elements]] of arrays.entries()) {
		const length = lengths[index] ?? 0;
		found[name] = new Elements(buffer, at, length / Elements.BYTES_PER_ELEMENT);
		at += length;
	}
	const names = Buffer.from(buffer, at, lengths.at(-1)).toString().split('\n');
	return {...(found as Pick<CompiledNames, (typeof arrays)[number][0]>), width, users: 0, names};
}

let commonTableCache: NameTable | undefined;

/**
 * Returns the table of the known names. Created for the first object, because it is large. The bundle contains a file of compiled
 * names, because compiling them takes 6 ms in each thread.
 */
export function commonTable(): NameTable {
	commonTableCache ??= new NameTable(storedNames() ?? compileNames([]));
	return commonTableCache;
}

function storedNames(): CompiledNames | undefined {
	try {
		return unpackedNames(bytesOf('entries/json/names.bin'));
	} catch {
		// Separate modules, as in development, have no such file.
		return undefined;
	}
}

/** Returns a table of the known names and the user's. */
export function ownTable(own: readonly NamedField[]): NameTable {
	return own.length === 0 ? commonTable() : new NameTable(compileNames(own));
}
