import {createHash} from 'node:crypto';
import {questionMark} from '../../../ascii.js';
import {allFormats} from '../../../entries/chosen-readers.js';
import {type EntryRecord, noStatus, spanOf} from '../../../entries/entry-record.js';
import {type LogValue, storedValue} from '../../../entries/log-fields/log-value.js';
import {TokenKey} from '../../../index/token.js';
import {oddParameter, oddStatus} from '../../../routes/oddity.js';
import type {Expected} from '../../../routes/route.js';
import type {LogName} from '../checkpoints/checkpoint.js';
import {viewed} from './byte-writer.js';
import type {DictionaryColumn, NullableColumn, RowPart} from './columns.js';
import {EntryText} from './entry-text.js';
import type {RowColumns} from './row-columns.js';

/** A line of a log without its line end: `bytes[start, end)`. */
export type ShippedLine = {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
	/** Offset of its first byte in the log. */
	readonly offset: number;
};

/** Origin of rows. */
export type RowOrigin = LogName & {
	readonly source: string;
	/** Path of the file as given on the command line. */
	readonly path: string;
};

/** Writes the rows of a log, column by column. Call `take` before writing rows of another log. */
export class RowWriter {
	readonly #origin: RowOrigin;
	readonly #columns: RowColumns;
	readonly #key: TokenKey;
	readonly #text = new EntryText();
	#count = 0;
	#unreadCount = 0;

	/** @param columns - shared by all logs */
	constructor(origin: RowOrigin, columns: RowColumns) {
		this.#origin = origin;
		this.#columns = columns;
		this.#key = new TokenKey(origin.source, origin.fingerprint, origin.ordinal);
	}

	/**
	 * Adds the row of a request. The caller may reuse the bytes of `line` and `source` afterwards.
	 *
	 * @param source - the bytes that the record's spans refer to
	 * @param format - index of the line's format in `allFormats`
	 * @param time - in ms since 1970; for a record without a time, the time of the previous line
	 * @param values - the named values of the line
	 */
	add(
		line: ShippedLine,
		source: Buffer,
		record: EntryRecord,
		format: number,
		time: number,
		values: readonly LogValue[],
	): void {
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
		// A size that a number can't represent exactly becomes NULL instead of being rounded.
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
		for (const {name, text, elements} of values) {
			columns.fields.set(name.toLowerCase(), storedValue(text, elements));
		}
		if (values.length === 0) {
			// Shows that the line has no log fields: see `schema.ts`.
			columns.fields.set('', '');
		}
		columns.fields.endRow();
	}

	/** Adds the row of a line that no format reads. For `time` see `add`. */
	addUnread(line: ShippedLine, time: number): void {
		this.#columns.begin(this);
		this.#unreadCount++;
		const {unread} = this.#columns;
		unread.time.int64(time);
		unread.offset.int64(line.offset);
		unread.line.string(viewed(line.bytes), line.start, line.end);
	}

	/** Returns the rows of requests and of lines that no format reads, and removes them. */
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

	/** Adds the values that are the same in all rows. */
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

	/** Adds the URL, its shape, and its oddity. */
	#addUrl(status: number | null): void {
		const text = this.#text;
		const {columns, routes} = this.#columns.requests;
		if (!this.#addText(columns.url, spanOf.url)) {
			columns.route.add(0);
			columns.oddity.add(0);
			return;
		}
		// Only the path determines the shape.
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

	/** Returns the oddity of a request for the current URL; null if it is normal. */
	#oddity(expects: Expected, status: number | null, hasParameters: boolean): string | null {
		const {bytes, start, end} = this.#text;
		// Most shapes have no parameters. Don't create a string for these.
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

	/** Adds a string by the index of its span. Returns true if it exists. */
	#addText(column: NullableColumn, span: number): boolean {
		const text = this.#text;
		const hasText = column.hasValue(text.find(span));
		if (hasText) {
			column.string(text.bytes, text.start, text.end);
		}
		return hasText;
	}

	/** Adds a string that is likely to repeat. Returns its number; 0 if it is missing. */
	#addKnown(column: DictionaryColumn, span: number): number {
		const text = this.#text;
		const number = text.find(span) ? column.dictionary.numberOf(text.bytes, text.start, text.end) : 0;
		column.add(number);
		return number;
	}
}

/** Returns the number that identifies a log in its rows: 64 bits, little-endian. */
function fileNumber({fingerprint, ordinal}: LogName): Uint8Array {
	const digest =
		ordinal === 0
			? Buffer.from(fingerprint, 'hex')
			: createHash('sha256').update(`${fingerprint} ${ordinal}`).digest();
	return digest.subarray(0, 8).reverse();
}
