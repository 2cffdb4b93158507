import {createHash} from 'node:crypto';
import {questionMark} from '../../ascii.js';
import {allFormats} from '../../entries/chosen-readers.js';
import {type EntryRecord, noStatus, spanOf} from '../../entries/entry-record.js';
import {TokenKey} from '../../index/token.js';
import {oddParameter, oddStatus} from '../../routes/oddity.js';
import type {Expected} from '../../routes/route.js';
import type {LogName} from '../checkpoints/checkpoint.js';
import {viewed} from './byte-writer.js';
import type {DictionaryColumn, NullableColumn, RowPart} from './columns.js';
import {EntryText} from './entry-text.js';
import type {RowColumns} from './row-columns.js';

/** A line of a log, without its line end: `bytes[start, end)`. */
export type ShippedLine = {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
	/** Of its first byte in the log. */
	readonly offset: number;
};

/** Where rows are of. */
export type RowOrigin = LogName & {
	readonly source: string;
	/** Of the file, as given. */
	readonly path: string;
};

/** Writes the rows of a log, column by column. They are to be taken before those of another log are written. */
export class RowWriter {
	readonly #origin: RowOrigin;
	readonly #columns: RowColumns;
	readonly #key: TokenKey;
	readonly #text = new EntryText();
	#count = 0;
	#unreadCount = 0;

	/** @param columns The same for all logs. */
	constructor(origin: RowOrigin, columns: RowColumns) {
		this.#origin = origin;
		this.#columns = columns;
		this.#key = new TokenKey(origin.source, origin.fingerprint, origin.ordinal);
	}

	/**
	 * Adds the row of a request. The bytes of line and source may be used again once it returns.
	 *
	 * @param source What the record's spans are places in.
	 * @param format The number of the line's format among `allFormats`.
	 * @param time Milliseconds since 1970: where the record has no time, that of the line before.
	 */
	add(line: ShippedLine, source: Buffer, record: EntryRecord, format: number, time: number): void {
		this.#columns.begin(this);
		this.#count++;
		const {columns, formatNumbers} = this.#columns.requests;
		this.#text.begin(source, record.spans, allFormats[format]?.escapes ?? 'none');
		columns.time.int64(time);
		columns.offset.int64(line.offset);
		columns.token.hex13(this.#key.number(line.offset));
		const isTimed = !Number.isNaN(record.time);
		columns.timed.byte(isTimed ? 1 : 0);
		if (columns.zone.hasValue(isTimed)) {
			columns.zone.int16(record.zone);
		}
		if (columns.status.hasValue(record.status !== noStatus)) {
			columns.status.int16(record.status);
		}
		this.#addClient();
		this.#addUrl(record.status === noStatus ? null : record.status);
		// A size that a number can't hold exactly isn't rounded in silence.
		if (columns.bytes.hasValue(record.bytes <= Number.MAX_SAFE_INTEGER)) {
			columns.bytes.int64(record.bytes);
		}
		if (columns.duration_ms.hasValue(!Number.isNaN(record.durationMs))) {
			columns.duration_ms.float64(record.durationMs);
		}
		this.#addText(columns.referer, spanOf.referer);
		this.#addText(columns.forwarded_for, spanOf.forwardedFor);
		this.#addAgent();
		this.#addKnown(columns.method, spanOf.method);
		this.#addKnown(columns.protocol, spanOf.protocol);
		this.#addKnown(columns.user, spanOf.user);
		this.#addKnown(columns.host, spanOf.host);
		this.#addKnown(columns.upstream, spanOf.upstream);
		columns.incomplete.byte(record.incomplete ? 1 : 0);
		columns.format.add(formatNumbers[format] ?? 0);
		const {source: known} = this.#text;
		columns.line.string(line.bytes === known.bytes ? known : viewed(line.bytes), line.start, line.end);
	}

	/** Adds the row of a line that no format reads; `time` as in `add`. */
	addUnread(line: ShippedLine, time: number): void {
		this.#columns.begin(this);
		this.#unreadCount++;
		const {unread} = this.#columns;
		unread.time.int64(time);
		unread.offset.int64(line.offset);
		unread.line.string(viewed(line.bytes), line.start, line.end);
	}

	/** Gives the rows away: those of requests, and those of lines that no format reads. */
	take(): {readonly rows: RowPart; readonly unread: RowPart} {
		this.#columns.begin(this);
		const [count, unreadCount] = [this.#count, this.#unreadCount];
		this.#addOrigin(this.#columns.requests.columns, count);
		this.#addOrigin(this.#columns.unread, unreadCount);
		this.#count = 0;
		this.#unreadCount = 0;
		this.#text.release();
		return this.#columns.take(count, unreadCount);
	}

	/** Adds what is the same in all rows. */
	#addOrigin({source, file, path}: RowColumns['unread'], count: number): void {
		const {source: sourceText, path: pathText, ...name} = this.#origin;
		const number = fileNumber(name);
		const [sourceNumber, pathNumber] = [
			source.dictionary.numberOfText(sourceText),
			path.dictionary.numberOfText(pathText),
		];
		for (let row = 0; row < count; row++) {
			source.add(sourceNumber);
			file.fixed(number);
			path.add(pathNumber);
		}
	}

	#addClient(): void {
		const text = this.#text;
		const {columns, addresses} = this.#columns.requests;
		const hasClient = this.#addText(columns.ip, spanOf.ip);
		const address = hasClient ? addresses.get(text.bytes, text.start, text.end) : null;
		if (columns.address.hasValue(address !== null) && address !== null) {
			columns.address.fixed(address);
		}
	}

