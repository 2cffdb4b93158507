import {quote, slash, star} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {isAddressAndPort, isHostName} from '../values/client.js';
import {isUserAgent, readRefererAndAgent} from '../values/referer-and-agent.js';
import {isProtocol, isRequestLine} from '../values/request-line.js';
import {
	afterSpaces,
	closingQuote,
	columnEnd,
	isNoNumber,
	isNone,
	isStatus,
	setHost,
	setText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';
import {isReferer, readTimes, statusColumn} from './clf-times.js';

/** Length of the day in `20/Nov/2026`. */
const dayLength = 2;

/** Maximum number of columns before the request or, in other orders, before the referer. Real logs have fewer. */
export const maxColumns = 16;

/**
 * Finds the request in `bytes[start, end)`, which starts with a space, after columns of any kind. The request is in quotes, and the
 * status and the size follow it. Returns the offset after its first quote, or -1.
 *
 * Text such as `"\x16\x03"` is a request, too, unless another column could be the request or a request line follows: in
 * `"shop.example" 443 1234 "GET / HTTP/1.1" 200 4523`, the host is followed by the port and the size of the request.
 */
export function requestAfterColumns(bytes: Buffer, start: number, end: number, {spans}: EntryRecord): number {
	let unclear = -1;
	// OAuth2 Proxy logs the parts of the request without quotes, and another kind of time.
	let hasRequest = bytes[(spans[spanOf.time] ?? 0) + dayLength] !== slash;
	let position = afterSpaces(bytes, start, end);
	for (let columns = 0; position > start && position < end && columns <= maxColumns; columns++) {
		const stop = columnEnd(bytes, position, end);
		if (stop === -1) {
			break;
		}
		const isQuoted = bytes[position] === quote && closingQuote(bytes, position + 1, end) === stop - 1;
		const next = afterSpaces(bytes, stop, end);
		if (isQuoted) {
			const isLine = isRequestLine(bytes, position + 1, stop - 1);
			const isFollowed = isBeforeStatus(bytes, isLine ? statusColumn(bytes, next, end) : next, end);
			if (isLine && isFollowed) {
				return position + 1;
			}
			if (unclear !== -1 && bytes[next] === quote) {
				// These are the referer and the user agent, which the client can choose.
				break;
			}
			const isOther = isOtherColumn(bytes, position + 1, stop - 1);
			const isNothing = stop - position < 3 || isNone(bytes, position + 1, stop - 1);
			const isPath = bytes[position + 1] === slash || bytes[position + 1] === star;
			if (unclear === -1 && isFollowed && !hasRequest && !isPath && (isNothing || !isOther)) {
				unclear = position + 1;
			}
			hasRequest ||= !isOther;
		} else {
			hasRequest ||= bytes[position] === slash || isProtocol(bytes, position, stop);
		}
		position = next;
	}
	return unclear;
}

/** Checks for the value of a quoted column that can't be a request, nor a part of it. */
function isOtherColumn(bytes: Buffer, start: number, end: number): boolean {
	return (
		isNone(bytes, start, end) ||
		isHostName(bytes, start, end) ||
		isAddressAndPort(bytes, start, end) ||
		otherColumn.test(bytes.toString('latin1', start, end))
	);
}

/** Matches an empty value, a number, an id, a country, a version of TLS, a cipher, or the result of a cache. */
const otherColumn =
	/^(?:[\d.]*|[\da-f-]{8,}|[A-Z]{2}|TLSv1\.\d|[A-Z\d]+(?:[_-][A-Z\d]+)+|HIT|MISS|BYPASS|EXPIRED|STALE)$/;

/** Checks for a status and a size at `position`. */
function isBeforeStatus(bytes: Buffer, position: number, end: number): boolean {
	const statusEnd = wordEnd(bytes, position, end);
	const size = afterSpaces(bytes, statusEnd, end);
	const sizeEnd = wordEnd(bytes, size, end);
	const status = wholeNumber(bytes, position, statusEnd);
	return (
		(isStatus(status) || status === 0 || isNoNumber(bytes, position, statusEnd)) &&
		(!Number.isNaN(wholeNumber(bytes, size, sizeEnd)) || isNoNumber(bytes, size, sizeEnd))
	);
}

/**
 * Reads the columns between the time and the request, `bytes[start, end)`, which starts with a space: the duration, by the rules
 * of clf-times.ts, and the first host name. Other columns are ignored, because the log doesn't name them.
 */
export function readColumns(bytes: Buffer, start: number, end: number, record: EntryRecord): void {
	readTimes(bytes, start, end, record, 'before');
	let position = afterSpaces(bytes, start, end);
	while (position < end && record.spans[spanOf.host + 1] === 0) {
		const stop = columnEnd(bytes, position, end);
		if (stop === -1) {
			return;
		}
		const isQuoted = bytes[position] === quote && bytes[stop - 1] === quote;
		const from = isQuoted ? position + 1 : position;
		const to = isQuoted ? stop - 1 : stop;
		if (isHostName(bytes, from, to)) {
			setHost(bytes, from, to, record);
		}
		position = afterSpaces(bytes, stop, end);
	}
}

/**
 * Reads the referer and the user agent after the space at `position`, like `readRefererAndAgent`, even if other columns separate
 * them or if there is no referer. Returns the offset after the user agent, or -1.
 */
export function readAgent(bytes: Buffer, position: number, end: number, record: EntryRecord): number {
	const first = afterSpaces(bytes, position, end) + 1;
	const close = closingQuote(bytes, first, end);
	if (close === -1) {
		return -1;
	}
	const next = afterSpaces(bytes, close + 1, end);
	if (isUserAgent(bytes, first, close) && !startsWithAgent(bytes, next, end)) {
		setText(record, spanOf.userAgent, bytes, first, close);
		return close + 1;
	}
	const agentEnd = readRefererAndAgent(bytes, position, end, record);
	if (agentEnd !== -1 || !isReferer(bytes, first, close)) {
		return agentEnd;
	}
	let agent = next;
	while (agent < end && bytes[agent] !== quote) {
		const stop = columnEnd(bytes, agent, end);
		agent = stop === -1 ? end : afterSpaces(bytes, stop, end);
	}
	if (!startsWithAgent(bytes, agent, end)) {
		return -1;
	}
	const stop = closingQuote(bytes, agent + 1, end);
	setText(record, spanOf.referer, bytes, first, close);
	setText(record, spanOf.userAgent, bytes, agent + 1, stop);
	readTimes(bytes, close + 1, agent - 1, record, 'before');
	return stop + 1;
}

/** Checks for a quoted user agent at `position`. */
function startsWithAgent(bytes: Buffer, position: number, end: number): boolean {
	const close = position < end && bytes[position] === quote ? closingQuote(bytes, position + 1, end) : -1;
	return close !== -1 && isUserAgent(bytes, position + 1, close);
}
