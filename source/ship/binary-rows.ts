import {createHash} from 'node:crypto';
import {allFormats} from '../entries/chosen-readers.js';
import {type EntryRecord, noStatus, spanOf, type TextField} from '../entries/entry-record.js';
import {decodeText, type Escapes} from '../entries/values/decode-text.js';
import {TokenKey} from '../index/token.js';
import type {LogName} from './batch.js';
import {ByteWriter} from './byte-writer.js';
import {DerivedValues} from './derived-values.js';
import type {RowPlace, RowWriter, UnreadPlace} from './row-writer.js';

/** The columns of a request's row, in the order in which they are written. */
export const rowColumns = [
	...(['line', 'time', 'source', 'file', 'offset', 'token', 'timed', 'zone', 'status', 'method'] as const),
	...(['ip', 'address', 'url', 'route', 'oddity', 'protocol', 'bytes', 'duration_ms', 'referer'] as const),
	...(['agent', 'bot', 'user', 'host', 'forwarded_for', 'upstream', 'incomplete', 'format', 'path'] as const),
] as const;

/** The same of a line that no format reads. */
export const unreadColumns = ['time', 'source', 'file', 'offset', 'path', 'line'] as const;

const formatNames = allFormats.map(({name}) => Buffer.from(name));
const unknownFormat = Buffer.from('unknown');

/** What escapes begin with; what is no ASCII where there are none. */
const escapeBytes: Readonly<Record<Escapes, number>> = {none: 255, clf: 92, json: 92, haproxy: 35};

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

/** Of all logs: most of what is remembered for one serves others. */
const derived = new DerivedValues();

/**
 * Writes the rows of a log as RowBinary. Texts are copied as they are wherever that is what they mean, within what was
 * written: with a string, and a call into C++, for each of them it took three times as long.
 */
export class BinaryRows implements RowWriter {
	readonly #rows = new ByteWriter();
	readonly #unread = new ByteWriter();
	readonly #key: TokenKey;
	readonly #source: Buffer;
	readonly #file: Buffer;
	readonly #path: Buffer;
	/** What is being written: where its texts are, how they are escaped, and where those are copied from. */
	#bytes: Buffer = Buffer.alloc(0);
	#spans: Int32Array = new Int32Array(0);
	#escapes: Escapes = 'none';
	/** What is to be added to a span for the place of its text in what was written; undefined: it isn't there as it is. */
	#shift: number | undefined;

	constructor({source, fingerprint, ordinal, path}: RowOrigin) {
		this.#key = new TokenKey(source, fingerprint, ordinal);
		this.#source = Buffer.from(source);
		this.#file = fileNumber({fingerprint, ordinal});
		this.#path = Buffer.from(path);
	}

	add(bytes: Buffer, record: EntryRecord, place: RowPlace): void {
		const rows = this.#rows;
		const {status} = record;
		const {line, lineStart, lineEnd} = place;
		this.#bytes = bytes;
		this.#spans = record.spans;
		this.#escapes = allFormats[place.format]?.escapes ?? 'none';
		rows.string(line, lineStart, lineEnd);
		const written = rows.length - (lineEnd - lineStart);
		// What holds for the line holds for its texts.
		const isPlain = bytes === line && rows.isPlainFrom(written, escapeBytes[this.#escapes]);
		this.#shift = isPlain ? written - lineStart : undefined;
		this.#begin(rows, place.time, place.offset);
		rows.hex13(this.#key.number(place.offset));
		rows.byte(place.isTimeless ? 0 : 1);
		if (this.#hasValue(!place.isTimeless)) {
			rows.int16(record.zone);
		}
		const hasStatus = this.#hasValue(status !== noStatus);
		if (hasStatus) {
			rows.uint16(status);
		}
		this.#write('method');
		this.#write('ip');
		this.#writeAddress(this.#text('ip'));
		this.#write('url');
		this.#writeUrlValues(this.#text('url'), hasStatus ? status : null);
		this.#write('protocol');
		// A size that a number can't hold exactly isn't rounded in silence.
		if (this.#hasValue(record.bytes <= Number.MAX_SAFE_INTEGER)) {
			rows.int64(record.bytes);
		}
		if (this.#hasValue(!Number.isNaN(record.durationMs))) {
			rows.float64(record.durationMs);
		}
		this.#write('referer');
		this.#write('userAgent');
		const agent = this.#text('userAgent');
		if (this.#hasValue(agent !== null)) {
			rows.byte(derived.isBot(agent ?? '') ? 1 : 0);
		}
		this.#write('user');
		this.#write('host');
		this.#write('forwardedFor');
		this.#write('upstream');
		rows.byte(record.incomplete ? 1 : 0);
		const format = formatNames[place.format] ?? unknownFormat;
		rows.string(format, 0, format.length);
		rows.string(this.#path, 0, this.#path.length);
	}

	/** Says whether a value follows or there is none. */
	#hasValue(hasValue: boolean): boolean {
		this.#rows.byte(hasValue ? 0 : 1);
		return hasValue;
	}

	#text(field: TextField): string | null {
		const start = this.#spans[spanOf[field]] ?? 0;
		const end = this.#spans[spanOf[field] + 1] ?? 0;
		if (start === end) {
			return null;
		}
		return this.#shift === undefined
			? decodeText(this.#bytes.subarray(start, end), this.#escapes)
			: this.#bytes.toString('latin1', start, end);
	}

	#write(field: TextField): void {
		const start = this.#spans[spanOf[field]] ?? 0;
		const end = this.#spans[spanOf[field] + 1] ?? 0;
		if (!this.#hasValue(start !== end)) {
			return;
		}
		if (this.#shift === undefined) {
			this.#writeText(decodeText(this.#bytes.subarray(start, end), this.#escapes));
		} else {
			this.#rows.stringFrom(start + this.#shift, end + this.#shift);
		}
	}

	#writeText(text: string): void {
		const bytes = Buffer.from(text);
		this.#rows.string(bytes, 0, bytes.length);
	}

	#writeAddress(ip: string | null): void {
		const address = ip === null ? null : derived.address(ip);
		if (this.#hasValue(address !== null) && address !== null) {
			this.#rows.fixed(address);
		}
	}

	/** The shape of a URL, and what is odd. */
	#writeUrlValues(url: string | null, status: number | null): void {
		const values = url === null ? null : derived.ofUrl(url, status);
		if (this.#hasValue(values !== null) && values !== null) {
			this.#rows.string(values.route, 0, values.route.length);
		}
		const oddity = values?.oddity ?? null;
		if (this.#hasValue(oddity !== null) && oddity !== null) {
			this.#writeText(oddity);
		}
	}

	addUnread({line, lineStart, lineEnd, offset, time}: UnreadPlace): void {
		const rows = this.#unread;
		this.#begin(rows, time, offset);
		rows.string(this.#path, 0, this.#path.length);
		rows.string(line, lineStart, lineEnd);
	}

	take(): {readonly rows: Buffer; readonly unread: Buffer} {
		return {rows: this.#rows.take(), unread: this.#unread.take()};
	}

	#begin(rows: ByteWriter, time: number, offset: number): void {
		rows.int64(time);
		rows.string(this.#source, 0, this.#source.length);
		rows.fixed(this.#file);
		rows.int64(offset);
	}
}
