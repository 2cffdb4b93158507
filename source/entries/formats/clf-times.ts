import {comma, isDigit, isLetter, lowerS, quote, space, zero} from '../../ascii.js';
import {type EntryRecord, noStatus, spanOf} from '../entry-record.js';
import {jsonDuration} from '../json/json-numbers.js';
import {bitOf, noteUnreadable} from '../unreadable.js';
import {isUserAgent} from '../values/referer-and-agent.js';
import {isColon, listEnd, valueStart} from '../values/upstream-list.js';
import {
	afterSpaces,
	closingQuote,
	decimalNumber,
	isNoNumber,
	isNone,
	maxDuration,
	setNumber,
	setText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';

/** Confidence that a number is the duration: rows of the table below. */
const sure = {none: 0, alone: 1, seconds: 2, slash: 3, unit: 4, name: 5} as const;

/** Confidence in the duration found so far. */
let rank = 0;

function offer(newRank: number, time: number, start: number, end: number, record: EntryRecord): void {
	const isBetter =
		newRank > rank || (newRank === rank && newRank === sure.seconds && time > record.durationMs);
	if (isBetter && time < maxDuration) {
		rank = newRank;
		setNumber(record, 'durationMs', time, start, end);
	}
}

/**
 * Reads the duration of the request in `bytes[position, end)`, which starts with a space, and the upstream server if it has a name.
 * Returns false if there is no duration.
 *
 * The duration follows the common or combined format, or is between the size and the referer, or before the request or the
 * status. The log doesn't name its numbers, so only these forms count as durations. The last three can't be before the request
 * or the status. If there are several, the first row of the table wins:
 *
 * | written as | unit | written by |
 * | --- | --- | --- |
 * | `rt=0.151`, `request_time="0.3, 0.1"`, `reqtime=12ms`; the first item of a list | s, or the unit in the line | nginx |
 * | `14225ms`, `4.532 ms`, `143µs`, `0.012s` | the unit in the line | Traefik, morgan, Go |
 * | `0/1234`, `**0/1234**` | µs after the slash | Apache's `%T/%D` |
 * | `0.123`, `(0.123)`, `[0.123]`: three decimals; the largest of several, which includes the other numbers | s | nginx's `$request_time` |
 * | `0.0123`: four decimals, the only column after the common format | s | Puma, Rack |
 * | `0.012345`: six decimals, no other column | s | gunicorn's `%(L)s`, aiohttp's `%Tf` |
 * | `52311`: at least four digits, no other column, at the end | µs | Apache's `%D`, gunicorn's `%(D)s` |
 *
 * A duration is always less than a week: larger numbers are times since 1970. These aren't durations, either: numbers in quotes or
 * with two decimals (`$gzip_ratio`), numbers with any other number of decimals (coordinates), integers that are seconds since 1970
 * or common ports, and lists without a name (durations of several upstreams).
 *
 * https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 * https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 * https://github.com/puma/puma/blob/master/lib/puma/commonlogger.rb
 * https://docs.gunicorn.org/en/stable/settings.html#access-log-format
 */
export function readTimes(
	bytes: Buffer,
	position: number,
	end: number,
	record: EntryRecord,
	layout: 'before' | 'common' | 'combined',
): boolean {
	rank = Number.isNaN(record.durationMs) ? sure.none : sure.name;
	const before = rank;
	let columns = 0;
	let isInList = false;
	let isLone = layout !== 'before';
	let start = afterSpaces(bytes, position, end);
	while (start < end && columns < maxColumns) {
		if (bytes[start] === quote) {
			const close = closingQuote(bytes, start + 1, end);
			if (close === -1) {
				break;
			}
			isLone = false;
			start = afterSpaces(bytes, close + 1, end);
			continue;
		}
		columns++;
		let stop = wordEnd(bytes, start, end);
		const value = valueStart(bytes, start, stop);
		if (value > start) {
			stop = readNamed(bytes, start, value, end, record);
			isInList = false;
		} else {
			const wasInList = isInList;
			const isNumber = number.test(bytes.toString('latin1', start, stop));
			isInList = isNumber
				? stop < end && isColon(bytes, stop + 1)
				: bytes[stop - 1] === comma || isColon(bytes, start);
			if (!wasInList && !isInList) {
				readWord(bytes, start, stop, record);
			}
			if (!wasInList && !isInList && isNumber && stop < end && isLetter(bytes[stop + 1] ?? 0)) {
				const unitEnd = wordEnd(bytes, stop + 1, end);
				offer(sure.unit, withUnit(bytes, start, unitEnd), start, unitEnd, record);
			}
			if (isLone && columns === 1 && stop >= end) {
				offerLone(bytes, start, stop, record, layout === 'common');
			}
		}
		isLone = false;
		start = afterSpaces(bytes, stop, end);
	}
	return rank > before;
}

const number = /^(\d+)(?:\.(\d*))?$/;

/** Maximum number of columns to read. Real logs have fewer. */
const maxColumns = 24;

/** Names of fields in common configurations. */
const names = new Map<string, 'time' | 'upstream' | 'forwardedFor'>([
	['rt', 'time'],
	['request_time', 'time'],
	['request-time', 'time'],
	['req_time', 'time'],
	['reqtime', 'time'],
	['response_time', 'time'],
	['response-time', 'time'],
	['ua', 'upstream'],
	['upstream', 'upstream'],
	['upstream_addr', 'upstream'],
	['X-Forwarded-For', 'forwardedFor'],
	['x-forwarded-for', 'forwardedFor'],
	['x_forwarded_for', 'forwardedFor'],
	['xff', 'forwardedFor'],
]);

/** Returns the meaning of the value under a name; undefined if it isn't a field. */
export function namedColumn(name: string): 'time' | 'upstream' | 'forwardedFor' | undefined {
	return names.get(name);
}

/** Reads `name=value` or `name="value"`. Returns the offset after it. */
function readNamed(bytes: Buffer, start: number, value: number, end: number, record: EntryRecord): number {
	const isQuoted = bytes[value] === quote;
	const from = isQuoted ? value + 1 : value;
	const to = isQuoted ? closingQuote(bytes, from, end) : listEnd(bytes, value, end);
	if (to === -1) {
		return end;
	}
	const kind = names.get(bytes.toString('latin1', start, value - 1));
	if (kind === 'time') {
		const [first = ''] = /^[^ ,]*/.exec(bytes.toString('latin1', from, to)) ?? [];
		const firstEnd = from + first.length;
		// `0.123` or `1.2e-05`.
		const isInSeconds = /^(?:\d+\.\d+$|[\d.]+e-)/i.test(first);
		const time = isInSeconds ? decimalNumber(bytes, from, firstEnd, 1000) : withUnit(bytes, from, firstEnd);
		offer(sure.name, time, from, firstEnd, record);
	} else if (kind !== undefined) {
		// Other programs separate pairs by commas.
		setText(record, spanOf[kind], bytes, from, !isQuoted && bytes[to - 1] === comma ? to - 1 : to);
	}
	return isQuoted ? to + 1 : to;
}

/** Parses a duration with its unit, `12ms`. Returns ms, or NaN. */
function withUnit(bytes: Buffer, start: number, end: number): number {
	return isDigit(bytes[start] ?? 0) && bytes[end - 1] === lowerS
		? jsonDuration(bytes, start, end, undefined)
		: Number.NaN;
}

/** A word, maybe in brackets or in stars: tutorials copy `**%T/%D**` from each other. */
const surrounded = /^([*()[\]]*)(.*?)[*()[\]]*$/s;

/** Offers the part of a word that may be a duration. */
function readWord(bytes: Buffer, start: number, stop: number, record: EntryRecord): void {
	const word = bytes.toString('latin1', start, stop);
	const [, around = '', inner = ''] = surrounded.exec(word) ?? [];
	const from = start + around.length;
	const to = from + inner.length;
	const [, digits, micros] = /^(\d+)\/(\d+)$/.exec(inner) ?? [];
	if (micros !== undefined) {
		offer(sure.slash, Number(micros) / 1000, from + `${digits}/`.length, to, record);
	} else if (inner.endsWith('s')) {
		offer(sure.unit, withUnit(bytes, from, to), from, to, record);
	} else if (/^\d*\.\d{3}$/.test(inner)) {
		offer(sure.seconds, Number(inner.replace('.', '')), from, to, record);
	}
}

/** Common ports of servers. */
const ports: ReadonlySet<number> = new Set([
	80, 443, 3000, 4000, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090, 9443, 10_443,
]);

/** Checks for a common port of a server. */
export function isPort(value: number): boolean {
	return ports.has(value);
}

/** Checks that a number of µs could also be seconds since 1970, from 2001 to 2039. */
function isEpoch(value: number): boolean {
	return value >= 1e9 && value < 2.2e9;
}

/** Offers a number that is the only column and ends the line. */
function offerLone(
	bytes: Buffer,
	start: number,
	stop: number,
	record: EntryRecord,
	isBehindCommon: boolean,
): void {
	const [, whole = '', decimals = ''] = number.exec(bytes.toString('latin1', start, stop)) ?? [];
	const digits = Number(whole + decimals);
	if (decimals === '') {
		if (digits >= 1000 && !isEpoch(digits) && !isPort(digits)) {
			offer(sure.alone, digits / 1000, start, stop, record);
		}
	} else if (decimals.length === 6) {
		offer(sure.alone, digits / 1000, start, stop, record);
	} else if (decimals.length === 4 && isBehindCommon) {
		offer(sure.alone, digits / 10, start, stop, record);
	}
}

/** Bytes of numeric columns. */
const isNumberByte = new Uint8Array(256);
for (const character of '0123456789.,:-/()*ms') {
	isNumberByte[character.charCodeAt(0)] = 1;
}

/**
 * Returns the end of the columns that start at the space at `position`: the space before a quote. If a column isn't numeric, the
 * quoted string must look like a referer. Returns -1 if no such quote follows.
 */
export function columnsEnd(bytes: Buffer, position: number, end: number): number {
	let isOfNumbers = true;
	for (let index = position; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === quote) {
			const close = closingQuote(bytes, index + 1, end);
			const isKnown =
				isOfNumbers || isReferer(bytes, index + 1, close) || isUserAgent(bytes, index + 1, close);
			return bytes[index - 1] === space && isKnown ? index - 1 : -1;
		}
		isOfNumbers &&= byte === space || isNumberByte[byte] === 1;
	}
	return -1;
}

