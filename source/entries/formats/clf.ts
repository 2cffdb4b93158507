import {backslash, bar, closeBracket, colon, comma, dash, openBracket, quote, space} from '../../ascii.js';
import {EntryRecord, type Field, noStatus, spanOf} from '../entry-record.js';
import {readTimeValue} from '../times/notations.js';
import {readClfTime} from '../times/stamps.js';
import {canSkip, maxUnreadableLength, skip} from '../unreadable.js';
import {
	hostRange,
	isAddressAndPort,
	isBareName,
	isVirtualHost,
	readClient,
	setClientAddress,
	startsWithHost,
} from '../values/client.js';
import {readRequestLine} from '../values/request-line.js';
import {
	afterSpaces,
	closingQuote,
	decimalNumber,
	hasSeparator,
	isAddress,
	isEscaped,
	isNoNumber,
	isNone,
	isStatus,
	matches,
	readSize,
	readStatus,
	setHost,
	setText,
	setTrimmedText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';
import {readColumns, requestAfterColumns} from './clf-columns.js';
import {isPort, readTimes, statusColumn} from './clf-times.js';

/** The brackets of the time and the quotes of the request, see `EntryRecord.marks`. */
const clfMarks = 4;

/** Maximum length of a time in brackets. */
const maxTimeLength = 64;

/** Scratch record for times that are only checked. */
const unused = new EntryRecord();

/**
 * Scanner of the common log format and of formats that start like it: `%h %l %u [%t] "%r" %>s %b`, as Apache and nginx write it.
 * https://httpd.apache.org/docs/2.4/logs.html#accesslog
 */
export class ClfScanner {
	/** True if the status or the size of the last line may be another column. The meaning of the next numbers is then unknown. */
	isDoubtful = false;

	/**
	 * Reads up to the size of the response. Returns the offset after it, or -1 if the line isn't in the common log format. The
	 * columns may be separated by several spaces. Other columns may precede the request, see `requestAfterColumns`.
	 *
	 * @param hasHost True if a host precedes the client.
	 */
	readCommon(bytes: Buffer, start: number, end: number, record: EntryRecord, hasHost = false): number {
		const requestStart = this.#readUpToRequest(bytes, start, end, record, hasHost);
		if (requestStart === -1) {
			return -1;
		}
		const sizeEnd = this.#readRequest(bytes, requestStart, end, record);
		const columns = (record.spans[spanOf.time + 1] ?? 0) + 1;
		if (columns === 1) {
			// The time can't be read.
			return sizeEnd;
		}
		const isCommonRow = sizeEnd !== -1 && record.spans[spanOf.url + 1] !== 0 && requestStart === columns + 2;
		return isCommonRow ? sizeEnd : this.#readColumns(bytes, columns, requestStart, end, sizeEnd, record);
	}

	/**
	 * Like `readCommon`, for a line whose first columns can't be read: in many logs the first one is a header with arbitrary text
	 * from the client, such as X-Forwarded-For. An address before two names is the client.
	 */
	readAfterText(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		record.clear();
		const bracket = this.#timeAfterText(bytes, start, end);
		if (bracket === -1) {
			return record.stop(start, 'a time in brackets before a quoted request');
		}
		const requestStart = this.#readUserAndTime(bytes, bracket, end, record);
		if (requestStart === -1) {
			return -1;
		}
		const userStart = wordStart(bytes, start, bracket - 1);
		const identStart = wordStart(bytes, start, userStart - 1);
		const clientStart = wordStart(bytes, start, identStart - 1);
		if (identStart <= start || !setClientAddress(bytes, clientStart, identStart - 1, record)) {
			skip(record, 'ip', bytes, start, bracket - 1);
		}
		if (bytes[identStart] === dash && userStart === identStart + 2) {
			setText(record, spanOf.user, bytes, userStart, bracket - 1);
		}
		const columns = (record.spans[spanOf.time + 1] ?? 0) + 1;
		const sizeEnd = this.#readRequest(bytes, requestStart, end, record);
		return this.#readColumns(bytes, columns, requestStart, end, sizeEnd, record);
	}

	/**
	 * Finds the first time in brackets after a dash, the typical ident, and before a quoted request. Before the time, only the first
	 * column may be in quotes: an unescaped quote may be from a client. Returns the offset of the bracket, or -1.
	 */
	#timeAfterText(bytes: Buffer, start: number, end: number): number {
		const first = bytes[start] === quote ? closingQuote(bytes, start + 1, end) + 1 : start;
		let hasIdent = false;
		for (let at = first; at < end; at++) {
			if (bytes[at] === quote && !isEscaped(bytes, start, at)) {
				return -1;
			}
			hasIdent ||= bytes[at] === dash && bytes[at - 1] === space && bytes[at + 1] === space;
			if (hasIdent && bytes[at] === openBracket && bytes[at - 1] === space) {
				const close = readClfTime(bytes, at + 1, end, unused);
				const request = close === -1 ? end : afterSpaces(bytes, close + 1, end);
				if (
					bytes[close] === closeBracket &&
					request > close + 1 &&
					request < end &&
					bytes[request] === quote
				) {
					return at;
				}
			}
		}
		return -1;
	}

	/**
	 * Reads a line that may have columns between the time and the request, from `columns` on. `first`: start of a quoted string.
	 * `sizeEnd`: result of reading this string as the request. Returns the offset after the size, or -1.
	 */
	#readColumns(
		bytes: Buffer,
		columns: number,
		first: number,
		end: number,
		sizeEnd: number,
		record: EntryRecord,
	): number {
		const isRequest = sizeEnd !== -1 && record.spans[spanOf.url + 1] !== 0;
		const later = isRequest ? -1 : requestAfterColumns(bytes, columns, end, record);
		if (later === -1 || later === first) {
			if (sizeEnd !== -1) {
				readColumns(bytes, columns, first - 1, record);
			}
			return sizeEnd;
		}
		record.status = noStatus;
		record.bytes = Number.NaN;
		record.durationMs = Number.NaN;
		clear(record, 'method', 'url', 'protocol', 'status', 'bytes', 'durationMs');
		readColumns(bytes, columns, later - 1, record);
		return this.#readRequest(bytes, later, end, record);
	}

	/** Reads request, status and size. Returns the offset after the size, or -1. */
	#readRequest(bytes: Buffer, requestStart: number, end: number, record: EntryRecord): number {
		const requestEnd = record.isTolerant
			? rawRequestEnd(bytes, requestStart, end)
			: closingQuote(bytes, requestStart, end);
		if (requestEnd === -1 || requestEnd + 1 >= end || bytes[requestEnd + 1] !== space) {
			return record.stop(requestStart, 'a request, then a quote and a space');
		}
		readRequestLine(bytes, requestStart, requestEnd, record);
		record.marks = clfMarks;
		const first = afterSpaces(bytes, requestEnd + 1, end);
		const statusStart = statusColumn(bytes, first, end);
		if (statusStart > first) {
			readTimes(bytes, requestEnd + 1, statusStart - 1, record, 'before');
		}
		const statusEnd = wordEnd(bytes, statusStart, end);
		const lacksStatus = !readStatus(bytes, statusStart, statusEnd, record);
		this.isDoubtful = lacksStatus && statusEnd - statusStart !== 3;
		if (lacksStatus) {
			const isNumber = !Number.isNaN(wholeNumber(bytes, statusStart, statusEnd));
			if (!isNumber && !(record.isTolerant && canSkip('status', bytes, statusStart, statusEnd, 0))) {
				return record.stop(statusStart, 'a status from 100 to 599, or -');
			}
			skip(record, 'status', bytes, statusStart, statusEnd);
		}
		const sizeStart = afterSpaces(bytes, statusEnd, end);
		if (statusStart > first && (sizeStart >= end || bytes[sizeStart] === quote)) {
			return statusEnd;
		}
		const sizeEnd = wordEnd(bytes, sizeStart, end);
		if (!readSize(bytes, sizeStart, sizeEnd, record)) {
			const isEmpty = sizeStart === sizeEnd;
			if (isEmpty || !record.isTolerant || !canSkip('bytes', bytes, sizeStart, sizeEnd, 0)) {
				return record.stop(sizeStart, 'the size of the response, or -');
			}
			skip(record, 'bytes', bytes, sizeStart, sizeEnd);
			this.isDoubtful ||= !Number.isNaN(decimalNumber(bytes, sizeStart, sizeEnd));
		}
		return sizeEnd;
	}

	/**
	 * Reads a line whose end is missing, up to the end of the incomplete request. Returns false if the request is complete or
	 * missing.
	 */
	readBeginning(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
		const requestStart = this.#readUpToRequest(bytes, start, end, record, false);
		const isCut = requestStart !== -1 && closingQuote(bytes, requestStart, end) === -1;
		if (isCut) {
			readRequestLine(bytes, requestStart, end, record);
		}
		return isCut;
	}

	/** Reads client, user and time. Returns the offset after the quote before the request, or -1. */
	#readUpToRequest(bytes: Buffer, start: number, end: number, record: EntryRecord, hasHost: boolean): number {
		const clientEnd = readClient(bytes, start, end, record);
		if (clientEnd === -1) {
			return record.stop(start, 'the client, by its address or by name');
		}
		const identStart = afterSpaces(bytes, clientEnd, end);
		const identEnd = wordEnd(bytes, identStart, end);
		// The buffer may continue with another line.
		const ident = identStart < end ? bytes[identStart] : undefined;
		if (ident !== dash && startsWithHost(bytes, start, end)) {
			return record.stop(start, 'one host, then the client');
		}
		// Some programs omit both names. Without them the client must look like an address, because the first word could be anything:
		// `ACCESS [2026-…] "GET`.
		const isWithoutNames = ident === openBracket && !isAddressAndPort(bytes, identStart, identEnd);
		if (bytes[identEnd - 1] === colon) {
			return record.stop(identStart, 'a name, not a program before a colon');
		}
		if (ident === bar) {
			return record.stop(identStart, 'a name, not the bar after the name of a container');
		}
		if (isWithoutNames && !matches(/[.:]/, bytes, start, clientEnd)) {
			return record.stop(start, 'an address, or a client and two names');
		}
		const userStart = isWithoutNames ? identStart : identEnd + 1;
		const requestStart = this.#readUserAndTime(bytes, userStart, end, record);
		const {spans} = record;
		if (isWithoutNames && spans[spanOf.user] !== spans[spanOf.user + 1]) {
			return record.stop(identStart, 'a time, or two names');
		}
		const timeEnd = spans[spanOf.time + 1] ?? 0;
		const hasColumns = timeEnd !== 0 && bytes[afterSpaces(bytes, timeEnd + 1, end)] !== quote;
		if (bytes[userStart] === openBracket && requestStart !== -1 && hasColumns) {
			// S3 logs two words before the time, and the client and other columns after it.
			const isClient = !hasHost && isAddressAndPort(bytes, start, clientEnd);
			const column = afterSpaces(bytes, timeEnd + 1, end);
			if (!isClient || isAddressAndPort(bytes, column, wordEnd(bytes, column, end))) {
				return record.stop(start, 'the client, not words before the time and an address after it');
			}
		}
		if (requestStart === -1 || isWithoutNames) {
			return requestStart;
		}
		const hasIdent = ident !== dash;
		if (bytes[userStart] === openBracket && !record.isClientListed) {
			const isName =
				isNone(bytes, identStart, identEnd) &&
				(isNone(bytes, start, clientEnd) || isBareName(bytes, start, clientEnd));
			if (!isName && !isAddressAndPort(bytes, start, clientEnd)) {
				// The first words are a pod and its container, before a line that starts with a time.
				return record.stop(start, 'an address, or a client and two names');
			}
		}
		const isUnknown =
			spans[spanOf.ip + 1] === 0 && bytes[start] !== quote && !isNone(bytes, start, clientEnd);
		if (
			(hasIdent || isUnknown) &&
			matches(/ /, bytes, spans[spanOf.user] ?? 0, spans[spanOf.user + 1] ?? 0)
		) {
			// The words are a prefix.
			return record.stop(start, 'a client, and two names');
		}
		dropDashes(bytes, record);
		if (hasIdent) {
			readIdent(bytes, identStart, identEnd, record);
		}
		return requestStart;
	}

	/** Reads from the user on. Returns the offset after the quote before the request, or -1. */
	#readUserAndTime(bytes: Buffer, userStart: number, end: number, record: EntryRecord): number {
		// A user name may contain spaces, even ` [`. The first bracket before a time ends it.
		for (let bracket = userStart; bracket < end; bracket++) {
			if (bytes[bracket] !== openBracket || bytes[bracket - 1] !== space) {
				continue;
			}
			// Gorouter writes another kind of time after a single dash; its lines have a different format.
			const isOtherAllowed = bracket > userStart || bytes[bracket - 2] !== dash;
			const timeEnd = this.#readTime(bytes, bracket + 1, end, record, isOtherAllowed);
			if (timeEnd === -1) {
				continue;
			}
			const request = afterSpaces(bytes, timeEnd + 1, end);
			const isRequest = request > timeEnd + 1 && request < end && bytes[request] === quote;
			if (!isRequest && this.#hasTime(bytes, timeEnd + 1, end)) {
				// The client has sent a user name with a time.
				continue;
			}
			const requestStart = isRequest ? request + 1 : requestAfterColumns(bytes, timeEnd + 1, end, record);
			const isMissing = bracket === userStart + 2 && bytes[userStart] === dash;
			if (!isMissing && !readUser(bytes, userStart, bracket, record)) {
				return record.stop(userStart, 'a user name');
			}
			return requestStart === -1 ? record.stop(timeEnd, 'a quoted request after the time') : requestStart;
		}
		if (record.isTolerant) {
			return readUpToUnreadableTime(bytes, userStart, end, record);
		}
		return record.stop(Math.min(userStart, end), 'a time like [20/Nov/2026:09:03:07 +0100]');
	}

	/** Checks for a time in brackets before the first quoted column of `bytes[start, end)`. A client can choose the text in quotes. */
	#hasTime(bytes: Buffer, start: number, end: number): boolean {
		for (let at = start; at < end && !(bytes[at] === quote && bytes[at - 1] !== backslash); at++) {
			if (bytes[at] === openBracket && bytes[at - 1] === space) {
				const close = this.#readTime(bytes, at + 1, end, unused, true);
				if (close !== -1 && wordEnd(bytes, at + 1, close, colon) < close) {
					return true;
				}
			}
		}
		return false;
	}

	/** Reads a time up to its bracket. Returns the offset of the bracket, or -1. */
	#readTime(bytes: Buffer, start: number, end: number, record: EntryRecord, isOtherAllowed: boolean): number {
		const timeEnd = readClfTime(bytes, start, end, record);
		if (timeEnd !== -1 && bytes[timeEnd] === closeBracket) {
			return timeEnd;
		}
		return isOtherAllowed ? this.#readOtherTime(bytes, start, end, record) : timeEnd;
	}

	/** Reads a time in any other notation, up to its bracket. Returns the offset of the bracket, or -1. */
	#readOtherTime(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const max = Math.min(end, start + maxTimeLength);
		const close = wordEnd(bytes, start, max, closeBracket);
		return close < max && readTimeValue(bytes, start, close, record) ? close : -1;
	}
}

