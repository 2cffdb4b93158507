import {backslash, lowerU, quote, slash} from '../../ascii.js';
import type {Arena} from '../arena.js';
import {type EntryRecord, fields, noStatus, spanOf, textFields} from '../entry-record.js';
import {hexNumber} from '../values/json-escapes.js';
import {readRequestLine} from '../values/request-line.js';
import {portColon, setNumber, setText} from '../values/words.js';
import {jsonFormats} from './json-formats.js';
import {loggedDuration, wholeJsonNumber} from './json-numbers.js';
import {setClient, setProtocol, setUrl} from './json-texts.js';
import {JsonTime} from './json-time.js';
import {type NameTable, slotOf} from './name-table.js';
import type {ObjectScanner} from './object-scanner.js';

/** Texts that are taken as they stand. */
const plainTexts = (['user', 'referer', 'userAgent', 'forwardedFor', 'upstream'] as const).map(
	field => [slotOf[field], spanOf[field]] as const,
);

const lastFormat = jsonFormats.length - 1;

/** Makes an entry of the values that a scanner found. */
export class JsonEntry {
	readonly #table: NameTable;
	readonly #scanner: ObjectScanner;
	readonly #arena: Arena;
	#bytes: Buffer = Buffer.alloc(0);
	/** The line was written anew, and no place in it is one in the log's. */
	#isRewritten = false;
	readonly #time = new JsonTime();
	/** The number of the name `ts`, under which Caddy logs the time. */
	readonly #ts: number;

	constructor(table: NameTable, scanner: ObjectScanner, arena: Arena) {
		this.#table = table;
		this.#scanner = scanner;
		this.#arena = arena;
		this.#ts = table.entry('ts');
	}

	/**
	 * Looks through the line `bytes[start, end)`. False when it is no JSON object: the scanner has the reason. The other
	 * methods are about the line that was looked through last.
	 */
	look(bytes: Buffer, start: number, end: number): boolean {
		const scanner = this.#scanner;
		this.#bytes = bytes;
		this.#isRewritten = false;
		if (!scanner.scan(bytes, start, end)) {
			return false;
		}
		if (scanner.isWrittenOddly) {
			const arena = this.#arena;
			const first = plainerLine(bytes, start, end, arena);
			this.#bytes = arena.buffer;
			this.#isRewritten = true;
			scanner.scan(arena.buffer, first, arena.used);
		}
		return true;
	}

	/** What the scanner's places are in. */
	get bytes(): Buffer {
		return this.#bytes;
	}

