import {createHash} from 'node:crypto';
import {shippedColumns} from '../../clickhouse/schema.js';
import {allFormats} from '../../entries/chosen-readers.js';
import {type EntryRecord, noStatus, type TextField} from '../../entries/entry-record.js';
import type {UsualFormats} from '../../entries/usual-formats.js';
import {TokenKey} from '../../index/token.js';
import type {LogName} from '../batch.js';
import type {RowPart} from './column-part.js';
import type {TextColumn, ValueColumn} from './column-writers.js';
import {FoundText} from './found-text.js';
import {KnownTexts, knownColumns} from './known-texts.js';
import {makeTexts, makeValues} from './row-columns.js';
import {rowPart} from './row-part.js';
import type {RowPlace, RowWriter, UnreadPlace, UsualLines} from './row-writer.js';
import {UnreadRows} from './unread-rows.js';
import {UsualRows} from './usual-rows.js';
import {type ViewedBytes, viewed} from './viewed-bytes.js';

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
const text = new FoundText();

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
		text.begin(bytes, record.spans, place);
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
		const {line, lineStart, lineEnd} = place;
		const lineBytes = bytes === line ? text.source : viewed(line);
		if (text.isPlain) {
			values.line.values.ascii(lineBytes, lineStart, lineEnd);
		} else {
			values.line.values.string(lineBytes, lineStart, lineEnd);
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
		text.release();
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
		if (!ip.isThere(text.find('ip'))) {
			address.isThere(false);
			return;
		}
		this.#writeFound(ip);
		const number = this.#known.address(text.bytes, text.start, text.end);
		if (address.isThere(number !== -1)) {
			address.values.words(this.#known.addressWords, number * 4);
		}
	}

	/** The URL, its shape, and what is odd about it. */
	#addUrl(status: number | null): void {
		const {url} = values;
		const {route, oddity} = texts;
		if (!url.isThere(text.find('url'))) {
			route.none();
			oddity.none();
			return;
		}
		this.#writeFound(url);
		const known = this.#known;
		const {number, expected} = known.route(text.bytes, text.start, text.end);
		route.known(number);
		if (expected === 0) {
			oddity.none();
			return;
		}
		// Most shapes have no parameters, and a string isn't made for nothing.
		oddity.known(
			known.hasQuery && known.hasParameters(expected)
				? known.oddRequest(expected, status, text.bytes.bytes.toString('utf8', text.start, text.end))
				: known.oddStatus(expected, status),
		);
	}

	#addAgent(): void {
		const {bot} = values;
		const {agent} = texts;
		const hasAgent = text.find('userAgent');
		const number = hasAgent ? agent.write(text.bytes, text.start, text.end) : -1;
		if (!hasAgent) {
			agent.none();
		}
		if (bot.isThere(hasAgent)) {
			bot.values.byte(this.#known.isBot(number) ? 1 : 0);
		}
	}

	#addValue(column: ValueColumn, field: TextField): void {
		if (column.isThere(text.find(field))) {
			this.#writeFound(column);
		}
	}

	#addText(column: TextColumn, field: TextField): void {
		if (text.find(field)) {
			column.write(text.bytes, text.start, text.end);
		} else {
			column.none();
		}
	}

	/** Writes the text that was found last. */
	#writeFound({values: to}: ValueColumn): void {
		if (text.isPlain) {
			to.ascii(text.bytes, text.start, text.end);
		} else {
			to.string(text.bytes, text.start, text.end);
		}
	}
}