/**
 * Reads the user, a time in brackets that can't be read, and the quote before the request. Returns the offset after the quote, or
 * -1. Without a user, the text in brackets must look like a time: it could be the name of a thread.
 */
function readUpToUnreadableTime(bytes: Buffer, userStart: number, end: number, record: EntryRecord): number {
	for (let bracket = userStart; bracket < end && bytes[bracket] !== quote; bracket++) {
		if (bytes[bracket] !== openBracket || bytes[bracket - 1] !== space) {
			continue;
		}
		const max = Math.min(end, bracket + 1 + maxUnreadableLength);
		const close = wordEnd(bytes, bracket + 1, wordEnd(bytes, bracket + 1, max, quote), closeBracket);
		const request = afterSpaces(bytes, close + 1, end);
		const isBeforeRequest =
			close < max && bytes[close] === closeBracket && request > close + 1 && bytes[request] === quote;
		const isTime = bracket > userStart || wordEnd(bytes, bracket + 1, close, colon) < close;
		// Gorouter writes a time after a single dash.
		const isSecond = bracket > userStart || bytes[bracket - 2] !== dash;
		if (!isBeforeRequest || request >= end || !isTime || !isSecond) {
			continue;
		}
		const isMissing = bracket === userStart + 2 && bytes[userStart] === dash;
		if (!isMissing && !readUser(bytes, userStart, bracket, record)) {
			break;
		}
		skip(record, 'time', bytes, bracket + 1, close);
		return request + 1;
	}
	return record.stop(Math.min(userStart, end), 'a time in brackets, then a quoted request');
}