	/** The URL, its shape, and what is odd about it. */
	#addUrl(status: number | null): void {
		const text = this.#text;
		const {columns, routes} = this.#columns.requests;
		if (!this.#addText(columns.url, spanOf.url)) {
			columns.route.add(0);
			columns.oddity.add(0);
			return;
		}
		// What stands behind the path doesn't decide on the shape.
		const {bytes} = text.bytes;
		let pathEnd = text.start;
		while (pathEnd < text.end && bytes[pathEnd] !== questionMark) {
			pathEnd++;
		}
		const {number, expects} = routes.get(text.bytes, text.start, pathEnd);
		columns.route.add(number);
		const odd = expects && this.#oddity(expects, status, pathEnd < text.end);
		columns.oddity.add(odd === null ? 0 : columns.oddity.dictionary.numberOfText(odd));
	}

	/** What is odd about a request for the URL that was found last; null for nothing. */
	#oddity(expects: Expected, status: number | null, hasParameters: boolean): string | null {
		const {bytes, start, end} = this.#text;
		// Most shapes have no parameters, and a string isn't made for nothing.
		const odd =
			hasParameters && expects.integerParameters.length > 0
				? oddParameter(expects, bytes.bytes.toString('utf8', start, end))
				: null;
		return odd ?? oddStatus(expects, status);
	}

	#addAgent(): void {
		const {columns, isBot} = this.#columns.requests;
		const number = this.#addKnown(columns.agent, spanOf.userAgent);
		if (columns.bot.hasValue(number > 0)) {
			columns.bot.byte(isBot(number) ? 1 : 0);
		}
	}

	/** Adds a text, by the place of its span. Returns whether there is one. */
	#addText(column: NullableColumn, span: number): boolean {
		const text = this.#text;
		const hasText = column.hasValue(text.find(span));
		if (hasText) {
			column.string(text.bytes, text.start, text.end);
		}
		return hasText;
	}

	/** The same for texts that come again. Returns the number of the text; 0 where there is none. */
	#addKnown(column: DictionaryColumn, span: number): number {
		const text = this.#text;
		const number = text.find(span) ? column.dictionary.numberOf(text.bytes, text.start, text.end) : 0;
		column.add(number);
		return number;
	}
}

/** The number that stands for a log in its rows: 64 bits, little-endian. */
function fileNumber({fingerprint, ordinal}: LogName): Uint8Array {
	const digest =
		ordinal === 0
			? Buffer.from(fingerprint, 'hex')
			: createHash('sha256').update(`${fingerprint} ${ordinal}`).digest();
	return digest.subarray(0, 8).reverse();
}
