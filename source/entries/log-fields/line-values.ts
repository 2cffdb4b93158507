import {carriageReturn, colon, equals, openBrace} from '../../ascii.js';
import {Arena} from '../arena.js';
import {allFormats, chosenNames, chosenReaders, customPattern} from '../chosen-readers.js';
import {EntryRecord, type Field, noStatus, spanOf, unread} from '../entry-record.js';
import {escapesOf} from '../escapes-of.js';
import {clfFamily} from '../formats/clf-family.js';
import {w3cFamily} from '../formats/w3c.js';
import type {Layout, Role} from '../formats/w3c-layout.js';
import {formats} from '../formats.js';
import {ownTable} from '../json/compile-names.js';
import {JsonEntry} from '../json/json-entry.js';
import {jsonFormats, type Slot, slots} from '../json/json-formats.js';
import {keyEnd, LogfmtScanner} from '../json/logfmt-scanner.js';
import {LtsvScanner} from '../json/ltsv-scanner.js';
import {fieldSlots, type NameTable} from '../json/name-table.js';
import {ObjectScanner} from '../json/object-scanner.js';
import type {ValueScanner} from '../json/value-scanner.js';
import {LineReader} from '../line-reader.js';
import type {LogHeader} from '../log-header.js';
import {Captures} from '../pattern/captures.js';
import type {Escapes} from '../values/decode-text.js';
import {hasColour} from '../wrappers/colours-and-quotes.js';
import {InnerLine} from '../wrappers/wrapper.js';
import {LineText} from './line-text.js';
import {type KnownName, Names} from './names.js';
import {isNull, visitObject} from './object-values.js';
import {type PairNotation, PairScanner} from './pair-scanner.js';
import {SplitColumns} from './split-columns.js';
import {afterRequest, visitIngress} from './text-values.js';

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

/** Fields that the value of a slot can be a part of. */
const fieldsOfSlot: Readonly<Partial<Record<Slot, readonly Field[]>>> = {
	requestLine: ['method', 'url'],
	path: ['url'],
	query: ['url'],
	date: ['time'],
	duration: ['durationMs'],
};

/** The same by the number of the slot, for all slots of fields. */
const fieldsOfSlots = slots.slice(0, fieldSlots).map(slot => fieldsOfSlot[slot] ?? [slot as Field]);

/** Fields of the roles of columns. Roles with the name of a field have that field. */
const fieldOfRole: Readonly<Partial<Record<Role, Field>>> = {
	date: 'time',
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
	/** Offset of the outermost array that the value is in, or -1. */
	array: number;
	/** True if the value is several items with commas or colons between them. */
	hasItems: boolean;
	/** True if reqscope has read a field of its own from it. */
	isRead: boolean;
};

type Visit = (value: FoundValue) => void;

/** Reads lines and visits all their named values. */
export class LineValues {
	readonly #reader: LineReader;
	/** Set for a custom format. */
	readonly captures: Captures | undefined;
	readonly #table: () => NameTable;
	readonly #record = new EntryRecord();
	readonly #inner = new InnerLine();
	readonly #split = new SplitColumns();
	#objects: {readonly scanner: ObjectScanner; readonly entry: JsonEntry} | undefined;
	#logfmt: LogfmtScanner | undefined;
	#ltsv: LtsvScanner | undefined;
	readonly #scanners = new Map<PairNotation, PairScanner>();
	/** Names of earlier lines. */
	readonly names = new Names();
	readonly #text = new LineText();
	/** Offsets of the values of the object that fields were read from. The first `#reads` count. */
	readonly #readStarts = new Int32Array(fieldSlots);
	#reads = 0;
	/** Number of the first JSON format if objects without prefixes are read here; else -1. */
	readonly #firstObject: number;
	/** True if `#objects` has looked at the line. */
	#isScanned = false;
	readonly #found: FoundValue = {
		name: {text: '', folded: undefined},
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
	 * @throws FormatError
	 */
	constructor(choice?: string) {
		this.#reader = new LineReader(chosenReaders(choice));
		const pattern = choice === undefined ? undefined : customPattern(choice);
		this.captures = pattern === undefined ? undefined : new Captures(pattern);
		const own = choice === undefined ? [] : chosenNames(choice);
		this.#table = () => ownTable(own);
		const [first] = jsonFormats;
		const readsAll = choice === undefined || own.length > 0;
		this.#firstObject = readsAll && first !== undefined ? allFormats.indexOf(first) : -1;
	}

	/** The header that is active at the next line. */
	get header(): LogHeader {
		return this.#reader.header;
	}

	set header(header: LogHeader) {
		this.#reader.header = header;
	}

	/** The line that was read last, without prefixes and wrappers. */
	get inner(): InnerLine {
		return this.#inner;
	}

	/** Reads the line `bytes[start, end)`. Returns the number of its format; a negative number if it isn't a request. */
	read(bytes: Buffer, start: number, end: number): number {
		if (bytes[start] === openBrace && this.#firstObject !== -1) {
			const number = this.#readObject(bytes, start, end);
			if (number !== unread) {
				return number;
			}
		}
		this.#isScanned = false;
		return this.#reader.read(bytes, start, end, this.#record, this.#inner);
	}