/**
 * Returns the end of a request whose quotes aren't escaped: the first quote before a status and a size. Otherwise, the first quote
 * before a space and something other than a quote, or -1.
 */
function rawRequestEnd(bytes: Buffer, start: number, end: number): number {
	let first = -1;
	for (let at = closingQuote(bytes, start, end); at !== -1; at = closingQuote(bytes, at + 1, end)) {
		const statusStart = afterSpaces(bytes, at + 1, end);
		if (statusStart === at + 1 || statusStart >= end || bytes[statusStart] === quote) {
			continue;
		}
		first = first === -1 ? at : first;
		const statusEnd = wordEnd(bytes, statusStart, end);
		const sizeStart = afterSpaces(bytes, statusEnd, end);
		const sizeEnd = wordEnd(bytes, sizeStart, end);
		const isSize =
			!Number.isNaN(wholeNumber(bytes, sizeStart, sizeEnd)) || isNoNumber(bytes, sizeStart, sizeEnd);
		if (isStatus(wholeNumber(bytes, statusStart, statusEnd)) && isSize) {
			return at;
		}
	}
	return first;
}

/** Returns the offset after the last space before `end`, or `start`. */
function wordStart(bytes: Buffer, start: number, end: number): number {
	let at = end;
	while (at > start && bytes[at - 1] !== space) {
		at--;
	}
	return Math.max(at, start);
}

