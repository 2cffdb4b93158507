import {ClfTime, clfTimeLength} from './clf-time.js';
import {type EntryRecord, spanOf} from './entry-record.js';
import {readRequestLine} from './request-line.js';
import {closingQuote, isAddress, isNone, portColon, setText, wholeNumber, wordEnd} from './words.js';

const space = 32;
const quote = 34;
const comma = 44;
const dash = 45;
const openingBracket = 91;
const closingBracket = 93;

/** The largest status that is kept; there is one number more, which stands for none. */
const largestStatus = 65_534;

/** Whether a line begins with the name of a virtual host: `www.example.com:443 192.0.2.1 - - […`. */
export const startsWithHost = (bytes: Buffer, start: number, end: number): boolean => {
	const first = wordEnd(bytes, start, end);
	const second = wordEnd(bytes, first + 1, end);
	if (second >= end || bytes[first - 1] === comma || bytes[first + 1] === dash) {
		return false;
	}
	return (
		isAddress(bytes, first + 1, second) ||
		(portColon(bytes, start, first) !== -1 && !isAddress(bytes, start, first))
	);
};

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
		const bracket = this.#readClient(bytes, start, end, record);
		const requestStart = bracket + clfTimeLength + 4;
		if (
			bracket === -1 ||
			requestStart > end ||
			bytes[requestStart - 3] !== closingBracket ||
			bytes[requestStart - 2] !== space ||
			bytes[requestStart - 1] !== quote
		) {
			return -1;
		}
		const requestEnd = closingQuote(bytes, requestStart, end);
		if (requestEnd === -1 || requestEnd + 1 >= end || bytes[requestEnd + 1] !== space) {
			return -1;
		}
		readRequestLine(bytes, requestStart, requestEnd, record);
		return this.#readAnswer(bytes, requestEnd + 2, end, record);
	}

	/** Reads ` "referer" "user agent"` at `position`. Returns the position after them, or -1 when they aren't there. */
	readRefererAndAgent(bytes: Buffer, position: number, end: number, record: EntryRecord): number {
		if (position + 1 >= end || bytes[position] !== space || bytes[position + 1] !== quote) {
			return -1;
		}
		const refererEnd = closingQuote(bytes, position + 2, end);
		if (
			refererEnd === -1 ||
			refererEnd + 2 >= end ||
			bytes[refererEnd + 1] !== space ||
			bytes[refererEnd + 2] !== quote
		) {
			return -1;
		}
		const agentEnd = closingQuote(bytes, refererEnd + 3, end);
		if (agentEnd === -1) {
			return -1;
		}
		setText(record, spanOf.referer, bytes, position + 2, refererEnd);
		setText(record, spanOf.userAgent, bytes, refererEnd + 3, agentEnd);
		return agentEnd + 1;
	}

	/** Reads client, user and time. Returns the position of the bracket before the time, or -1. */
	#readClient(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		let clientEnd = wordEnd(bytes, start, end);
		// `10.0.0.2, 10.0.0.1 - - […`: a list of addresses, as in X-Forwarded-For.
		while (bytes[clientEnd - 1] === comma && clientEnd + 1 < end) {
			clientEnd = wordEnd(bytes, clientEnd + 1, end);
		}
		if (bytes[clientEnd + 1] !== dash && startsWithHost(bytes, start, end)) {
			return -1;
		}
		const userStart = wordEnd(bytes, clientEnd + 1, end) + 1;
		// A user name may hold spaces, even ` [`: what counts is the first bracket before a time.
		for (let bracket = userStart; bracket + clfTimeLength < end; bracket++) {
			if (
				bytes[bracket] === openingBracket &&
				bytes[bracket - 1] === space &&
				this.#time.read(bytes, bracket + 1, record)
			) {
				setText(record, spanOf.ip, bytes, start, clientEnd);
				setText(record, spanOf.user, bytes, userStart, bracket - 1);
				return bracket;
			}
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
		if (status <= largestStatus) {
			record.status = status;
		}
		record.bytes = size;
		return sizeEnd;
	}
}
