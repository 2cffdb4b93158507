import {backslash, carriageReturn, colon, equals, openBrace} from '../../ascii.js';
import {textFields} from '../../fields/fields.js';
import {Arena} from '../arena.js';
import {allFormats, chosenNames, chosenReaders, customPattern} from '../chosen-readers.js';
import {EntryRecord, type Field, fields, noStatus, spanOf, unread} from '../entry-record.js';
import {escapesOf} from '../escapes-of.js';
import {clfFamily} from '../formats/clf-family.js';
import {w3cFamily} from '../formats/w3c.js';
import type {Layout, Role} from '../formats/w3c-layout.js';
import {formats} from '../formats.js';
import {JsonEntry} from '../json/json-entry.js';
import {jsonFormats, type Slot, slots, textSlots} from '../json/json-formats.js';
import {holds} from '../json/json-texts.js';
import {commonTable, ownTable} from '../json/known-names.js';
import {KnownValues} from '../json/known-values.js';
import {fieldSlots, type NameTable, ownSlots, slotOf} from '../json/name-table.js';
import {isNothing, keyEnd, kinds, NamedValues} from '../json/named-values.js';
import {LineReader} from '../line-reader.js';
import type {LogHeader} from '../log-header.js';
import {Captures} from '../pattern/captures.js';
import type {Escapes} from '../values/decode-text.js';
import {isNull} from '../values/json-syntax.js';
import {hasColour} from '../wrappers/colours-and-quotes.js';
import {PrefixTaker} from '../wrappers/prefixes.js';
import {InnerLine} from '../wrappers/wrapper.js';
import {LineText} from './line-text.js';
import {type KnownName, Names} from './names.js';
import {SplitColumns} from './split-columns.js';
import {afterPlainRequest, afterRequest, visitIngress} from './text-values.js';

/** Ways in which formats name values. */
export type Naming = 'objects' | 'common' | 'ingress' | 'columns' | 'custom' | 'pairs' | 'text';

/** Text formats that consist of pairs. */
const pairFormats: ReadonlySet<string> = new Set(['dskit', 'kubernetes_api', 'symfony_server']);

const jsonNames: ReadonlySet<string> = new Set(jsonFormats.map(({name}) => name));

/** The way in which each format names values, by the number of the format. */
export const namings: readonly Naming[] = allFormats.map((format, number) => {
	if (number >= formats.length) {
		return 'custom';
	}
	if (jsonNames.has(format.name)) {
		return 'objects';
	}
	if (clfFamily.formats.includes(format)) {
		return format.name === 'ingress_nginx' ? 'ingress' : 'common';
	}
	return w3cFamily.formats.includes(format) ? 'columns' : pairFormats.has(format.name) ? 'pairs' : 'text';
});

/** Number of the first JSON format. */
export const firstObject: number = allFormats.findIndex(({name}) => jsonNames.has(name));

/**
 * Formats of JSON whose lines contain an object, and therefore quotes, even if a value of another object holds them: neither logfmt
 * nor LTSV.
 */
const objectFormats: ReadonlySet<string> = new Set(
	jsonFormats.filter(({name, isLogfmt}) => name !== 'ltsv' && isLogfmt !== true).map(({name}) => name),
);

/** 1 for slots whose values may hold a line or a part of one. */
const mayHold = new Uint8Array(2 * ownSlots);
for (const slot of [slotOf.payload, slotOf.envelope, slotOf.msg, slotOf.transparent]) {
	mayHold[slot] = 1;
	mayHold[slot + ownSlots] = 1;
}

/** Shared: its state never changes a result. */
const prefixes = new PrefixTaker();

/** Fields that the value of a slot can be a part of. */
const fieldsOfSlot: Readonly<Partial<Record<Slot, readonly Field[]>>> = {
	requestLine: ['method', 'url'],
	path: ['url'],
	query: ['url'],
	date: ['time'],
	duration: ['durationMs'],
};

/** The same as bit sets, by the number of the slot, for all slots of fields. */
const bitsOfSlots = slots
	.slice(0, fieldSlots)
	.map(slot => (fieldsOfSlot[slot] ?? [slot as Field]).reduce((bits, field) => bits | bitOf(field), 0));

/** Returns the bit of a field in sets of fields. */
function bitOf(field: Field): number {
	return 1 << (spanOf[field] / 2);
}

