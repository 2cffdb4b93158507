import {isAscii} from 'node:buffer';
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
	...['time', 'source', 'file', 'offset', 'token', 'timed', 'zone', 'status', 'method', 'ip', 'address'],
	...[
		'url',
		'route',
		'oddity',
		'protocol',
		'bytes',
		'duration_ms',
		'referer',
		'agent',
		'bot',
		'user',
		'host',
	],
	...['forwarded_for', 'upstream', 'incomplete', 'format', 'path', 'line'],
] as const;

/** The same of a line that no format reads. */
export const unreadColumns = ['time', 'source', 'file', 'offset', 'path', 'line'] as const;

const formatNames = allFormats.map(({name}) => Buffer.from(name));

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
 * Writes the rows of a log as RowBinary. Texts go from line to row as they are wherever that is what they mean: with a
 * string and an object for each of them it took three times as long.
 */
export class BinaryRows implements RowWriter {
	readonly #rows = new ByteWriter();
	readonly #unread = new ByteWriter();
	readonly #key: TokenKey;
	readonly #source: Buffer;
	readonly #file: Buffer;
	readonly #path: Buffer;

	constructor({source, fingerprint, ordinal, path}: RowOrigin) {
		this.#key = new TokenKey(source, fingerprint, ordinal);
		this.#source = Buffer.from(source);
		this.#file = fileNumber({fingerprint, ordinal});
		this.#path = Buffer.from(path);
	}

	add(bytes: Buffer, record: EntryRecord, place: RowPlace): void {
		const rows = this.#rows;
		const {spans, status} = record;
		const escapes = allFormats[place.format]?.escapes ?? 'none';
		const {line, lineStart, lineEnd} = place;
		// What holds for the line holds for its texts.
		const isPlain = bytes === line && isWithout(line.subarray(lineStart, lineEnd), escapeBytes[escapes]);
		this.#begin(rows, place.time, place.offset);
		rows.fixedText(this.#key.token(place.offset));
		rows.byte(place.isTimeless ? 0 : 1);
		rows.byte(place.isTimeless ? 1 : 0);
		if (!place.isTimeless) {
			rows.int16(record.zone);
		}
		const hasStatus = status !== noStatus;
		rows.byte(hasStatus ? 0 : 1);
		if (hasStatus) {
			rows.uint16(status);
		}
		const text = (field: TextField): string | null => {
			const start = spans[spanOf[field]] ?? 0;
			const end = spans[spanOf[field] + 1] ?? 0;
			if (start === end) {
				return null;
			}
			return isPlain ? bytes.toString('latin1', start, end) : decodeText(bytes.subarray(start, end), escapes);
		};
		const write = (field: TextField): void => {
			const start = spans[spanOf[field]] ?? 0;
			const end = spans[spanOf[field] + 1] ?? 0;
			if (start === end) {
				rows.byte(1);
			} else if (isPlain) {
				rows.byte(0);
				rows.string(bytes, start, end);
			} else {
				writeText(rows, decodeText(bytes.subarray(start, end), escapes));
			}
		};
		write('method');
		write('ip');
		const ip = text('ip');
		const address = ip === null ? null : derived.address(ip);
		rows.byte(address === null ? 1 : 0);
		if (address !== null) {
			rows.fixed(address);
		}
		write('url');
		const url = text('url');
		if (url === null) {
			rows.byte(1);
			rows.byte(1);
		} else {
			const route = derived.route(url);
			rows.byte(0);
			rows.string(route, 0, route.length);
			const oddity = derived.oddity(url, hasStatus ? status : null);
			if (oddity === null) {
				rows.byte(1);
			} else {
				writeText(rows, oddity);
			}
		}
		write('protocol');
		// A size that a number can't hold exactly isn't rounded in silence.
		const hasSize = record.bytes <= Number.MAX_SAFE_INTEGER;
		rows.byte(hasSize ? 0 : 1);
		if (hasSize) {
			rows.int64(record.bytes);
		}
		const hasDuration = !Number.isNaN(record.durationMs);
		rows.byte(hasDuration ? 0 : 1);
		if (hasDuration) {
			rows.float64(record.durationMs);
		}
		write('referer');
		write('userAgent');
		const agent = text('userAgent');
		rows.byte(agent === null ? 1 : 0);
		if (agent !== null) {
			rows.byte(derived.isBot(agent) ? 1 : 0);
		}
		write('user');
		write('host');
		write('forwardedFor');
		write('upstream');
		rows.byte(record.incomplete ? 1 : 0);
		const format = formatNames[place.format] ?? Buffer.from('unknown');
		rows.string(format, 0, format.length);
		rows.string(this.#path, 0, this.#path.length);
		rows.string(line, lineStart, lineEnd);
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

/** Whether a line is nothing but ASCII without that byte. */
const isWithout = (line: Buffer, byte: number): boolean => isAscii(line) && !line.includes(byte);

const writeText = (rows: ByteWriter, text: string): void => {
	const bytes = Buffer.from(text);
	rows.byte(0);
	rows.string(bytes, 0, bytes.length);
};
