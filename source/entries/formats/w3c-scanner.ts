import {Arena} from '../arena.js';
import {type EntryRecord, noRequest, noStatus, spanOf} from '../entry-record.js';
import type {HeaderInForce} from '../log-header.js';
import {IsoTime} from '../values/iso-time.js';
import {isMethod} from '../values/request-line.js';
import {decimalNumber, isNone, readStatus, setNumber, setText, wholeNumber} from '../values/words.js';
import {holds} from './w3c-checks.js';
import {Columns, withoutDoubled} from './w3c-columns.js';
import {isDirective, isHeaderLine, withHeaderLine} from './w3c-directives.js';
import {
	cloudFrontLayout,
	fewestCloudFrontColumns,
	iisLayoutsOf,
	type Layout,
	layoutOf,
	mostIisColumns,
	type UsualLayout,
} from './w3c-layout.js';
import {withoutPercents} from './w3c-percents.js';

const tab = 9;
const space = 32;
const quote = 34;
const hash = 35;
const dash = 45;
const dot = 46;
const colon = 58;
const question = 63;

/** Length of `2026-11-20`. */
const dateLength = 10;

/** No time is written longer, date and decimals included. */
const longestTime = 48;

/** What the scanner answers: the number of the format among those of its reader. */
const plainNumber = 0;
const cloudFrontNumber = 1;

/** Lines are put together here: path and query stand apart. All logs share it, as it is only ever added to. */
const arena = new Arena();

/** Reads lines of the W3C's extended format, as the header in force says. */
export class W3cScanner {
	readonly #header: HeaderInForce;
	readonly #columns = new Columns();
	readonly #time = new IsoTime('utc');
	readonly #localTime = new IsoTime('local');
	/** For a time whose day and hour stand apart. */
	readonly #apart = Buffer.alloc(longestTime);

	constructor(header: HeaderInForce) {
		this.#header = header;
	}

	read(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		if (bytes[start] === hash) {
			return this.#readDirective(bytes, start, end, record);
		}
		const {fields} = this.#header.current;
		if (fields === '' && !beginsWithTime(bytes, start, end)) {
			return record.stop(start, 'a date and a time, or before them a line that begins with #Fields:');
		}
		const length = end - start;
		arena.reserve(2 * length + 1);
		const from = arena.append(bytes, start, end);
		const {buffer} = arena;
		const number =
			fields === ''
				? this.#readUsual(buffer, from, from + length, record)
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

	/** Reads a line without a header: its columns must be those that are usual, and hold what they must. */
	#readUsual(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const columns = this.#columns;
		if (bytes[start + dateLength] === tab) {
			// What has been added at the end since isn't known.
			columns.split(bytes, start, end, cloudFrontLayout.size);
			const isUsual = columns.count >= fewestCloudFrontColumns && this.#hold(cloudFrontLayout, bytes);
			return isUsual
				? this.#readColumns(cloudFrontLayout, bytes, start, end, record)
				: record.stop(start, 'the columns of CloudFront');
		}
		if (columns.split(bytes, start, end, mostIisColumns)) {
			for (const layout of iisLayoutsOf(columns.count)) {
				if (this.#hold(layout, bytes)) {
					return this.#readColumns(layout, bytes, start, end, record);
				}
			}
		}
		return record.stop(
			start,
			'before it a line that begins with #Fields:, or the columns that IIS has by default',
		);
	}

