import {type EntryRecord, noStatus, spanOf} from '../entry-record.js';
import {ClfTime} from '../values/clf-time.js';
import {readClient, startsWithHost} from '../values/client.js';
import {readRequestLine} from '../values/request-line.js';
import {closingQuote, isNone, setTrimmedText, wholeNumber, wordEnd} from '../values/words.js';

const space = 32;
const quote = 34;
const dash = 45;
const openingBracket = 91;
const closingBracket = 93;

/**
 * The common log format and what begins like it: `%h %l %u [%t] "%r" %>s %b`, as Apache and nginx write it.
 * https://httpd.apache.org/docs/2.4/logs.html#accesslog
 */
export class ClfScanner {
	readonly #time = new ClfTime();

	/**
	 * Reads up to the size of the answer. Returns the position after it, or -1 when the line isn't of the kind, or
	 * begins with the name of a virtual host.
	 */
	readCommon(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const requestStart = this.#readUpToRequest(bytes, start, end, record);
		if (requestStart === -1) {
			return -1;
		}
		const requestEnd = closingQuote(bytes, requestStart, end);
		if (requestEnd === -1 || requestEnd + 1 >= end || bytes[requestEnd + 1] !== space) {
			return -1;
		}
		readRequestLine(bytes, requestStart, requestEnd, record);
		return this.#readAnswer(bytes, requestEnd + 2, end, record);
	}

	/** Reads client, user and time. Returns the position after the quote before the request, or -1. */
	#readUpToRequest(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const clientEnd = readClient(bytes, start, end, record);
		if (bytes[clientEnd + 1] !== dash && startsWithHost(bytes, start, end)) {
			return -1;
		}
		const userStart = wordEnd(bytes, clientEnd + 1, end) + 1;
		// A user name may hold spaces, even ` [`: what counts is the first bracket before a time.
		for (let bracket = userStart; bracket < end; bracket++) {
			if (bytes[bracket] !== openingBracket || bytes[bracket - 1] !== space) {
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
				bytes[timeEnd] === closingBracket &&
				bytes[timeEnd + 1] === space &&
				bytes[timeEnd + 2] === quote;
			return isRequest ? timeEnd + 3 : -1;
		}
		return -1;
	}

	/** Reads status and size. Returns the position after them, or -1. */
	#readAnswer(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const statusEnd = wordEnd(bytes, start, end);
		const sizeStart = statusEnd + 1;
		const sizeEnd = wordEnd(bytes, sizeStart, end);
		const status = wholeNumber(bytes, start, statusEnd);
		const size = wholeNumber(bytes, sizeStart, sizeEnd);
		if (
			(Number.isNaN(status) && !isNone(bytes, start, statusEnd)) ||
			(Number.isNaN(size) && !isNone(bytes, sizeStart, sizeEnd))
		) {
			return -1;
		}
		if (status < noStatus) {
			record.status = status;
		}
		record.bytes = size;
		return sizeEnd;
	}
}
