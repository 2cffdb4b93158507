import {createHash} from 'node:crypto';
import {shippedColumns} from '../../clickhouse/schema.js';
import {allFormats} from '../../entries/chosen-readers.js';
import {type EntryRecord, noStatus, spanOf, type TextField} from '../../entries/entry-record.js';
import type {UsualFormats} from '../../entries/usual-formats.js';
import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {TokenKey} from '../../index/token.js';
import type {LogName} from '../batch.js';
import type {RowPart} from './column-part.js';
import type {TextColumn, ValueColumn} from './column-writers.js';
import {KnownTexts, knownColumns} from './known-texts.js';
import {isPlainText, PlainBytes} from './plain-bytes.js';
import {makeTexts, makeValues} from './row-columns.js';
import {rowPart} from './row-part.js';
import type {RowPlace, RowWriter, UnreadPlace, UsualLines} from './row-writer.js';
import {UnreadRows} from './unread-rows.js';
import {UsualRows} from './usual-rows.js';
import {type ViewedBytes, viewed} from './viewed-bytes.js';

/** What escapes begin with; what is no ASCII where there are none. */
const escapeBytes: Readonly<Record<Escapes, number>> = {none: 255, clf: 92, json: 92, haproxy: 35};

const nothing: ViewedBytes = viewed(Buffer.alloc(0));

/** Where rows are of. */
export type RowOrigin = LogName & {
	readonly source: string;
	/** Of the file, as given. */
	readonly path: string;
};

/** The number that stands for a log in its rows: 64 bits, little-endian. */
export const fileNumber = ({fingerprint, ordinal}: LogName): Buffer => {
	const digest =
		ordinal === 0
			? Buffer.from(fingerprint, 'hex')
			: createHash('sha256').update(`${fingerprint} ${ordinal}`).digest();
	return Buffer.from(digest.subarray(0, 8)).reverse();
};

/** Of all logs. */
let shared = new KnownTexts();

/**
 * What rows are written with, for all logs, too, as only one is written at a time: it keeps the room that it has grown to.
 * With one for each of 200 logs that took 1 GB.
 */
const values = makeValues();
const texts = makeTexts(shared);
const plain = new PlainBytes();

/** Whose rows haven't been taken yet. */
let writing: NativeRows | undefined;

let usual: UsualRows | undefined;

const usualRows = (): UsualRows => {
	usual ??= new UsualRows();
	return usual;
};

/**
 * Writes the rows of a log column by column; they are to be taken before those of another log are added. Texts are copied,
 * and looked up, as the bytes that they are wherever that is what they mean: to make strings of them took more time than
 * all the rest.
 */
export class NativeRows implements RowWriter {
	#known = shared;
	readonly #unread: UnreadRows;
	readonly #key: TokenKey;
	readonly #source: ViewedBytes;
	readonly #file: Buffer;
	readonly #path: ViewedBytes;
	/** The numbers of what is the same in all rows, or in most. */
	#sourceNumber = 0;
	#pathNumber = 0;
	#formatNumbers: number[] = [];
	#count = 0;
	/** What is being written: where its texts are, and how they are escaped. */
	#bytes: ViewedBytes = nothing;
	#spans: Int32Array = new Int32Array(0);
	#escapes: Escapes = 'none';
	/** Whether that holds nothing but what it means. */
	#isPlain = false;
	/** Where the text is that was found last, as the bytes that it stands for. */
	#text: ViewedBytes = nothing;
	#start = 0;
	#end = 0;

	constructor({source, fingerprint, ordinal, path}: RowOrigin) {
		this.#key = new TokenKey(source, fingerprint, ordinal);
		this.#source = viewed(Buffer.from(source));
		this.#file = fileNumber({fingerprint, ordinal});
		this.#path = viewed(Buffer.from(path));
		this.#unread = new UnreadRows(this.#source, this.#file, this.#path);
		this.#numberTexts();
	}

