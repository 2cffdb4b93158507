import {createHash} from 'node:crypto';
import {allFormats} from '../../../entries/chosen-readers.js';
import {type EntryRecord, noStatus, spanOf} from '../../../entries/entry-record.js';
import {type LogValue, storedValue} from '../../../entries/log-fields/log-value.js';
import {isAmount} from '../../../fields/fields.js';
import {TokenKey} from '../../../index/token.js';
import {oddParameter, oddStatus} from '../../../routes/oddity.js';
import {addedFields} from '../../clickhouse/schema.js';
import type {LogName} from '../checkpoints/checkpoint.js';
import {type ByteText, byteText, decodedBytes, textOf} from './byte-text.js';
import type {DerivedValues} from './derived-values.js';

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

/** Consecutive rows: their number, and the rows as JSON, each followed by a comma. */
export type RowPart = {readonly count: number; readonly bytes: Buffer};

/** Writes the rows of a log. */
export class RowWriter {
	readonly #derived: DerivedValues;
	readonly #key: TokenKey;
	readonly #source: ByteText;
	readonly #file: string;
	readonly #path: ByteText;
	readonly #rows = new RowList();
	readonly #unread = new RowList();

	constructor({source, path, ...name}: RowOrigin, derived: DerivedValues) {
		this.#derived = derived;
		this.#key = new TokenKey(source, name.fingerprint, name.ordinal);
		this.#source = byteText(source);
		this.#file = fileNumber(name);
		this.#path = byteText(path);
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
		const {spans} = record;
		const {name: formatName, escapes} = allFormats[format] ?? {name: '', escapes: 'none'};
		const textAt = (span: number): ByteText | null => {
			const [start = 0, end = 0] = [spans[span], spans[span + 1]];
			return start === end ? null : decodedBytes(source, start, end, escapes);
		};
		const isTimed = !Number.isNaN(record.time);
		const status = record.status === noStatus ? null : record.status;
		const [ip, url, agent] = [textAt(spanOf.ip), textAt(spanOf.url), textAt(spanOf.userAgent)];
		const row = {
			time,
			source: this.#source,
			file: this.#file,
			offset: line.offset,
			token: this.#key.token(line.offset),
			timed: isTimed,
			zone: isTimed ? record.zone : null,
			status,
			method: textAt(spanOf.method),
			ip,
			address: ip === null ? null : this.#derived.addresses.get(ip),
			url,
			protocol: textAt(spanOf.protocol),
			// A size that a number can't represent exactly becomes NULL instead of being rounded.
			bytes: record.bytes <= Number.MAX_SAFE_INTEGER ? record.bytes : null,
			// JSON has null for NaN.
			duration_ms: record.durationMs,
			referer: textAt(spanOf.referer),
			agent,
			bot: agent === null ? null : this.#derived.bots.get(agent),
			user: textAt(spanOf.user),
			host: textAt(spanOf.host),
			forwarded_for: textAt(spanOf.forwardedFor),
			upstream: textAt(spanOf.upstream),
			...this.#routeOf(url, status),
			incomplete: record.incomplete,
			format: formatName,
			path: this.#path,
			line: line.bytes.toString('latin1', line.start, line.end),
		};
		const added = addedFields.map(field => (isAmount(field) ? record[field] : textAt(spanOf[field])));
		this.#rows.add(JSON.stringify([...Object.values(row), ...added]), fieldsOf(values));
	}

	/** Adds the row of a line that no format reads. For `time` see `add`. */
	addUnread({bytes, start, end, offset}: ShippedLine, time: number): void {
		const line = bytes.toString('latin1', start, end);
		const row = {time, source: this.#source, file: this.#file, offset, path: this.#path, line};
		this.#unread.add(JSON.stringify(Object.values(row)));
	}

	/** Returns the rows of requests and of lines that no format reads, and removes them. */
	take(): {readonly rows: RowPart; readonly unread: RowPart} {
		return {rows: this.#rows.take(), unread: this.#unread.take()};
	}

	/** Returns the shape of a URL, and the oddity of the request; both may be null. */
	#routeOf(url: ByteText | null, status: number | null) {
		if (url === null) {
			return {route: null, oddity: null};
		}
		// Only the path determines the shape.
		const pathEnd = url.indexOf('?');
		const {route, expects} = this.#derived.routes.get(pathEnd === -1 ? url : url.slice(0, pathEnd));
		const odd =
			expects && ((pathEnd === -1 ? null : oddParameter(expects, textOf(url))) ?? oddStatus(expects, status));
		return {route, oddity: odd === null ? null : byteText(odd)};
	}
}

/** Returns the log fields of a line as JSON. An object would take the name `__proto__` for its own. */
function fieldsOf(values: readonly LogValue[]): ByteText {
	if (values.length === 0) {
		// Shows that the line has no log fields: see `schema.ts`.
		return '{"":""}';
	}
	const fields = values.map(({name, text, elements}) =>
		[name.toLowerCase(), storedValue(text, elements)].map(part => JSON.stringify(byteText(part))).join(':'),
	);
	return `{${fields.join()}}`;
}

const nothing = Buffer.alloc(0);

/** Collects rows as bytes: strings that wait would be half of the garbage. */
class RowList {
	#bytes: Buffer = nothing;
	#length = 0;
	#count = 0;

	/** Adds a row: values as JSON, and another value after them. */
	add(values: ByteText, last?: ByteText): void {
		// `last` replaces the closing bracket.
		const [back, end] = last === undefined ? [0, ',\n'] : [1, `,${last}],\n`];
		const length = this.#length + values.length - back + end.length;
		if (length > this.#bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#bytes.length * 2));
			this.#bytes.copy(larger, 0, 0, this.#length);
			this.#bytes = larger;
		}
		this.#bytes.write(values, this.#length, 'latin1');
		this.#bytes.write(end, length - end.length, 'latin1');
		this.#length = length;
		this.#count++;
	}

	/** Returns the rows and removes them. Keeps no memory: there may be hundreds of logs. */
	take(): RowPart {
		const part = {count: this.#count, bytes: Buffer.from(this.#bytes.subarray(0, this.#length))};
		this.#bytes = nothing;
		this.#length = 0;
		this.#count = 0;
		return part;
	}
}

/** Returns the number that identifies a log in its rows, of 64 bits. */
function fileNumber({fingerprint, ordinal}: LogName): string {
	const digest =
		ordinal === 0
			? Buffer.from(fingerprint, 'hex')
			: createHash('sha256').update(`${fingerprint} ${ordinal}`).digest();
	return String(digest.readBigUInt64BE());
}
