import type {Arena} from '../arena.js';
import {type EntryRecord, fields, noStatus, spanOf, textFields} from '../entry-record.js';
import {readRequestLine} from '../values/request-line.js';
import {portColon, setNumber, setText} from '../values/words.js';
import {setClient} from './json-client.js';
import {jsonDuration} from './json-duration.js';
import {formatNumber, jsonFormats} from './json-formats.js';
import {jsonNumber, wholeJsonNumber} from './json-number.js';
import {JsonTime} from './json-time.js';
import {slots, type Unit} from './known-names.js';
import type {NameTable} from './name-table.js';
import type {ObjectScanner} from './object-scanner.js';
import {plainerLine} from './plainer-line.js';

const dot = 46;
const slash = 47;
const question = 63;

const slotOf = Object.fromEntries(slots.map((slot, index) => [slot, index])) as Readonly<
	Record<(typeof slots)[number], number>
>;

/** Texts that are taken as they stand. */
const plainTexts = (['user', 'referer', 'userAgent', 'forwardedFor', 'upstream'] as const).map(
	field => [slotOf[field], spanOf[field]] as const,
);

/** How the names of the loggers begin that log requests, and no errors, in Caddy. */
const accessLogger = Buffer.from('http.log.access');

const httpSlash = Buffer.from('HTTP/');

const lastFormat = jsonFormats.length - 1;

