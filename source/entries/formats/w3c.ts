import {dot, hash, openBrace, questionMark, tab} from '../../ascii.js';
import {Arena} from '../arena.js';
import {type EntryRecord, noRequest, noStatus, spanOf} from '../entry-record.js';
import type {Format, FormatReader} from '../format.js';
import {epochNeeds, isoDateNeeds, requestNeeds, textNeeds} from '../line-texts.js';
import {HeaderInForce} from '../log-header.js';
import {skip, type UnreadableField} from '../unreadable.js';
import {setClient} from '../values/client.js';
import {isMethod} from '../values/request-line.js';
import {
	decimalNumber,
	isNone,
	matches,
	readStatus,
	setNumber,
	setText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';
import {Columns} from './w3c-columns.js';
import {directives, isDirective, isHeaderLine, withHeaderLine} from './w3c-directives.js';
import {commonLayout, type Layout, layoutOf, type TimeUnit} from './w3c-layout.js';
import {W3cTimes} from './w3c-times.js';

/** Length of `2026-11-20`, and of seconds since 1970. */
const dateLength = 10;

/** Length of `2026-11-20 09:03:07 `. */
const timeLength = 20;

/** Results of the scanner: numbers of the reader's formats. */
const plainNumber = 0;
const cloudFrontNumber = 1;

/** Buffer for copies of lines, in which path and query are joined. All logs share it, because it is append-only. */
const arena = new Arena();

/** Scanner of the W3C extended format. The active header defines the columns. */
class W3cScanner {
	readonly #header: HeaderInForce;
	readonly #columns = new Columns();
	readonly #times: W3cTimes;
	/** Distance between the line and its copy in the arena, in bytes. */
	#shift = 0;

	constructor(header: HeaderInForce) {
		this.#header = header;
		this.#times = new W3cTimes(this.#columns, header);
	}

	read(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		if (bytes[start] === hash) {
			return this.#readDirective(bytes, start, end, record);
		}
		const {fields} = this.#header.current;
		if (bytes[start] === openBrace || (fields === '' && !beginsWithTime(bytes, start, end))) {
			return record.stop(start, 'a date and a time, or before them a line that begins with #Fields:');
		}
		const length = end - start;
		arena.reserve(2 * length + 1);
		const from = arena.append(bytes, start, end);
		const {buffer} = arena;
		this.#shift = from - start;
		const number =
			fields === ''
				? this.#readCommon(buffer, from, from + length, record)
				: this.#readIn(layoutOf(fields), buffer, from, from + length, record);
		if (number >= 0) {
			record.source = buffer;
		} else {
			arena.used = from;
		}
		return number;
	}

	#readDirective(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		if (!isDirective(bytes, start, end)) {
			return record.stop(start, 'a directive like #Fields:');
		}
		if (isHeaderLine(bytes, start, end)) {
			this.#header.current = withHeaderLine(this.#header.current, bytes, start, end);
		}
		return noRequest;
	}

	/** Reads a line without a header. */
	#readCommon(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const layout = commonLayout(this.#columns, bytes, start, end);
		return layout === undefined
			? this.#stop(record, start, expectedColumns(bytes, start))
			: this.#readColumns(layout, bytes, start, end, record);
	}

	#readIn(layout: Layout, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		if (!layout.isOfRequests) {
			return this.#stop(record, start, 'a #Fields line with columns of requests before it');
		}
		return this.#columns.split(bytes, start, end, layout.size, layout.hasCommas)
			? this.#readColumns(layout, bytes, start, end, record)
			: this.#stop(record, end, 'no more values than the #Fields line has names');
	}

	/**
	 * Reads the columns of a line in a writable buffer. After the line, the buffer has free space for the length of the line plus
	 * one byte.
	 */
	#readColumns(layout: Layout, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const {columns} = layout;
		const isTolerant = record.isTolerant && layout.isOfRequests && this.#columns.count === layout.size;
		record.marks = layout.size;
		if (!this.#times.read(layout, bytes, record)) {
			if (!isTolerant) {
				return this.#stop(record, start, 'a date and a time in their columns');
			}
			this.#skip(record, 'time', bytes, columns.time);
		}
		const method = this.#columns.startOf(columns.method);
		const methodEnd = this.#columns.endOf(columns.method);
		const status = this.#columns.startOf(columns.status);
		const hasMethod = methodEnd > method && !isNone(bytes, method, methodEnd);
		if (hasMethod ? !isMethod(bytes, method, methodEnd) : !layout.hasTime) {
			// Without a time, most lines could have such columns, and a client of another server may have written the header.
			return this.#stop(record, method, 'a method in its column');
		}
		// A truncated line is valid if it contains the status.
		if (
			columns.status >= 0 &&
			(status === -1 || !readStatus(bytes, status, this.#columns.endOf(columns.status), record))
		) {
			if (!isTolerant) {
				return this.#stop(record, status === -1 ? end : status, 'a status in its column');
			}
			this.#skip(record, 'status', bytes, columns.status);
		}
		if (this.#columns.hasDoubled) {
			this.#columns.undoDoubled(bytes);
		}
		this.#setText(record, spanOf.method, bytes, columns.method);
		this.#setUrl(layout, bytes, record);
		const {spans} = record;
		if (record.status === noStatus && spans[spanOf.method + 1] === 0 && spans[spanOf.url + 1] === 0) {
			// HTTP.sys logs aborted connections.
			return this.#columns.count === layout.size ? noRequest : this.#stop(record, end, 'a request');
		}
		this.#setNumbers(layout, bytes, record);
		setClient(bytes, this.#columns.startOf(columns.ip), this.#columns.endOf(columns.ip), record);
		this.#setText(record, spanOf.forwardedFor, bytes, columns.forwardedFor);
		this.#setText(record, spanOf.host, bytes, columns.otherHost);
		this.#setText(record, spanOf.host, bytes, columns.host);
		this.#setText(record, spanOf.user, bytes, columns.user);
		this.#setText(record, spanOf.referer, bytes, columns.referer);
		this.#setText(record, spanOf.userAgent, bytes, columns.userAgent);
		this.#setText(record, spanOf.protocol, bytes, columns.protocol);
		if (layout.isCloudFront) {
			const agent = spans[spanOf.userAgent] ?? 0;
			spans[spanOf.userAgent + 1] = withoutPercents(bytes, agent, spans[spanOf.userAgent + 1] ?? 0);
			return cloudFrontNumber;
		}
		return plainNumber;
	}

	#stop(record: EntryRecord, position: number, expected: string): number {
		return record.stop(position - this.#shift, expected);
	}

	#skip(record: EntryRecord, field: UnreadableField, bytes: Buffer, column: number): void {
		skip(record, field, bytes, this.#columns.startOf(column), this.#columns.endOf(column));
	}

	#setText(record: EntryRecord, span: number, bytes: Buffer, column: number): void {
		setText(record, span, bytes, this.#columns.startOf(column), this.#columns.endOf(column));
	}

	/** Joins path and query: in place if they are adjacent, else after the line. */
	#setUrl({columns}: Layout, bytes: Buffer, record: EntryRecord): void {
		const isWhole = columns.stem === -1;
		const path = this.#columns.startOf(isWhole ? columns.uri : columns.stem);
		const pathEnd = this.#columns.endOf(isWhole ? columns.uri : columns.stem);
		const query = this.#columns.startOf(columns.query);
		const queryEnd = this.#columns.endOf(columns.query);
		setText(record, spanOf.url, bytes, path, pathEnd);
		if (
			isWhole ||
			record.spans[spanOf.url + 1] === 0 ||
			queryEnd <= query ||
			isNone(bytes, query, queryEnd)
		) {
			return;
		}
		const hasMark = bytes[query] === questionMark;
		if (pathEnd + 1 === query && !hasMark) {
			bytes[pathEnd] = questionMark;
			record.spans[spanOf.url + 1] = queryEnd;
			return;
		}
		record.spans[spanOf.url] = arena.append(bytes, path, pathEnd);
		if (!hasMark) {
			bytes[arena.used++] = questionMark;
		}
		arena.append(bytes, query, queryEnd);
		record.spans[spanOf.url + 1] = arena.used;
	}

	#setNumbers({columns, timeUnit}: Layout, bytes: Buffer, record: EntryRecord): void {
		const size = this.#columns.startOf(columns.size);
		const sizeEnd = this.#columns.endOf(columns.size);
		setNumber(record, 'bytes', wholeNumber(bytes, size, sizeEnd), size, sizeEnd);
		const taken = this.#columns.startOf(columns.timeTaken);
		const takenEnd = this.#columns.endOf(columns.timeTaken);
		const factor = isInSeconds(timeUnit, takenEnd - wordEnd(bytes, taken, takenEnd, dot) - 1) ? 1000 : 1;
		setNumber(record, 'durationMs', decimalNumber(bytes, taken, takenEnd, factor), taken, takenEnd);
	}
}