/** Separates the scheme of a URL from its host. */
export const schemeEnd = Buffer.from('://');

/** Long enough for `android-app://` and other schemes. */
const maxSchemeLength = 20;

/** Checks that the quoted string `bytes[start, close)` is empty, a dash, or has a scheme. `close` may be -1. */
export function isReferer(bytes: Buffer, start: number, close: number): boolean {
	if (close === -1 || close === start || isNone(bytes, start, close)) {
		return close !== -1;
	}
	return bytes.subarray(start, Math.min(close, start + maxSchemeLength)).includes(schemeEnd);
}

/**
 * Statuses in use: the registered ones, and additional ones of nginx, Cloudflare, IIS and AWS. No server sends 208 and 226, so
 * these are sizes: Apache's page for 400 has 226 bytes.
 */
export const statusesInUse: ReadonlySet<number> = new Set([
	...[100, 101, 102, 103, 200, 201, 202, 203, 204, 205, 206, 207],
	...[300, 301, 302, 303, 304, 305, 306, 307, 308],
	...Array.from({length: 32}, (_, index) => 400 + index),
	...[440, 444, 449, 450, 451, 460, 463, 464, 494, 495, 496, 497, 498, 499],
	...Array.from({length: 12}, (_, index) => 500 + index),
	...[520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 540, 561, 598, 599],
]);