/** Fields of the roles of columns. Roles with the name of a field have that field. */
const fieldOfRole: Readonly<Record<Exclude<Role, Field> | 'query', Field>> = {
	date: 'time',
	dateTime: 'time',
	localDate: 'time',
	localTime: 'time',
	seconds: 'time',
	milliseconds: 'time',
	uri: 'url',
	stem: 'url',
	query: 'url',
	size: 'bytes',
	timeTaken: 'durationMs',
	otherHost: 'host',
};

/** A value in a line. All visits share one, so it is valid only during the visit. */
export type FoundValue = {
	name: KnownName;
	/** Buffer of the value. */
	bytes: Buffer;
	start: number;
	end: number;
	escapes: Escapes;
	/** Number of the outermost array that the value is in, or -1. */
	array: number;
	/** True if the value is several items with commas or colons between them. */
	hasItems: boolean;
	/** True if reqscope has read a field from it. */
	isRead: boolean;
};

type Visit = (value: FoundValue) => void;

/** Fields that an object has if the entry that was read from it has them. Others are stored as logged, or follow a rule for clients. */
const readFields = fields.filter(
	(field): field is Exclude<typeof field, 'ip' | 'time' | 'query' | (typeof textSlots)[number]> =>
		!['ip', 'time', 'query', ...textSlots].includes(field),
);

/** Fields that were read from a line before; null for a missing field. */
export type ReadEntry = {readonly [Field in (typeof readFields)[number]]: string | number | null} & {
	/** Name of the format. */
	readonly format: string;
	readonly time: number | null;
	/** Null if the time is from the line. */
	readonly timeSource: 'read' | null;
};