function isInSeconds(unit: TimeUnit, decimalCount: number): boolean {
	return (
		unit === 'seconds' ||
		(unit !== 'milliseconds' && decimalCount > 0 && (unit === 'mixed' || decimalCount !== 4))
	);
}

/** Describes the columns that a line without a header must have. */
function expectedColumns(bytes: Buffer, start: number): string {
	return bytes[start + dateLength] === tab || bytes[start + dateLength] === dot
		? 'the columns of CloudFront'
		: 'before it a line that begins with #Fields:, or the columns that IIS has by default';
}

/** Quick check for a line that starts like `2026-11-20 09:03:07` or `1795165387.123`. Rules out most other lines. */
function beginsWithTime(bytes: Buffer, start: number, end: number): boolean {
	const time = /^(?:\d{10}\..{3}\t|.{4}-..-..[ \t]..:..:...)/s;
	return matches(time, bytes, start, Math.min(end, start + timeLength));
}

/** Undoes percent-encoding in `bytes[start, end)` once, in place. Invalid escapes stay unchanged. Returns the new end. */
function withoutPercents(bytes: Buffer, start: number, end: number): number {
	const plain = bytes
		.toString('latin1', start, end)
		.replace(/%([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return start + bytes.write(plain, start, 'latin1');
}

/** The W3C extended format, whose columns a `#Fields` line names. https://www.w3.org/TR/WD-logfile.html */
const w3c: Format = {
	name: 'w3c',
	label: 'W3C (IIS and others)',
	title: 'IIS, Azure App Service, Exchange, Tomcat, WebLogic: the W3C’s extended format',
	source: 'https://www.w3.org/TR/WD-logfile.html',
	remark:
		'The newest `#Fields` line defines the columns. Times are UTC, unless the columns are `date-local` and `time-local`. A time taken is in ms if it is an integer, else in s.',
	escapes: 'none',
	example:
		'2026-11-20 09:03:07 10.0.0.5 GET /en/ page=2 443 - 203.0.113.7 curl/8.5.0 https://shop.example/ 200 0 0 52',
};

const cloudFront: Format = {
	name: 'cloudfront',
	title: 'Amazon CloudFront',
	source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html',
	remark:
		'Times are UTC, the time taken is in s. Agents are percent-decoded once. Real-time logs are read if they have all columns, in the documented order.',
	escapes: 'none',
	example:
		'2026-11-20\t09:03:07\tFRA56-P4\t4523\t203.0.113.7\tGET\td111111abcdef8.cloudfront.net\t/en/\t200\t-\tcurl/8.5.0\tpage=2\t-\tHit\tq3VvQ7yGnWxkR6Xv1hYw2A==\tshop.example\thttps\t62\t0.052\t-\tTLSv1.3\tTLS_AES_128_GCM_SHA256\tHit\tHTTP/2.0\t-\t-\t51754\t0.051\tHit\ttext/html\t4123\t-\t-',
};

/** Reader of all formats that are based on the W3C extended format. */
export const w3cFamily: FormatReader = {
	formats: [w3c, cloudFront],
	isHeaded: true,
	// Directives, and lines that start with a date and a time, or with a Unix time.
	needs: [
		...directives.map(textNeeds),
		[...isoDateNeeds, ...textNeeds(':')],
		[...epochNeeds, ...textNeeds('\t')],
	],
	shapes: [
		{needs: [...isoDateNeeds, ...textNeeds(':'), ...requestNeeds(' ')]},
		{needs: [...isoDateNeeds, ...textNeeds('\t')]},
		{needs: [...epochNeeds, ...textNeeds('\t')]},
	],
	open(header = new HeaderInForce()) {
		const scanner = new W3cScanner(header);
		return (bytes, start, end, record) => scanner.read(bytes, start, end, record);
	},
};