	#hold({checks}: UsualLayout, bytes: Buffer): boolean {
		const {starts, ends, count} = this.#columns;
		for (const {column, check} of checks) {
			if (column < count && !holds(check, bytes, starts[column] ?? 0, ends[column] ?? 0)) {
				return false;
			}
		}
		return true;
	}

	#readIn(layout: Layout, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		if (!layout.isOfRequests) {
			return record.stop(start, 'a #Fields line with columns of requests before it');
		}
		return this.#columns.split(bytes, start, end, layout.size)
			? this.#readColumns(layout, bytes, start, end, record)
			: record.stop(end, 'no more values than the #Fields line has names');
	}

	/** Reads the columns found, in a buffer that may be written to: as long as the line again behind it, and one byte. */
	#readColumns(layout: Layout, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const {columns} = layout;
		if (!this.#readTime(layout, bytes, record)) {
			return record.stop(start, 'a date and a time in their columns');
		}
		const method = this.#start(columns.method);
		const methodEnd = this.#end(columns.method);
		const status = this.#start(columns.status);
		if (methodEnd > method && !isMethod(bytes, method, methodEnd)) {
			return record.stop(method, 'a method in its column');
		}
		// A line that was cut is one as far as it tells what came of the request.
		if (
			columns.status >= 0 &&
			(status === -1 || !readStatus(bytes, status, this.#end(columns.status), record))
		) {
			return record.stop(status === -1 ? end : status, 'a status in its column');
		}
		if (this.#columns.hasDoubled) {
			this.#undoDoubled(bytes, start);
		}
		this.#setText(record, spanOf.method, bytes, columns.method);
		this.#setUrl(layout, bytes, record);
		const {spans} = record;
		if (record.status === noStatus && spans[spanOf.method + 1] === 0 && spans[spanOf.url + 1] === 0) {
			// HTTP.sys logs connections that were given up.
			return noRequest;
		}
		this.#setNumbers(layout, bytes, record);
		this.#setText(record, spanOf.ip, bytes, columns.ip);
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

	/** Where a column begins; -1 when the line hasn't got it. */
	#start(column: number): number {
		const {starts, count} = this.#columns;
		return column >= 0 && column < count ? (starts[column] ?? -1) : -1;
	}

	/** Where it ends. */
	#end(column: number): number {
		const {ends, count} = this.#columns;
		return column >= 0 && column < count ? (ends[column] ?? -1) : -1;
	}

	#setText(record: EntryRecord, span: number, bytes: Buffer, column: number): void {
		setText(record, span, bytes, this.#start(column), this.#end(column));
	}

	#readTime({columns}: Layout, bytes: Buffer, record: EntryRecord): boolean {
		const {date, time, localDate, localTime, seconds, milliseconds} = columns;
		if (time >= 0 && (date >= 0 || localTime === -1)) {
			return this.#readClock(this.#time, date, time, bytes, record);
		}
		if (localTime >= 0) {
			return this.#readClock(this.#localTime, localDate, localTime, bytes, record);
		}
		const column = Math.max(seconds, milliseconds);
		return column === -1 || this.#readCount(column, column === seconds ? 1000 : 1, bytes, record);
	}

	/** Reads a time in two columns; without one for the day, it is that of the header, if that has one. */
	#readClock(reader: IsoTime, date: number, time: number, bytes: Buffer, record: EntryRecord): boolean {
		const dateStart = this.#start(date);
		const dateEnd = this.#end(date);
		const timeStart = this.#start(time);
		const timeEnd = this.#end(time);
		const hasDate = date >= 0;
		if (timeStart === -1 || (hasDate && dateEnd - dateStart !== dateLength)) {
			return false;
		}
		if (hasDate && dateEnd + 1 === timeStart) {
			return reader.read(bytes, dateStart, timeEnd, record) === timeEnd;
		}
		const apart = this.#apart;
		const length = dateLength + 1 + timeEnd - timeStart;
		if (length > longestTime) {
			return false;
		}
		const {date: day} = this.#header.current;
		if (hasDate) {
			bytes.copy(apart, 0, dateStart, dateEnd);
		} else {
			apart.write(day === '' ? '2000-01-01' : day, 'latin1');
		}
		apart[dateLength] = space;
		bytes.copy(apart, dateLength + 1, timeStart, timeEnd);
		const isRead = reader.read(apart, 0, length, record) === length;
		if (!hasDate && day === '') {
			record.time = Number.NaN;
			record.zone = 0;
		}
		record.spans[spanOf.time] = timeStart;
		record.spans[spanOf.time + 1] = timeEnd;
		return isRead;
	}

	/** Reads a time that is counted from 1970 on. */
	#readCount(column: number, factor: number, bytes: Buffer, record: EntryRecord): boolean {
		const start = this.#start(column);
		const end = this.#end(column);
		const time = Math.trunc(decimalNumber(bytes, start, end, factor));
		if (!(time <= latestTime)) {
			return false;
		}
		record.time = time;
		record.spans[spanOf.time] = start;
		record.spans[spanOf.time + 1] = end;
		return true;
	}

	#undoDoubled(bytes: Buffer, start: number): void {
		const {starts, ends, count} = this.#columns;
		for (let index = 0; index < count; index++) {
			const from = starts[index] ?? 0;
			const to = ends[index] ?? 0;
			if (from > start && bytes[from - 1] === quote && bytes[to] === quote) {
				ends[index] = withoutDoubled(bytes, from, to);
			}
		}
	}

	/** Puts path and query together, where they stand if nothing stands between them, else behind the line. */
	#setUrl({columns}: Layout, bytes: Buffer, record: EntryRecord): void {
		const isWhole = columns.stem === -1;
		const path = this.#start(isWhole ? columns.uri : columns.stem);
		const pathEnd = this.#end(isWhole ? columns.uri : columns.stem);
		const query = this.#start(columns.query);
		const queryEnd = this.#end(columns.query);
		setText(record, spanOf.url, bytes, path, pathEnd);
		if (
			isWhole ||
			record.spans[spanOf.url + 1] === 0 ||
			queryEnd <= query ||
			isNone(bytes, query, queryEnd)
		) {
			return;
		}
		const hasMark = bytes[query] === question;
		if (pathEnd + 1 === query && !hasMark) {
			bytes[pathEnd] = question;
			record.spans[spanOf.url + 1] = queryEnd;
			return;
		}
		record.spans[spanOf.url] = arena.append(bytes, path, pathEnd);
		if (!hasMark) {
			bytes[arena.used++] = question;
		}
		arena.append(bytes, query, queryEnd);
		record.spans[spanOf.url + 1] = arena.used;
	}

	#setNumbers({columns, isInSeconds}: Layout, bytes: Buffer, record: EntryRecord): void {
		const size = this.#start(columns.size);
		const sizeEnd = this.#end(columns.size);
		setNumber(record, 'bytes', wholeNumber(bytes, size, sizeEnd), size, sizeEnd);
		const taken = this.#start(columns.timeTaken);
		const takenEnd = this.#end(columns.timeTaken);
		// IIS logs whole milliseconds; who logs decimals, logs seconds, as the W3C wants it.
		const factor = isInSeconds || hasDot(bytes, taken, takenEnd) ? 1000 : 1;
		setNumber(record, 'durationMs', decimalNumber(bytes, taken, takenEnd, factor), taken, takenEnd);
	}
}

/** The last that a Date can be. */
const latestTime = 8.64e15;

const hasDot = (bytes: Buffer, start: number, end: number): boolean => {
	let index = start;
	while (index < end && bytes[index] !== dot) {
		index++;
	}
	return index < end;
};

/** Whether a line begins like `2026-11-20 09:03:07`, as far as it takes to tell it from most others. */
const beginsWithTime = (bytes: Buffer, start: number, end: number): boolean =>
	bytes[start + 4] === dash &&
	bytes[start + 7] === dash &&
	(bytes[start + dateLength] === space || bytes[start + dateLength] === tab) &&
	bytes[start + 13] === colon &&
	bytes[start + 16] === colon &&
	start + 19 < end;