	/** Whether the object is a request. */
	kind(): ObjectKind {
		return objectKind(this.#scanner, this.#bytes, this.#ts);
	}

	/** Fills the record. Returns the number of the format. */
	fill(record: EntryRecord): number {
		const scanner = this.#scanner;
		const bytes = this.#bytes;
		const format = scanner.signs === 0 ? lastFormat : 31 - Math.clz32(scanner.signs & -scanner.signs);
		this.#fillTexts(bytes, record);
		this.#fillNumbers(bytes, record, format);
		if (this.#isRewritten) {
			record.source = bytes;
			record.spans.fill(0, textFields.length * 2, fields.length * 2);
		}
		if (!scanner.has(slotOf.url) && !has(record, 'url')) {
			setUrl(scanner, bytes, record, this.#arena);
		}
		if (scanner.has(slotOf.protocol) && !has(record, 'protocol')) {
			const start = scanner.starts[slotOf.protocol] ?? 0;
			setProtocol(bytes, start, scanner.ends[slotOf.protocol] ?? 0, record, this.#arena);
		}
		return format;
	}

	#fillTexts(bytes: Buffer, record: EntryRecord): void {
		const {chosen, starts, ends} = this.#scanner;
		const line = slotOf.requestLine;
		if (chosen[line] !== 0) {
			readRequestLine(bytes, starts[line] ?? 0, ends[line] ?? 0, record);
		}
		for (const field of ['method', 'url'] as const) {
			const slot = slotOf[field];
			// nginx's $request says what was asked for, whatever else is logged.
			if (chosen[slot] !== 0 && !has(record, field)) {
				setText(record, spanOf[field], bytes, starts[slot] ?? 0, ends[slot] ?? 0);
			}
		}
		for (const [slot, span] of plainTexts) {
			if (chosen[slot] !== 0) {
				setText(record, span, bytes, starts[slot] ?? 0, ends[slot] ?? 0);
			}
		}
		if (chosen[slotOf.host] !== 0) {
			const start = starts[slotOf.host] ?? 0;
			const end = ends[slotOf.host] ?? 0;
			const port = portColon(bytes, start, end);
			setText(record, spanOf.host, bytes, start, port === -1 ? end : port);
		}
		if (chosen[slotOf.ip] !== 0) {
			setClient(bytes, starts[slotOf.ip] ?? 0, ends[slotOf.ip] ?? 0, record);
		}
	}

	#fillNumbers(bytes: Buffer, record: EntryRecord, format: number): void {
		const {chosen, starts, ends} = this.#scanner;
		const status = slotNumber(this.#scanner, bytes, slotOf.status);
		if (status < noStatus) {
			record.status = status;
			record.spans[spanOf.status] = starts[slotOf.status] ?? 0;
			record.spans[spanOf.status + 1] = ends[slotOf.status] ?? 0;
		}
		const size = slotNumber(this.#scanner, bytes, slotOf.bytes);
		setNumber(record, 'bytes', size, starts[slotOf.bytes] ?? 0, ends[slotOf.bytes] ?? 0);
		const timeStart = starts[slotOf.time] ?? 0;
		const hasTime =
			chosen[slotOf.time] !== 0 && this.#time.read(bytes, timeStart, ends[slotOf.time] ?? 0, record);
		if (chosen[slotOf.duration] !== 0) {
			const start = starts[slotOf.duration] ?? 0;
			const end = ends[slotOf.duration] ?? 0;
			const unit = this.#table.unitOf[chosen[slotOf.duration] ?? 0];
			const value = loggedDuration(bytes, start, end, unit, format);
			setNumber(record, 'durationMs', value, start, end);
			if (Number.isNaN(value) && !hasTime) {
				// API Gateway's requestTime is a time.
				this.#time.read(bytes, start, end, record);
			}
		}
	}
}

const has = (record: EntryRecord, field: 'method' | 'url' | 'protocol'): boolean =>
	record.spans[spanOf[field]] !== record.spans[spanOf[field] + 1];

/** The whole number that a slot has; NaN when it has none. `bytes` are what the scanner's places are in. */
export const slotNumber = ({chosen, starts, ends}: ObjectScanner, bytes: Buffer, slot: number): number =>
	chosen[slot] === 0 ? Number.NaN : wholeJsonNumber(bytes, starts[slot] ?? 0, ends[slot] ?? 0);

/** How the names of the loggers begin that log requests, and no errors, in Caddy. */
const accessLogger = Buffer.from('http.log.access');

/** `other`: something else than a request that a known server logs. */
export type ObjectKind = 'request' | 'other' | 'unknown';

/**
 * Whether the object whose values a scanner has found, in `bytes`, is a request: it has a status and a request line,
 * method or URL, or all of a method, a URL and a time. `ts` is the number of that name, under which Caddy logs the time.
 */
export const objectKind = (scanner: ObjectScanner, bytes: Buffer, ts: number): ObjectKind => {
	const hasUrl = scanner.has(slotOf.url) || scanner.has(slotOf.path);
	const hasMethod = scanner.has(slotOf.method);
	const status = slotNumber(scanner, bytes, slotOf.status);
	const isRequest =
		status < noStatus
			? hasMethod ||
				scanner.has(slotOf.requestLine) ||
				(hasUrl && status >= 100) ||
				(scanner.isWithoutRequest && status >= 100 && scanner.has(slotOf.ip))
			: hasMethod && hasUrl && scanner.has(slotOf.time);
	// Caddy logs errors with their requests, and everything else in the same way.
	const isLogged = scanner.has(slotOf.level) && scanner.chosen[slotOf.time] === ts;
	if (isLogged && (isRequest ? isOtherLogger(scanner, bytes) : isMessage(scanner))) {
		return 'other';
	}
	return isRequest ? 'request' : 'unknown';
};

const isOtherLogger = (scanner: ObjectScanner, bytes: Buffer): boolean => {
	const start = scanner.starts[slotOf.logger] ?? 0;
	return (
		scanner.has(slotOf.logger) &&
		bytes.compare(accessLogger, 0, accessLogger.length, start, start + accessLogger.length) !== 0
	);
};

const isMessage = (scanner: ObjectScanner): boolean => scanner.has(slotOf.msg) && !scanner.has(slotOf.caller);

/**
 * Writes the line `bytes[start, end)` to the arena, with every character of ASCII as it is that is escaped and need not
 * be: PHP writes a slash as `\/`, also in a protocol and in a date. It means the same. Returns where it begins; it ends
 * where the arena is used up to.
 */
export const plainerLine = (bytes: Buffer, start: number, end: number, arena: Arena): number => {
	arena.reserve(end - start);
	const {buffer, used: first} = arena;
	let last = first;
	for (let at = start; at < end; at++) {
		const byte = bytes[at] ?? 0;
		const next = byte === backslash && at + 1 < end ? bytes[at + 1] : undefined;
		if (next === undefined) {
			buffer[last++] = byte;
			continue;
		}
		const point = next === slash ? slash : next === lowerU ? hexNumber(bytes, at + 2, 4, end) : -1;
		if (point >= 0x20 && point <= 0x7e && point !== quote && point !== backslash) {
			buffer[last++] = point;
			at += next === slash ? 1 : 5;
		} else {
			buffer[last++] = byte;
			buffer[last++] = next;
			at++;
		}
	}
	arena.used = last;
	return first;
};