	add(bytes: Buffer, record: EntryRecord, place: RowPlace): void {
		this.#begin();
		const {line, lineStart, lineEnd} = place;
		if (bytes !== this.#bytes.bytes) {
			this.#bytes = viewed(bytes);
		}
		this.#spans = record.spans;
		this.#escapes = allFormats[place.format]?.escapes ?? 'none';
		// Other texts than lines may come to stand in the same bytes: those are looked at one by one.
		this.#isPlain = bytes === line && plain.isPlain(line, escapeBytes[this.#escapes], lineStart, lineEnd);
		this.#count++;
		values.time.values.int64(place.time);
		values.offset.values.int64(place.offset);
		values.token.values.hex13(this.#key.number(place.offset));
		values.timed.values.byte(place.isTimeless ? 0 : 1);
		if (values.zone.isThere(!place.isTimeless)) {
			values.zone.values.int16(record.zone);
		}
		const status = record.status === noStatus ? null : record.status;
		if (values.status.isThere(status !== null) && status !== null) {
			values.status.values.uint16(status);
		}
		this.#addClient();
		this.#addUrl(status);
		// A size that a number can't hold exactly isn't rounded in silence.
		if (values.bytes.isThere(record.bytes <= Number.MAX_SAFE_INTEGER)) {
			values.bytes.values.int64(record.bytes);
		}
		if (values.duration_ms.isThere(!Number.isNaN(record.durationMs))) {
			values.duration_ms.values.float64(record.durationMs);
		}
		this.#addValue(values.referer, 'referer');
		this.#addAgent();
		this.#addText(texts.method, 'method');
		this.#addText(texts.protocol, 'protocol');
		this.#addText(texts.user, 'user');
		this.#addText(texts.host, 'host');
		this.#addValue(values.forwarded_for, 'forwardedFor');
		this.#addText(texts.upstream, 'upstream');
		values.incomplete.values.byte(record.incomplete ? 1 : 0);
		texts.format.known(this.#formatNumber(place.format));
		if (this.#isPlain) {
			values.line.values.ascii(this.#bytes, lineStart, lineEnd);
		} else {
			values.line.values.string(bytes === line ? this.#bytes : viewed(line), lineStart, lineEnd);
		}
	}

	scan(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): UsualLines {
		return usualRows().scan(bytes, start, end, offset, formats);
	}

	addUsual(first: number, count: number): void {
		this.#begin();
		this.#count += count;
		usualRows().add(first, count, {
			values,
			texts,
			known: this.#known,
			key: this.#key,
			formatNumber: format => this.#formatNumber(format),
		});
	}

	addUnread(place: UnreadPlace): void {
		this.#unread.add(place);
	}

	take(): {readonly rows: RowPart; readonly unread: RowPart} {
		this.#begin();
		const count = this.#count;
		values.file.values.repeated(this.#file, count);
		texts.source.repeated(this.#sourceNumber, count);
		texts.path.repeated(this.#pathNumber, count);
		const columns: Readonly<Record<string, ValueColumn | TextColumn>> = {...values, ...texts};
		const rows = rowPart(
			count,
			shippedColumns.flatMap(({name}) => columns[name]?.take() ?? []),
		);
		this.#count = 0;
		this.#bytes = nothing;
		this.#text = nothing;
		writing = undefined;
		if (shared.isTooMuch) {
			shared = new KnownTexts();
			for (const name of knownColumns) {
				texts[name].renew(shared.columns[name]);
			}
		}
		return {rows, unread: this.#unread.take()};
	}

	/** Begins to write, unless it has; the texts that are known may have become others since. */
	#begin(): void {
		if (writing === this) {
			return;
		}
		if (writing !== undefined) {
			throw new Error('the rows of another log have not been taken');
		}
		writing = this;
		if (this.#known !== shared) {
			this.#known = shared;
			this.#numberTexts();
		}
	}

	/** Has numbers for what is the same in all rows, or in most. */
	#numberTexts(): void {
		const {source, path} = this.#known.columns;
		this.#sourceNumber = source.numberOf(this.#source, 0, this.#source.bytes.length);
		this.#pathNumber = path.numberOf(this.#path, 0, this.#path.bytes.length);
		this.#formatNumbers = [];
	}

	#formatNumber(format: number): number {
		let number = this.#formatNumbers[format];
		if (number === undefined) {
			const name = viewed(Buffer.from(allFormats[format]?.name ?? 'unknown'));
			number = this.#known.columns.format.numberOf(name, 0, name.bytes.length);
			this.#formatNumbers[format] = number;
		}
		return number;
	}

	#addClient(): void {
		const {ip, address} = values;
		if (!ip.isThere(this.#find('ip'))) {
			address.isThere(false);
			return;
		}
		this.#writeFound(ip);
		const number = this.#known.address(this.#text, this.#start, this.#end);
		if (address.isThere(number !== -1)) {
			address.values.words(this.#known.addressWords, number * 4);
		}
	}

	/** The URL, its shape, and what is odd about it. */
	#addUrl(status: number | null): void {
		const {url} = values;
		const {route, oddity} = texts;
		if (!url.isThere(this.#find('url'))) {
			route.none();
			oddity.none();
			return;
		}
		this.#writeFound(url);
		const known = this.#known;
		const {number, expected} = known.route(this.#text, this.#start, this.#end);
		route.known(number);
		if (expected === 0) {
			oddity.none();
			return;
		}
		// Most shapes have no parameters, and a string isn't made for nothing.
		oddity.known(
			known.hasQuery && known.hasParameters(expected)
				? known.oddRequest(expected, status, this.#text.bytes.toString('utf8', this.#start, this.#end))
				: known.oddStatus(expected, status),
		);
	}

	#addAgent(): void {
		const {bot} = values;
		const {agent} = texts;
		const hasAgent = this.#find('userAgent');
		const number = hasAgent ? agent.write(this.#text, this.#start, this.#end) : -1;
		if (!hasAgent) {
			agent.none();
		}
		if (bot.isThere(hasAgent)) {
			bot.values.byte(this.#known.isBot(number) ? 1 : 0);
		}
	}

	#addValue(column: ValueColumn, field: TextField): void {
		if (column.isThere(this.#find(field))) {
			this.#writeFound(column);
		}
	}

	#addText(column: TextColumn, field: TextField): void {
		if (this.#find(field)) {
			column.write(this.#text, this.#start, this.#end);
		} else {
			column.none();
		}
	}

	/** Writes the text that was found last. */
	#writeFound({values: to}: ValueColumn): void {
		if (this.#isPlain) {
			to.ascii(this.#text, this.#start, this.#end);
		} else {
			to.string(this.#text, this.#start, this.#end);
		}
	}

	/** Finds the bytes that a text stands for. False when there is none. */
	#find(field: TextField): boolean {
		const start = this.#spans[spanOf[field]] ?? 0;
		const end = this.#spans[spanOf[field] + 1] ?? 0;
		if (start === end) {
			return false;
		}
		const {bytes} = this.#bytes;
		if (this.#isPlain || isPlainText(bytes, escapeBytes[this.#escapes], start, end)) {
			this.#text = this.#bytes;
			this.#start = start;
			this.#end = end;
		} else {
			this.#text = viewed(Buffer.from(decodeText(bytes.subarray(start, end), this.#escapes)));
			this.#start = 0;
			this.#end = this.#text.bytes.length;
		}
		return true;
	}
}