/** Sets the user to the value, without surrounding spaces and quotes. Returns false if it can't be a user name. */
function readUser(bytes: Buffer, textStart: number, end: number, record: EntryRecord): boolean {
	const start =
		bytes[textStart] === openBracket
			? afterForwarded(bytes, textStart, end, record)
			: afterPeer(bytes, textStart, end, record);
	setTrimmedText(record, spanOf.user, bytes, start, end);
	const {spans} = record;
	const from = spans[spanOf.user] ?? 0;
	const to = spans[spanOf.user + 1] ?? 0;
	if (areAddresses(bytes, from, to)) {
		// The log has the forwarded addresses in place of the user: `$remote_addr - $http_x_forwarded_for [`.
		clear(record, 'user');
		setForwarded(bytes, from, to, record);
		return true;
	}
	// Apache writes an empty user name as `""`: log_remote_user in modules/loggers/mod_log_config.c.
	if (bytes[from] === quote && to > from + 1 && closingQuote(bytes, from + 1, to) === to - 1) {
		clear(record, 'user');
		setText(record, spanOf.user, bytes, from + 1, to - 1);
		return true;
	}
	return isName(bytes, from, to) || (record.isTolerant && isSent(bytes, textStart, from, to, record));
}

/**
 * Checks that a client can have sent the value as its user name: an address and a dash precede it, and its quotes are escaped. A
 * server logs such a name even without authentication.
 */