/** Reads lines and visits all their named values. */
export class LineValues {
	readonly #reader: LineReader;
	/** Set for a custom format. */
	readonly #captures: Captures | undefined;
	readonly #table: () => NameTable;
	readonly #record = new EntryRecord();
	readonly #inner = new InnerLine();
	readonly #split = new SplitColumns();
	#objects: {readonly known: KnownValues; readonly entry: JsonEntry} | undefined;
	#logfmt: KnownValues | undefined;
	#ltsv: KnownValues | undefined;
	readonly #pairs = new NamedValues(commonTable());
	/** Names of earlier lines. */
	readonly names = new Names();
	/** Names of the objects and arrays of the line by their number, and the outermost array of each, or -1. */
	readonly #nameAt: Array<KnownName | undefined> = [];
	readonly #arrayAt: number[] = [];
	/** Names of the values of objects, by `Place.number`. */
	readonly #namesAt: Array<KnownName | undefined> = [];
	/** The only name whose values are visited. */
	readonly #only: KnownName | undefined;
	readonly #text = new LineText();
	/** Ascending offsets of the values that fields were read from. The first `#reads` count. */
	readonly #readStarts = new Int32Array(fieldSlots);
	#reads = 0;
	/** The first of these that hasn't been passed. */
	#nextRead = 0;
	/** Set of the line's fields, if they were read before. */
	#known: number | undefined;
	/** Set if only one name is visited: finds its values in objects that hold no other line. */
	readonly #plain: NamedValues | undefined;
	/** True if `#plain` has the values of the line. */
	#isPlain = false;
	/** True if a line may be an object. */
	readonly #mayBeObject: boolean;
	/** True if `#objects` has scanned the line. */
	#isScanned = false;
	readonly #found: FoundValue = {
		name: new Names().name(''),
		bytes: Buffer.alloc(0),
		start: 0,
		end: 0,
		escapes: 'none',
		array: -1,
		hasItems: false,
		isRead: false,
	};

	/**
	 * @param choice Value of `--format`.
	 * @param only A name in lower case. In JSON, logfmt, LTSV and pairs, only its values are visited, and `isRead` isn't set.
	 * @throws FormatError
	 */
	constructor(choice?: string, only?: string) {
		this.#only = only === undefined ? undefined : this.names.name(only);
		this.#reader = new LineReader(chosenReaders(choice));
		const pattern = choice === undefined ? undefined : customPattern(choice);
		this.#captures = pattern === undefined ? undefined : new Captures(pattern);
		const own = choice === undefined ? [] : chosenNames(choice);
		this.#table = () => ownTable(own);
		this.#mayBeObject = choice === undefined || own.length > 0;
		this.#plain = only === undefined || choice !== undefined ? undefined : new NamedValues(commonTable());
	}

	/** The header that is active at the next line. */
	get header(): LogHeader {
		return this.#reader.header;
	}

	set header(header: LogHeader) {
		this.#reader.header = header;
	}

	/**
	 * Reads the line `bytes[start, end)`. Returns the number of its format; a negative number if it isn't a request.
	 *
	 * @param known Number of the format, if it is known.
	 */
	read(bytes: Buffer, start: number, end: number, known = unread): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		this.#isScanned = false;
		this.#isPlain = false;
		this.#known = undefined;
		let format: number = unread;
		if (this.#only !== undefined && known !== unread) {
			format = this.#isBare(bytes, start, lineEnd, known) ? known : unread;
		} else if (this.#mayBeObject && bytes[start] === openBrace) {
			this.#record.clear();
			format = this.#isObject(bytes, start, lineEnd)
				? firstObject + this.#object.entry.fill(this.#record)
				: unread;
		}
		if (format !== unread) {
			this.#inner.set(bytes, start, lineEnd);
			return format;
		}
		this.#isScanned = false;
		return this.#reader.read(bytes, start, end, this.#record, this.#inner);
	}

	/**
	 * Reads the line of an entry. Returns false if it isn't an object that is the request itself; then `read` reads it. Six times as
	 * fast as `read`, because it doesn't parse values again.
	 */
	readAgain(bytes: Buffer, start: number, end: number, entry: ReadEntry): boolean {
		if (!this.#mayBeObject || bytes[start] !== openBrace || !objectFormats.has(entry.format)) {
			return false;
		}
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		const {known, entry: object} = this.#object;
		this.#isScanned = object.scan(bytes, start, lineEnd) && isPlainObject(known.all, known.table);
		if (this.#isScanned) {
			known.resolve(object.bytes);
			this.#known = entryBits(entry, object.hasClient);
			this.#inner.set(bytes, start, lineEnd);
		}
		return this.#isScanned;
	}

	/** Checks that a line of a known format has neither prefixes nor wrappers. Then its values are found without its fields. */
	#isBare(bytes: Buffer, start: number, end: number, format: number): boolean {
		switch (namings[format]) {
			case 'objects': {
				if (bytes[start] === openBrace) {
					this.#isPlain =
						objectFormats.has(allFormats[format]?.name ?? '') && this.#readPlain(bytes, start, end);
					return this.#isPlain || (this.#mayBeObject && this.#isObject(bytes, start, end));
				}
				const after = keyEnd(bytes, start, end);
				const isPair = after > start && after < end && (bytes[after] === equals || bytes[after] === colon);
				this.#inner.set(bytes, start, end);
				return isPair && prefixes.take(this.#inner) === undefined && !hasColour(bytes, start, end);
			}
			case 'common':
			case 'ingress': {
				const from = afterPlainRequest(bytes, start, end);
				return from !== -1 && !hasColour(bytes, from, end);
			}
			case 'custom':
				return (
					this.#captures?.hasMethod === true &&
					!hasColour(bytes, start, end) &&
					this.#captures.read(bytes, start, end)
				);
			default:
				return false;
		}
	}

	/** Reads an object. Returns false if it may hold another line. */
	#readPlain(bytes: Buffer, start: number, end: number): boolean {
		const values = this.#plain;
		values?.read('object', bytes, start, end);
		return values !== undefined && isPlainObject(values, commonTable());
	}

	/** Checks that an object is a request itself. Its values are visited next, so it is scanned only once. */
	#isObject(bytes: Buffer, start: number, end: number): boolean {
		const {entry} = this.#object;
		// Without a method, the line may have to be read without its colours.
		this.#isScanned =
			entry.scan(bytes, start, end) &&
			entry.kind() === 'request' &&
			(entry.hasMethod || !hasColour(bytes, start, end));
		return this.#isScanned;
	}

	get #object(): {readonly known: KnownValues; readonly entry: JsonEntry} {
		this.#objects ??= openObjects(this.#table());
		return this.#objects;
	}

	/** Returns the printed form of a value that the last call of `visit` visited. */
	decode(start: number, end: number, escapes: Escapes): string {
		return this.#text.decode(start, end, escapes);
	}

	/** Visits the values of the line that was read last, which has the format with this number. */
	visit(format: number, visit: Visit): void {
		const found = this.#found;
		const {bytes, start, end} = this.#inner;
		if (this.names.begin()) {
			this.#namesAt.length = 0;
		}
		this.#text.begin(bytes, start, end);
		found.bytes = bytes;
		found.escapes = escapesOf(format);
		found.array = -1;
		found.hasItems = false;
		found.isRead = false;
		switch (namings[format]) {
			case 'objects':
				this.#visitNamed(visit);
				break;
			case 'common':
			case 'ingress': {
				const from = afterRequest(bytes, start, end);
				if (from !== -1) {
					if (namings[format] === 'ingress') {
						this.#visitIngress(from, visit);
					}
					this.#visitPairs(from, visit);
				}
				break;
			}
			case 'columns':
				this.#visitColumns(visit);
				break;
			case 'custom':
				this.#visitVariables(visit);
				break;
			case 'pairs':
				this.#visitPairs(start, visit);
				break;
			case 'text':
				if (this.#record.knownEnd !== -1) {
					this.#visitPairs(this.#record.knownEnd, visit);
				}
				break;
		}
	}

	/** Visits the values of JSON, logfmt or LTSV. */
	#visitNamed(visit: Visit): void {
		if (this.#plain !== undefined && this.#isPlain) {
			this.#visitList(this.#plain, 'json', visit);
			return;
		}
		const {bytes, start, end} = this.#inner;
		const at = keyEnd(bytes, start, end);
		const after = at > start && at < end ? bytes[at] : undefined;
		if (after === equals || after === colon) {
			this.#visitPairsOnly(after === equals, visit);
			return;
		}
		const {known, entry} = this.#object;
		if (this.#isScanned) {
			this.#findReads(known);
		} else if (entry.scan(bytes, start, end)) {
			known.resolve(entry.bytes);
			this.#findReads(known);
		} else {
			// A quote that isn't escaped: the values before it count.
			this.#reads = 0;
		}
		this.#text.begin(entry.bytes, entry.start, entry.end);
		this.#visitList(known.all, 'json', visit);
	}

	/** Visits the values of logfmt or LTSV. */
	#visitPairsOnly(isLogfmt: boolean, visit: Visit): void {
		const {bytes, start, end} = this.#inner;
		let known: KnownValues;
		if (isLogfmt) {
			this.#logfmt ??= new KnownValues(this.#table(), 'logfmt');
			known = this.#logfmt;
		} else {
			this.#ltsv ??= new KnownValues(this.#table(), 'ltsv');
			known = this.#ltsv;
		}
		if (known.scan(bytes, start, end)) {
			known.resolve(bytes);
			this.#findReads(known);
			this.#visitList(known.all, this.#found.escapes, visit);
		}
	}

	/** `escapes`: escaping of quoted values. */
	#visitList(values: NamedValues, escapes: Escapes, visit: Visit): void {
		this.#found.bytes = values.bytes;
		if (this.#only !== undefined) {
			this.#visitOnly(values, this.#only, escapes, visit);
			return;
		}
		const nameAt = this.#nameAt;
		const arrayAt = this.#arrayAt;
		const {bytes, count, kinds: kindsOf, outers, nameStarts, nameEnds, places} = values;
		const namesAt = this.#namesAt;
		for (let index = 0; index < count; index++) {
			const kind = kindsOf[index] ?? kinds.cut;
			const outer = outers[index] ?? -1;
			const ofOuter = outer <= 0 ? undefined : nameAt[outer];
			const array = outer <= 0 ? -1 : (arrayAt[outer] ?? -1);
			const nameStart = nameStarts[index] ?? -1;
			const place = places[index];
			let name = place === undefined ? undefined : namesAt[place.number];
			if (name === undefined) {
				name =
					nameStart === -1
						? ofOuter
						: this.names.at(bytes, nameStart, nameEnds[index] ?? 0, ofOuter, this.#text);
				if (place !== undefined) {
					namesAt[place.number] = name;
				}
			}
			if (kind === kinds.object || kind === kinds.array) {
				nameAt[index] = name;
				arrayAt[index] = array === -1 && kind === kinds.array ? index : array;
			} else if (name !== undefined && kind !== kinds.cut && !isNone(values, index)) {
				this.#visitValue(values, index, name, array, escapes, visit);
			}
		}
	}

	#visitOnly(values: NamedValues, name: KnownName, escapes: Escapes, visit: Visit): void {
		const {count, kinds: kindsOf} = values;
		for (let index = 0; index < count; index++) {
			const isValue = (kindsOf[index] ?? kinds.cut) < kinds.object;
			if (isValue && values.isNamed(index, name.text) && !isNone(values, index)) {
				this.#visitValue(values, index, name, values.arrayAround(index), escapes, visit);
			}
		}
	}

	#visitValue(
		values: NamedValues,
		index: number,
		name: KnownName,
		array: number,
		escapes: Escapes,
		visit: Visit,
	): void {
		const found = this.#found;
		const isPairs = values === this.#pairs;
		const kind = values.kinds[index] ?? kinds.cut;
		const start = values.starts[index] ?? 0;
		const end = values.ends[index] ?? 0;
		found.name = name;
		found.start = start;
		found.end = end;
		found.escapes = isPairs || kind === kinds.text ? escapes : 'none';
		found.array = array;
		found.hasItems = kind === kinds.items || (kind === kinds.bare && values.notation === 'object');
		found.isRead = isPairs ? this.#isFieldIn(start, end) : this.#isReadFrom(start);
		visit(found);
	}

	/** Finds the offsets of the values that fields were read from. */
	#findReads({indexes, starts}: KnownValues): void {
		const readStarts = this.#readStarts;
		const present = this.#only === undefined ? this.#present : 0;
		let reads = 0;
		for (let slot = 0; slot < fieldSlots; slot++) {
			const index = indexes[slot] ?? -1;
			if (index === -1 || (present & (bitsOfSlots[slot] ?? 0)) === 0) {
				continue;
			}
			const start = starts[index] ?? 0;
			let to = reads++;
			for (; to > 0 && (readStarts[to - 1] ?? 0) > start; to--) {
				readStarts[to] = readStarts[to - 1] ?? 0;
			}
			readStarts[to] = start;
		}
		this.#reads = reads;
		this.#nextRead = 0;
	}

	/** Checks that a field was read from the value that starts at an offset. Call it in ascending order of the offsets. */
	#isReadFrom(start: number): boolean {
		while (this.#nextRead < this.#reads && (this.#readStarts[this.#nextRead] ?? 0) < start) {
			this.#nextRead++;
		}
		return this.#nextRead < this.#reads && this.#readStarts[this.#nextRead] === start;
	}

	/** Set of the fields that the line has. */
	get #present(): number {
		return this.#known ?? recordBits(this.#record);
	}

	#visitPairs(start: number, visit: Visit): void {
		const {bytes, end} = this.#inner;
		this.#pairs.read('pairs', bytes, start, end);
		this.#visitList(this.#pairs, this.#found.escapes, visit);
	}

	#visitIngress(start: number, visit: Visit): void {
		const found = this.#found;
		const {bytes, end} = this.#inner;
		visitIngress(bytes, start, end, (name, from, to) => {
			found.name = this.names.name(name);
			found.start = from;
			found.end = to;
			found.isRead = this.#isFieldIn(from, to);
			visit(found);
		});
		found.isRead = false;
	}

	/** Checks that a field was read from a part of `bytes[start, end)` of the line. */
	#isFieldIn(start: number, end: number): boolean {
		const {source = this.#inner.bytes, spans} = this.#record;
		if (source !== this.#inner.bytes) {
			return false;
		}
		for (let span = 0; span < spans.length; span += 2) {
			const from = spans[span] ?? 0;
			const to = spans[span + 1] ?? 0;
			if (to > from && from >= start && to <= end) {
				return true;
			}
		}
		return false;
	}

	#visitColumns(visit: Visit): void {
		const found = this.#found;
		const layout = this.#split.split(this.#inner, this.header);
		const {bytes, columns} = this.#split;
		found.bytes = bytes;
		this.#text.begin(bytes, 0, bytes.length);
		const read = this.#readColumns(layout);
		for (let column = 0; column < Math.min(columns.count, layout?.size ?? 0); column++) {
			found.name = this.names.name(layout?.names[column] ?? '');
			found.start = columns.starts[column] ?? 0;
			found.end = columns.ends[column] ?? 0;
			found.isRead = read.has(column);
			visit(found);
		}
	}

	/** Returns the columns that a field was read from. */
	#readColumns(layout: Layout | undefined): ReadonlySet<number> {
		const read = new Set<number>();
		const present = this.#present;
		for (const [role, column] of Object.entries(layout?.columns ?? {})) {
			const field = role in fieldOfRole ? fieldOfRole[role as keyof typeof fieldOfRole] : (role as Field);
			if (column !== -1 && (present & bitOf(field)) !== 0) {
				read.add(column);
			}
		}
		return read;
	}

	#visitVariables(visit: Visit): void {
		const found = this.#found;
		const captures = this.#captures;
		const {bytes, start, end} = this.#inner;
		if (captures?.read(bytes, start, end) !== true) {
			return;
		}
		for (const [index, {name}] of captures.variables.entries()) {
			found.name = this.names.name(name);
			found.start = captures.spans[2 * index] ?? 0;
			found.end = captures.spans[2 * index + 1] ?? 0;
			found.isRead = captures.isRead[index] === true;
			visit(found);
		}
	}
}