	/** Reads an object that is a request itself. Its values are visited next, so it is scanned only once. */
	#readObject(bytes: Buffer, start: number, end: number): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		this.#objects ??= openObjects(this.#table());
		const {entry} = this.#objects;
		const record = this.#record;
		this.#isScanned = entry.scan(bytes, start, lineEnd) && entry.kind() === 'request';
		if (!this.#isScanned) {
			return unread;
		}
		record.clear();
		const number = entry.fill(record);
		// Without a method, the line may have to be read without its colours.
		const hasMethod = (record.spans[spanOf.method + 1] ?? 0) > 0;
		if (!hasMethod && hasColour(bytes, start, lineEnd)) {
			return unread;
		}
		this.#inner.set(bytes, start, lineEnd);
		return this.#firstObject + number;
	}

	/** Returns the printed form of the value that is being visited. */
	textOf({start, end, escapes}: FoundValue): string {
		return this.#text.decode(start, end, escapes);
	}

	/** Visits the values of the line that was read last, which has the format with this number. */
	visit(format: number, visit: Visit): void {
		const found = this.#found;
		const {bytes, start, end} = this.#inner;
		this.names.begin();
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
		const found = this.#found;
		const {bytes, start, end} = this.#inner;
		const at = keyEnd(bytes, start, end);
		const after = at > start && at < end ? bytes[at] : undefined;
		if (after === equals || after === colon) {
			this.#visitPairsOnly(after === equals, visit);
			return;
		}
		this.#objects ??= openObjects(this.#table());
		const {scanner, entry} = this.#objects;
		if (this.#isScanned) {
			this.#findReads(scanner);
		} else if (entry.scan(bytes, start, end)) {
			scanner.resolve(entry.bytes);
			this.#findReads(scanner);
		} else {
			// A quote that isn't escaped: the values before it count.
			this.#reads = 0;
		}
		const {bytes: line} = entry;
		found.bytes = line;
		this.#text.begin(line, entry.start, entry.end);
		visitObject(line, entry.start, entry.end, this.names, (name, from, to, isString, array) => {
			if (!isString && isNull(line, from, to)) {
				return;
			}
			found.name = name;
			found.start = from;
			found.end = to;
			found.escapes = isString ? 'json' : 'none';
			found.array = array;
			found.hasItems = !isString;
			found.isRead = this.#isReadFrom(from);
			visit(found);
		});
	}

	/** Visits the values of logfmt or LTSV. */
	#visitPairsOnly(isLogfmt: boolean, visit: Visit): void {
		const found = this.#found;
		const {bytes, start, end} = this.#inner;
		let scanner: ValueScanner;
		if (isLogfmt) {
			this.#logfmt ??= new LogfmtScanner(this.#table());
			scanner = this.#logfmt;
		} else {
			this.#ltsv ??= new LtsvScanner(this.#table());
			scanner = this.#ltsv;
		}
		if (!scanner.scan(bytes, start, end)) {
			return;
		}
		scanner.resolve(bytes);
		this.#findReads(scanner);
		const pairs = this.#pairs(isLogfmt ? 'logfmt' : 'ltsv');
		const {escapes} = found;
		pairs.begin(bytes, start, end);
		while (pairs.next()) {
			if (pairs.isNothing) {
				continue;
			}
			found.name = this.names.name(bytes.toString('latin1', pairs.nameStart, pairs.nameEnd));
			found.start = pairs.valueStart;
			found.end = pairs.valueEnd;
			// In logfmt, a backslash in an unquoted value is literal.
			found.escapes = isLogfmt && !pairs.isQuoted ? 'none' : escapes;
			found.isRead = this.#isReadFrom(pairs.valueStart);
			visit(found);
		}
	}

	/** Finds the offsets of the values that fields were read from. */
	#findReads({indexes, starts}: ValueScanner): void {
		this.#reads = 0;
		for (let slot = 0; slot < fieldSlots; slot++) {
			const index = indexes[slot] ?? -1;
			if (index !== -1 && (fieldsOfSlots[slot] ?? []).some(field => this.#has(field))) {
				this.#readStarts[this.#reads++] = starts[index] ?? 0;
			}
		}
	}

	/** Checks that a field was read from the value that starts at an offset. */
	#isReadFrom(start: number): boolean {
		for (let index = 0; index < this.#reads; index++) {
			if (this.#readStarts[index] === start) {
				return true;
			}
		}
		return false;
	}

	/** Checks that the line has a field. */
	#has(field: Field): boolean {
		const record = this.#record;
		switch (field) {
			case 'status':
				return record.status !== noStatus;
			case 'time':
			case 'bytes':
			case 'durationMs':
				return !Number.isNaN(record[field]);
			default:
				return (record.spans[spanOf[field] + 1] ?? 0) > 0;
		}
	}

	#visitPairs(start: number, visit: Visit): void {
		const found = this.#found;
		const {bytes, end} = this.#inner;
		const pairs = this.#pairs('pairs');
		pairs.begin(bytes, start, end);
		while (pairs.next()) {
			found.name = this.names.name(bytes.toString('latin1', pairs.nameStart, pairs.nameEnd));
			found.start = pairs.valueStart;
			found.end = pairs.valueEnd;
			found.hasItems = pairs.isList;
			found.isRead = this.#isFieldIn(pairs.valueStart, pairs.valueEnd);
			visit(found);
		}
	}

	#pairs(notation: PairNotation): PairScanner {
		const scanner = this.#scanners.get(notation) ?? new PairScanner(notation);
		this.#scanners.set(notation, scanner);
		return scanner;
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
		for (const [role, column] of Object.entries(layout?.columns ?? {})) {
			if (column !== -1 && this.#has(fieldOfRole[role as Role] ?? (role as Field))) {
				read.add(column);
			}
		}
		return read;
	}

	#visitVariables(visit: Visit): void {
		const found = this.#found;
		const captures = this.captures;
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

function openObjects(table: NameTable): {readonly scanner: ObjectScanner; readonly entry: JsonEntry} {
	const scanner = new ObjectScanner(table);
	return {scanner, entry: new JsonEntry(table, scanner, new Arena())};
}
