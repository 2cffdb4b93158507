import {closeBracket, dash, dot, openBracket, quote, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {ClfTime} from '../values/clf-time.js';
import {readClient, startsWithHost} from '../values/client.js';
import {readRequestLine} from '../values/request-line.js';
import {
	closingQuote,
	portColon,
	readSize,
	readStatus,
	setText,
	setTrimmedText,
	wordEnd,
} from '../values/words.js';

/**
 * The common log format and what begins like it: `%h %l %u [%t] "%r" %>s %b`, as Apache and nginx write it.
 * https://httpd.apache.org/docs/2.4/logs.html#accesslog
 */
export class ClfScanner {
	readonly #time = new ClfTime();

	/**
	 * Reads up to the size of the answer. Returns the position after it, or -1 when the line isn't of the kind.
	 *
	 * @param plainEnd See `plainClientEnd`.
	 */
	readCommon(bytes: Buffer, start: number, end: number, plainEnd: number, record: EntryRecord): number {
		const requestStart =
			plainEnd === -1
				? this.#readUpToRequest(bytes, start, end, record)
				: this.#readPlain(bytes, start, end, plainEnd, record);
		if (requestStart === -1) {
			return -1;
		}
		const requestEnd = closingQuote(bytes, requestStart, end);
		if (requestEnd === -1 || requestEnd + 1 >= end || bytes[requestEnd + 1] !== space) {
			return record.stop(requestStart, 'a request that a quote and a space end');
		}
		readRequestLine(bytes, requestStart, requestEnd, record);
		const statusStart = requestEnd + 2;
		const statusEnd = wordEnd(bytes, statusStart, end);
		if (!readStatus(bytes, statusStart, statusEnd, record)) {
			return record.stop(statusStart, 'a status, or -');
		}
		const sizeStart = statusEnd + 1;
		const sizeEnd = wordEnd(bytes, sizeStart, end);
		if (!readSize(bytes, sizeStart, sizeEnd, record)) {
			return record.stop(Math.min(sizeStart, end), 'the size of the answer, or -');
		}
		return sizeEnd;
	}

	/** Reads up to the request, and that as far as it goes: the rest of the line is missing. */
	readBeginning(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
		const requestStart = this.#readUpToRequest(bytes, start, end, record);
		const isCut = requestStart !== -1 && closingQuote(bytes, requestStart, end) === -1;
		if (isCut) {
			readRequestLine(bytes, requestStart, end, record);
		}
		return isCut;
	}

	/** Reads user and time behind a plain client. Returns the position after the quote before the request, or -1. */
	#readPlain(bytes: Buffer, start: number, end: number, clientEnd: number, record: EntryRecord): number {
		setText(record, spanOf.ip, bytes, start, clientEnd);
		return this.#readUserAndTime(bytes, clientEnd + 3, end, record);
	}

	/** Reads client, user and time. Returns the position after the quote before the request, or -1. */
	#readUpToRequest(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const clientEnd = readClient(bytes, start, end, record);
		const identStart = clientEnd + 1;
		const identEnd = wordEnd(bytes, identStart, end);
		if (bytes[identStart] !== dash && startsWithHost(bytes, start, end)) {
			return record.stop(start, 'one host, and after it the client');
		}
		// Some leave both names out.
		const userStart = bytes[identStart] === openBracket ? identStart : identEnd + 1;
		const requestStart = this.#readUserAndTime(bytes, userStart, end, record);
		if (requestStart !== -1 && userStart > identStart && bytes[identStart] !== dash) {
			if (hasSpace(bytes, record.spans[spanOf.user] ?? 0, record.spans[spanOf.user + 1] ?? 0)) {
				// Words of somebody who has put something before the line.
				return record.stop(start, 'a client, and two names');
			}
			readIdent(bytes, identStart, identEnd, record);
		}
		return requestStart;
	}

	/** Reads from the user on. Returns the position after the quote before the request, or -1. */
	#readUserAndTime(bytes: Buffer, userStart: number, end: number, record: EntryRecord): number {
		// A user name may hold spaces, even ` [`: what counts is the first bracket before a time.
		for (let bracket = userStart; bracket < end; bracket++) {
			if (bytes[bracket] !== openBracket || bytes[bracket - 1] !== space) {
				continue;
			}
			const timeEnd = this.#time.read(bytes, bracket + 1, record);
			if (timeEnd === -1) {
				continue;
			}
			// Apache writes an empty user name as `""`: log_remote_user in modules/loggers/mod_log_config.c.
			const isEmptyName =
				bracket - userStart === 3 && bytes[userStart] === quote && bytes[userStart + 1] === quote;
			if (!isEmptyName) {
				setTrimmedText(record, spanOf.user, bytes, userStart, bracket);
			}
			const isRequest =
				timeEnd + 2 < end &&
				bytes[timeEnd] === closeBracket &&
				bytes[timeEnd + 1] === space &&
				bytes[timeEnd + 2] === quote;
			return isRequest ? timeEnd + 3 : record.stop(timeEnd, 'a quoted request after the time');
		}
		return record.stop(Math.min(userStart, end), 'a time like [20/Nov/2026:09:03:07 +0100]');
	}
}

const hasSpace = (bytes: Buffer, start: number, end: number): boolean => {
	for (let index = start; index < end; index++) {
		if (bytes[index] === space) {
			return true;
		}
	}
	return false;
};

/** Where a name of the client would stand that nobody asks for, lighttpd and some hosters write the host. */
const readIdent = (bytes: Buffer, start: number, end: number, record: EntryRecord): void => {
	const port = portColon(bytes, start, end);
	const hostEnd = port === -1 ? end : port;
	let isName = port !== -1;
	for (let index = start; index < hostEnd && !isName; index++) {
		isName = bytes[index] === dot;
	}
	if (isName) {
		setText(record, spanOf.host, bytes, start, hostEnd);
	}
};