function isSent(bytes: Buffer, textStart: number, from: number, to: number, {spans}: EntryRecord): boolean {
	return (
		bytes[textStart - 2] === dash &&
		bytes[textStart - 3] === space &&
		isAddressAndPort(bytes, spans[spanOf.ip] ?? 0, spans[spanOf.ip + 1] ?? 0) &&
		!matches(/(?<!\\)"/, bytes, from, to)
	);
}

/**
 * Reads the forwarded addresses that ingress-nginx up to version 0.25 wrote before the user: `[203.0.113.7, 198.51.100.4] - `.
 * They may just repeat the client. Returns the offset after the dash, or `start` if the text isn't that.
 */
function afterForwarded(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
	const close = wordEnd(bytes, start, end, closeBracket);
	if (close === end || !matches(/^ - $/, bytes, close + 1, close + 4)) {
		return start;
	}
	if (close > start + 1 && !areAddresses(bytes, start + 1, close)) {
		return start;
	}
	setForwarded(bytes, start + 1, close, record);
	return close + 4;
}

/**
 * Reads the peer between forwarded addresses and the user: `203.0.113.7, 198.51.100.4 - 10.0.0.2 - ada`. Returns the offset of the
 * user.
 *
 * After a single address, a client may have sent this text as its user name, which nginx logs without a check. The first address
 * then stays the client with any `--client`.
 */
function afterPeer(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
	const {spans, isClientListed} = record;
	const stop = wordEnd(bytes, start, end);
	const isLast = isClientListed && stop + 1 === end;
	if (!(isLast || matches(/^ - /, bytes, stop, stop + 3)) || !isAddressAndPort(bytes, start, stop)) {
		return start;
	}
	const {from, to} = hostRange;
	if (!isClientListed) {
		const [ip = 0, ipEnd = 0] = [spans[spanOf.ip], spans[spanOf.ip + 1]];
		if (!(bytes[start - 2] === dash && isAddress(bytes, ip, ipEnd))) {
			return start;
		}
		setText(record, spanOf.forwardedFor, bytes, ip, ipEnd);
	}
	setText(record, spanOf.peerIp, bytes, from, to);
	return isLast ? end : stop + 3;
}

/** Checks for addresses with commas between them. */
function areAddresses(bytes: Buffer, start: number, end: number): boolean {
	let from = start;
	while (from < end) {
		const to = wordEnd(bytes, from, end, comma);
		if (!isAddressAndPort(bytes, from, to)) {
			return false;
		}
		from = to + 1;
	}
	return start < end;
}

/** Sets the forwarded addresses, unless they are just the client. */
function setForwarded(bytes: Buffer, start: number, end: number, record: EntryRecord): void {
	const {spans} = record;
	if (bytes.compare(bytes, spans[spanOf.ip], spans[spanOf.ip + 1], start, end) !== 0) {
		setText(record, spanOf.forwardedFor, bytes, start, end);
	}
}

/** Checks that the value can be a user name. A name with spaces may be the columns or the prefix of another format. */
function isName(bytes: Buffer, start: number, end: number): boolean {
	const first = wordEnd(bytes, start, end);
	const isIsoTime = matches(/^\d.{3}-..-..T/s, bytes, start, end);
	// A client may have sent text that looks like a time and a request, for a later column of another format.
	return (
		!isIsoTime && (first === end || !(hasSeparator(bytes, start, end) || isAddress(bytes, start, first)))
	);
}

/** Removes an additional dash that some programs log, which isn't a user. */
function dropDashes(bytes: Buffer, record: EntryRecord): void {
	const start = record.spans[spanOf.user] ?? 0;
	const end = record.spans[spanOf.user + 1] ?? 0;
	if (end - start > 1 && bytes[start] === dash && matches(/^[ -]*$/, bytes, start, end)) {
		clear(record, 'user');
	}
}

function clear({spans}: EntryRecord, ...fields: readonly Field[]): void {
	for (const field of fields) {
		spans[spanOf[field]] = 0;
		spans[spanOf[field] + 1] = 0;
	}
}

/** lighttpd and some hosters log the host in the ident column, which has no other use. The port may follow instead of the user. */
function readIdent(bytes: Buffer, start: number, end: number, record: EntryRecord): void {
	if (isVirtualHost(bytes, start, end)) {
		setHost(bytes, start, end, record);
		const {spans} = record;
		if (isPort(wholeNumber(bytes, spans[spanOf.user] ?? 0, spans[spanOf.user + 1] ?? 0))) {
			clear(record, 'user');
		}
	}
}