/** Milliseconds that no request took that was logged in seconds without decimals. */
const longestInSeconds = 1e6;

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

	/**
	 * Whether the object is a request: it has a status and a request line, method or URL, or all of a method, a URL and a
	 * time. `other`: something else that a known server logs.
	 */
	kind(): 'request' | 'other' | 'unknown' {
		const scanner = this.#scanner;
		const bytes = this.#bytes;
		const hasUrl = scanner.has(slotOf.url) || scanner.has(slotOf.path);
		const hasMethod = scanner.has(slotOf.method);
		const status = this.#number(bytes, slotOf.status);
		const isRequest =
			status < noStatus
				? hasMethod || scanner.has(slotOf.requestLine) || (hasUrl && status >= 100)
				: hasMethod && hasUrl && scanner.has(slotOf.time);
		// Caddy logs errors with their requests, and everything else in the same way.
		const isLogged = scanner.has(slotOf.level) && scanner.chosen[slotOf.time] === this.#ts;
		if (isLogged && (isRequest ? this.#isOtherLogger(bytes) : this.#isMessage())) {
			return 'other';
		}
		return isRequest ? 'request' : 'unknown';
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
		if (!scanner.has(slotOf.url) && !this.#has(record, 'url')) {
			this.#fillPath(bytes, record);
		}
		this.#fillProtocol(record.source ?? bytes, bytes, record);
		return format;
	}

	#number(bytes: Buffer, slot: number): number {
		const {chosen, starts, ends} = this.#scanner;
		return chosen[slot] === 0 ? Number.NaN : wholeJsonNumber(bytes, starts[slot] ?? 0, ends[slot] ?? 0);
	}

	#isOtherLogger(bytes: Buffer): boolean {
		const scanner = this.#scanner;
		const start = scanner.starts[slotOf.logger] ?? 0;
		return (
			scanner.has(slotOf.logger) &&
			bytes.compare(accessLogger, 0, accessLogger.length, start, start + accessLogger.length) !== 0
		);
	}

	#isMessage(): boolean {
		const scanner = this.#scanner;
		return scanner.has(slotOf.msg) && !scanner.has(slotOf.caller);
	}

	#has(record: EntryRecord, field: 'method' | 'url' | 'protocol'): boolean {
		return record.spans[spanOf[field]] !== record.spans[spanOf[field] + 1];
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
			if (chosen[slot] !== 0 && !this.#has(record, field)) {
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
		const status = this.#number(bytes, slotOf.status);
		if (status < noStatus) {
			record.status = status;
			record.spans[spanOf.status] = starts[slotOf.status] ?? 0;
			record.spans[spanOf.status + 1] = ends[slotOf.status] ?? 0;
		}
		const size = this.#number(bytes, slotOf.bytes);
		setNumber(record, 'bytes', size, starts[slotOf.bytes] ?? 0, ends[slotOf.bytes] ?? 0);
		const timeStart = starts[slotOf.time] ?? 0;
		const hasTime =
			chosen[slotOf.time] !== 0 && this.#time.read(bytes, timeStart, ends[slotOf.time] ?? 0, record);
		if (chosen[slotOf.duration] !== 0) {
			const start = starts[slotOf.duration] ?? 0;
			const end = ends[slotOf.duration] ?? 0;
			const value = this.#duration(bytes, start, end, format);
			setNumber(record, 'durationMs', value, start, end);
			if (Number.isNaN(value) && !hasTime) {
				// API Gateway's requestTime is a time.
				this.#time.read(bytes, start, end, record);
			}
		}
	}

	#duration(bytes: Buffer, start: number, end: number, format: number): number {
		const named = this.#table.unitOf[this.#scanner.chosen[slotOf.duration] ?? 0];
		if (named !== 'format') {
			return jsonDuration(bytes, start, end, named);
		}
		const value = jsonDuration(bytes, start, end, unitOfFormat(format));
		// Caddy can be told to log nanoseconds, as whole numbers.
		const isOther = format === formatNumber.caddy && value >= longestInSeconds;
		return isOther && jsonNumber(bytes, start, end) * 1000 === value && !holds(bytes, start, end, dot)
			? Number.NaN
			: value;
	}

	/** Sets the URL where path and query stand apart. */
	#fillPath(bytes: Buffer, record: EntryRecord): void {
		const {chosen, starts, ends} = this.#scanner;
		if (chosen[slotOf.path] === 0) {
			return;
		}
		const start = starts[slotOf.path] ?? 0;
		const end = ends[slotOf.path] ?? 0;
		setText(record, spanOf.url, bytes, start, end);
		if (chosen[slotOf.query] === 0 || holds(bytes, start, end, question)) {
			return;
		}
		const queryStart = starts[slotOf.query] ?? 0;
		const queryEnd = ends[slotOf.query] ?? 0;
		this.#moveTexts(bytes, record, end - start + 1 + queryEnd - queryStart);
		const arena = this.#arena;
		const place = arena.append(bytes, start, end);
		if (bytes[queryStart] !== question) {
			arena.buffer[arena.used++] = question;
		}
		arena.append(bytes, queryStart, queryEnd);
		record.spans[spanOf.url] = place;
		record.spans[spanOf.url + 1] = arena.used;
	}

	/** Sets the protocol; a version alone is HTTP's, a scheme is none. `source` has the texts that are set already. */
	#fillProtocol(source: Buffer, bytes: Buffer, record: EntryRecord): void {
		const {chosen, starts, ends} = this.#scanner;
		if (chosen[slotOf.protocol] === 0 || this.#has(record, 'protocol')) {
			return;
		}
		const start = starts[slotOf.protocol] ?? 0;
		const end = ends[slotOf.protocol] ?? 0;
		const first = bytes[start] ?? 0;
		const isVersion = first >= 48 && first <= 57;
		if (!isVersion && source === bytes && holds(bytes, start, end, slash)) {
			setText(record, spanOf.protocol, bytes, start, end);
			return;
		}
		if (!isVersion && !holds(bytes, start, end, slash)) {
			return;
		}
		this.#moveTexts(source, record, httpSlash.length + end - start);
		const arena = this.#arena;
		const place = arena.used;
		if (isVersion) {
			arena.append(httpSlash, 0, httpSlash.length);
		}
		arena.append(bytes, start, end);
		record.spans[spanOf.protocol] = place;
		record.spans[spanOf.protocol + 1] = arena.used;
	}

	/** Moves the texts of a record to the arena, with so much room for another. */
	#moveTexts(source: Buffer, record: EntryRecord, room: number): void {
		const arena = this.#arena;
		const {spans} = record;
		if (source === arena.buffer && arena.used + room <= source.length) {
			return;
		}
		let size = room;
		for (let span = 0; span < textFields.length * 2; span += 2) {
			size += (spans[span + 1] ?? 0) - (spans[span] ?? 0);
		}
		arena.reserve(size);
		for (let span = 0; span < textFields.length * 2; span += 2) {
			const start = spans[span] ?? 0;
			const end = spans[span + 1] ?? 0;
			if (end > start) {
				spans[span] = arena.append(source, start, end);
				spans[span + 1] = arena.used;
			}
		}
		record.source = arena.buffer;
	}
}

const holds = (bytes: Buffer, start: number, end: number, byte: number): boolean => {
	for (let at = start; at < end; at++) {
		if (bytes[at] === byte) {
			return true;
		}
	}
	return false;
};

/** The unit of a time taken that has neither its own nor one in its name. */
const unitOfFormat = (format: number): Unit | undefined => {
	switch (format) {
		case formatNumber.caddy:
			return 's';
		case formatNumber.traefik:
			return 'ns';
		case formatNumber.envoy:
			return 'ms';
		case formatNumber.fastly:
			return 'us';
		default:
			return undefined;
	}
};