/** Returns the set of the fields that a record has. */
function recordBits({bytes, durationMs, spans, status, time}: EntryRecord): number {
	let bits = 0;
	for (let span = 1; span < 2 * textFields.length; span += 2) {
		bits |= (spans[span] ?? 0) > 0 ? 1 << (span >> 1) : 0;
	}
	return (
		bits |
		(Number.isNaN(time) ? 0 : bitOf('time')) |
		(status === noStatus ? 0 : bitOf('status')) |
		(Number.isNaN(bytes) ? 0 : bitOf('bytes')) |
		(Number.isNaN(durationMs) ? 0 : bitOf('durationMs'))
	);
}

/** Fields that are always read if an object has a value for them. */
const plainBits = textSlots.reduce((bits, field) => bits | bitOf(field), 0);

/** The same for the entry of an object. Its client may differ from the client in the line. */
function entryBits(entry: ReadEntry, hasClient: boolean): number {
	const hasTime = entry.time !== null && entry.timeSource === null;
	let bits = plainBits | (hasClient ? bitOf('ip') : 0) | (hasTime ? bitOf('time') : 0);
	for (const field of readFields) {
		bits |= entry[field] === null ? 0 : bitOf(field);
	}
	return bits;
}

/** Checks that an object holds no other line, so that it is the request itself. */
function isPlainObject(values: NamedValues, {slotIndexOf}: NameTable): boolean {
	const {bytes, count, entries, kinds: kindsOf, nameStarts, nameEnds, starts, ends} = values;
	if (values.isCut || values.mayHaveColour || values.faults.length > 0) {
		return false;
	}
	for (let index = 1; index < count; index++) {
		const entry = entries[index] ?? 0;
		const isNameless = nameStarts[index] === nameEnds[index] && nameStarts[index] !== -1;
		const isNamed = entry !== 0 && mayHold[slotIndexOf[entry] ?? 0] === 1;
		const isContainer = (kindsOf[index] ?? kinds.cut) >= kinds.object;
		// A line in a string has quotes.
		if (
			isNameless ||
			(isNamed && (isContainer || holds(bytes, starts[index] ?? 0, ends[index] ?? 0, backslash)))
		) {
			return false;
		}
	}
	return true;
}

function openObjects(table: NameTable): {readonly known: KnownValues; readonly entry: JsonEntry} {
	const known = new KnownValues(table, 'object');
	return {known, entry: new JsonEntry(known, new Arena())};
}

/** Checks that a value is the notation of JSON or logfmt for a missing value, or nothing at all in JSON. */
function isNone({bytes, kinds: kindsOf, notation, starts, ends}: NamedValues, index: number): boolean {
	const start = starts[index] ?? 0;
	const end = ends[index] ?? 0;
	switch (notation) {
		case 'object':
			return kindsOf[index] === kinds.bare && (start === end || isNull(bytes, start, end));
		case 'logfmt':
			return kindsOf[index] !== kinds.text && isNothing(bytes, start, end);
		default:
			return false;
	}
}