/**
 * Returns the offset of the status in the columns after the request, which start at `first`. This is the first column, unless it
 * can't be a status and a status in use with a size follows: `0.012 503 4523`, `- 0.250 503 503 4523`. nginx logs the upstream's
 * status before its own, so the last of equal statuses counts. After a long first column, the size may be missing.
 */
export function statusColumn(bytes: Buffer, first: number, end: number): number {
	const firstEnd = wordEnd(bytes, first, end);
	const isShort = firstEnd - first <= statusLength;
	// nginx logs `000` if it has sent no response.
	if (isStatusInUse(bytes, first, firstEnd) || (bytes[first] === zero && firstEnd - first === statusLength)) {
		return first;
	}
	let position = first;
	for (let columns = 0; columns < maxColumns && position < end && bytes[position] !== quote; columns++) {
		const stop = listEnd(bytes, position, end);
		const next = afterSpaces(bytes, stop, end);
		if (isStatusInUse(bytes, position, stop)) {
			const isLast = next >= end || bytes[next] === quote;
			const nextEnd = wordEnd(bytes, next, end);
			const isRepeated = bytes.compare(bytes, position, stop, next, nextEnd) === 0;
			if (isRepeated && isSize(bytes, afterSpaces(bytes, nextEnd, end), end)) {
				return next;
			}
			if (isSize(bytes, next, end) || (isLast && !isShort)) {
				return position;
			}
		}
		position = next;
	}
	return first;
}

const statusLength = 3;

function isStatusInUse(bytes: Buffer, start: number, end: number): boolean {
	return end - start === statusLength && statusesInUse.has(wholeNumber(bytes, start, end));
}

/** Checks that the word at `start` can be a size. */
function isSize(bytes: Buffer, start: number, lineEnd: number): boolean {
	const end = wordEnd(bytes, start, lineEnd);
	return !Number.isNaN(wholeNumber(bytes, start, end)) || isNoNumber(bytes, start, end);
}

/**
 * Decides whether the status and the size, which ends at `sizeEnd`, are certain if another number follows. If both numbers can be
 * the status, drops the size, and the status unless both are equal. Returns the end of the numbers that can be the size.
 */
export function settleStatus(bytes: Buffer, sizeEnd: number, end: number, record: EntryRecord): number {
	const {spans, status} = record;
	const sizeStart = spans[spanOf.bytes] ?? 0;
	const third = afterSpaces(bytes, sizeEnd, end);
	const isCertain = !statusesInUse.has(status) || !isStatusInUse(bytes, sizeStart, sizeEnd);
	if (isCertain || !isSize(bytes, third, end)) {
		return sizeEnd;
	}
	if (status !== record.bytes) {
		record.skipped |= bitOf('status');
		const reason = 'can both be the status';
		noteUnreadable(record, 'status', bytes, spans[spanOf.status] ?? 0, sizeEnd, reason);
		clearSpan(record, 'status');
		record.status = noStatus;
	}
	clearSpan(record, 'bytes');
	record.bytes = Number.NaN;
	return wordEnd(bytes, third, end);
}

function clearSpan({spans}: EntryRecord, field: 'status' | 'bytes'): void {
	spans.fill(0, spanOf[field], spanOf[field] + 2);
}
