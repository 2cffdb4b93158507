import type {Arena} from '../arena.js';
import {type EntryRecord, fields, noStatus, spanOf, textFields} from '../entry-record.js';
import {readRequestLine} from '../values/request-line.js';
import {portColon, setNumber, setText} from '../values/words.js';
import {setClient} from './json-client.js';
import {jsonFormats} from './json-formats.js';
import {setProtocol} from './json-protocol.js';
import {JsonTime} from './json-time.js';
import {setUrl} from './json-url.js';
import {slotOf} from './known-names.js';
import {loggedDuration} from './logged-duration.js';
import type {NameTable} from './name-table.js';
import {type ObjectKind, objectKind} from './object-kind.js';
import type {ObjectScanner} from './object-scanner.js';
import {plainerLine} from './plainer-line.js';
import {slotNumber} from './slot-number.js';

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
