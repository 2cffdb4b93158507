import {
	closeParenthesis,
	colon,
	comma,
	dash,
	dot,
	equals,
	isDigit,
	isLetter,
	lowerR,
	lowerS,
	lowerU,
	lowerX,
	openParenthesis,
	quote,
	slash,
	space,
	star,
	underscore,
	upperX,
	zero,
} from '../../ascii.js';
import {type EntryRecord, noStatus, spanOf} from '../entry-record.js';
import {jsonDuration} from '../json/json-numbers.js';
import {
	afterSpaces,
	closingQuote,
	decimalNumber,
	isNone,
	setNumber,
	setText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';

/** How sure it is that a number is the time taken: rows of the table below. */
const sure = {none: 0, alone: 1, seconds: 2, slash: 3, unit: 4, name: 5} as const;

/** Milliseconds of a week. */
const longest = 604_800_000;

/** The time found so far, and how sure it is. */
let rank = 0;

function offer(newRank: number, time: number, start: number, end: number, record: EntryRecord): void {
	const isBetter =
		newRank > rank || (newRank === rank && newRank === sure.seconds && time > record.durationMs);
	if (isBetter && time < longest) {
		rank = newRank;
		setNumber(record, 'durationMs', time, start, end);
	}
}

/**
 * Reads the time taken in `bytes[position, end)`, which begins with a space, and the upstream server if it is named. False when
 * there is none.
 *
 * The time taken stands behind the common or combined format, or between the size and the referer. The log doesn't say what a
 * number there is, so only these are taken for times, and the first row of the table that has one counts:
 *
 * | written as | is in | who writes it |
 * | --- | --- | --- |
 * | `rt=0.151`, `request_time="0.3, 0.1"`, `reqtime=12ms`; of a list the first | seconds, or the unit given | nginx |
 * | `14225ms`, `4.532 ms`, `143µs`, `0.012s` | the unit given | Traefik, morgan, Go |
 * | `0/1234`, `**0/1234**` | µs behind the slash | Apache's `%T/%D` |
 * | `0.123`, `(0.123)`: three decimals; of several the largest, which includes the others | s | nginx's `$request_time` |
 * | `0.0123`: four decimals, nothing else behind the common format | s | Puma, Rack |
 * | `0.012345`: six decimals, no other column | s | gunicorn's `%(L)s`, aiohttp's `%Tf` |
 * | `52311`: four digits or more, no other column, at the end | µs | Apache's `%D`, gunicorn's `%(D)s` |
 *
 * None takes a week or longer: such numbers are times since 1970. Nor are these times taken: numbers in quotes and with two
 * decimals (`$gzip_ratio`), with any other number of decimals (places), whole ones that are seconds since 1970 or usual ports,
 * and lists without a name (those of several upstreams).
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
	isBehindCommon: boolean,
): boolean {
	rank = Number.isNaN(record.durationMs) ? sure.none : sure.name;
	const before = rank;
	let columns = 0;
	let isInList = false;
	let isLone = true;
	let start = afterSpaces(bytes, position, end);
	while (start < end && columns < mostColumns) {
		const first = bytes[start] ?? 0;
		if (first === quote) {
			const close = closingQuote(bytes, start + 1, end);
			if (close === -1) {
				break;
			}
			isLone &&= !isBehindCommon;
			start = afterSpaces(bytes, close + 1, end);
			continue;
		}
		columns++;
		const wasInList = isInList;
		isInList = false;
		let stop = isDigit(first) ? readNumber(bytes, start, end) : -1;
		if (stop !== -1) {
			isInList = isColon(bytes, stop + 1) && stop < end;
			if (!wasInList && !isInList) {
				offerNumber(bytes, start, stop, end, record);
			}
			if (isLone && columns === 1 && stop >= end) {
				offerLone(start, stop, record, isBehindCommon);
			}
		} else {
			isLone = false;
			stop = wordEnd(bytes, start, end);
			const value = valueStart(bytes, start, stop);
			if (value > start) {
				stop = readNamed(bytes, start, value, stop, end, record);
			} else {
				isInList = bytes[stop - 1] === comma || isColon(bytes, start);
				if (!wasInList && !isInList) {
					readWord(bytes, start, stop, record);
				}
			}
		}
		start = afterSpaces(bytes, stop, end);
	}
	return rank > before;
}

/** Whether a colon alone stands there: it separates the servers that a request was passed to after each other. */
function isColon(bytes: Buffer, at: number): boolean {
	return bytes[at] === colon && bytes[at + 1] === space;
}

/** More columns than anybody logs. */
const mostColumns = 24;

/** What fields of configurations are named: with an r, a u or an x first, so that others needn't be looked up. */
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

/** No name is longer. */
const longestName = 20;

/** Position after the `=` of `name=value`, or `start`. */
function valueStart(bytes: Buffer, start: number, end: number): number {
	for (let index = start; index < end && index - start <= longestName; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === equals) {
			return index > start ? index + 1 : start;
		}
		if (!isLetter(byte) && byte !== underscore && byte !== dash) {
			return start;
		}
	}
	return start;
}

/** Reads `name=value`, whose value may stand in quotes. Returns the position after it. */
function readNamed(
	bytes: Buffer,
	start: number,
	value: number,
	wordStop: number,
	end: number,
	record: EntryRecord,
): number {
	const isQuoted = bytes[value] === quote;
	const from = isQuoted ? value + 1 : value;
	const to = isQuoted ? closingQuote(bytes, from, end) : wordStop;
	if (to === -1) {
		return end;
	}
	const first = bytes[start];
	const isKnown = first === lowerR || first === lowerU || first === lowerX || first === upperX;
	const kind = isKnown ? names.get(bytes.toString('latin1', start, value - 1)) : undefined;
	if (kind === 'time') {
		const firstEnd = firstOfList(bytes, from, to);
		const isInSeconds = decimals(bytes, from, firstEnd) > 0;
		const time = isInSeconds ? decimalNumber(bytes, from, firstEnd, 1000) : withUnit(bytes, from, firstEnd);
		offer(sure.name, time, from, firstEnd, record);
	} else if (kind !== undefined) {
		setText(record, spanOf[kind], bytes, from, to);
	}
	return isQuoted ? to + 1 : to;
}

/** End of the first of `0.1, 0.2 : 0.3`. */
function firstOfList(bytes: Buffer, start: number, end: number): number {
	let index = start;
	while (index < end && bytes[index] !== comma && bytes[index] !== space) {
		index++;
	}
	return index;
}

/** How many digits stand behind the point of a number; 0 for a whole one, -1 for anything else. */
function decimals(bytes: Buffer, start: number, end: number): number {
	let point = -1;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === dot && point === -1 && index > start) {
			point = index;
		} else if (!isDigit(byte)) {
			return -1;
		}
	}
	return end === start ? -1 : point === -1 ? 0 : end - point - 1;
}

/** Milliseconds of `12ms`, or NaN. */
function withUnit(bytes: Buffer, start: number, end: number): number {
	return isDigit(bytes[start] ?? 0) && bytes[end - 1] === lowerS
		? jsonDuration(bytes, start, end, undefined)
		: Number.NaN;
}

/** Position after the first slash, or `start`. */
function afterSlash(bytes: Buffer, start: number, end: number): number {
	let index = start;
	while (index < end && bytes[index] !== slash) {
		index++;
	}
	return index < end ? index + 1 : start;
}

/** The number read last: its digits, and how many of them stand behind the point. */
let digits = 0;
let places = 0;

/** Reads a word that is a number. Returns where it ends, or -1 when it is more. */
function readNumber(bytes: Buffer, start: number, end: number): number {
	let point = -1;
	let value = 0;
	let index = start;
	for (; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (isDigit(byte)) {
			value = value * 10 + byte - zero;
		} else if (byte === dot && point === -1) {
			point = index;
		} else if (byte === space) {
			break;
		} else {
			return -1;
		}
	}
	digits = value;
	places = point === -1 ? 0 : index - point - 1;
	return index;
}

/** Offers the number read last, which stands at `bytes[start, stop)`, if it is a time whatever else the line has. */
function offerNumber(bytes: Buffer, start: number, stop: number, end: number, record: EntryRecord): void {
	if (places === 3) {
		offer(sure.seconds, digits, start, stop, record);
	}
	// The unit may be the next word.
	if (stop < end && isLetter(bytes[stop + 1] ?? 0)) {
		const unitEnd = wordEnd(bytes, stop + 1, end);
		offer(sure.unit, withUnit(bytes, start, unitEnd), start, unitEnd, record);
	}
}

/** Reads a word that may be a time and is no number alone. */
function readWord(bytes: Buffer, start: number, stop: number, record: EntryRecord): void {
	let from = start;
	let to = stop;
	while (from < to && (bytes[from] === star || bytes[from] === openParenthesis)) {
		from++;
	}
	// `**%T/%D**` has been copied from page to page.
	while (from < to && (bytes[to - 1] === star || bytes[to - 1] === closeParenthesis)) {
		to--;
	}
	if (bytes[to - 1] === lowerS) {
		offer(sure.unit, withUnit(bytes, from, to), from, to, record);
	} else if (readNumber(bytes, from, to) === to && places === 3 && to > from) {
		offer(sure.seconds, digits, from, to, record);
	}
	const micros = afterSlash(bytes, from, to);
	if (micros > from && !Number.isNaN(wholeNumber(bytes, from, micros - 1))) {
		offer(sure.slash, wholeNumber(bytes, micros, to) / 1000, micros, to, record);
	}
}

/** Ports that servers usually have. */
const ports: ReadonlySet<number> = new Set([
	3000, 4000, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090, 9443, 10_443,
]);

/** Microseconds that are also seconds since 1970, from 2001 to 2039. */
function isEpoch(value: number): boolean {
	return value >= 1e9 && value < 2.2e9;
}

/** Offers the number read last, which is the only column and stands at the end. */
function offerLone(start: number, stop: number, record: EntryRecord, isBehindCommon: boolean): void {
	if (places === 0) {
		if (digits >= 1000 && !isEpoch(digits) && !ports.has(digits)) {
			offer(sure.alone, digits / 1000, start, stop, record);
		}
	} else if (places === 6) {
		offer(sure.alone, digits / 1000, start, stop, record);
	} else if (places === 4 && isBehindCommon) {
		offer(sure.alone, digits / 10, start, stop, record);
	}
}

/** What columns of numbers consist of. */
const isNumberByte = new Uint8Array(256);
for (const character of '0123456789.,:-/()*ms') {
	isNumberByte[character.charCodeAt(0)] = 1;
}

/**
 * Where the columns end that begin at the space at `position`: at the space before a quote. -1 when there are none. Behind
 * columns that are no numbers, what is in the quotes has to look like a referer.
 */
export function columnsEnd(bytes: Buffer, position: number, end: number): number {
	let isOfNumbers = true;
	for (let index = position; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === quote) {
			const isColumn = bytes[index - 1] === space && (isOfNumbers || isReferer(bytes, index + 1, end));
			return isColumn ? index - 1 : -1;
		}
		isOfNumbers &&= byte === space || isNumberByte[byte] === 1;
	}
	return -1;
}

const schemeEnd = Buffer.from('://');

/** Of `android-app://`, and more. */
const longestScheme = 20;

/** Whether a text in quotes that begins at `start` is empty, a dash, or has a scheme. */
function isReferer(bytes: Buffer, start: number, end: number): boolean {
	const close = closingQuote(bytes, start, end);
	if (close === -1 || close === start || isNone(bytes, start, close)) {
		return close !== -1;
	}
	return bytes.subarray(start, Math.min(close, start + longestScheme)).includes(schemeEnd);
}

/**
 * The statuses in use: those registered, and those of nginx, Cloudflare, IIS and AWS. Nobody sends 208 and 226, which are sizes:
 * Apache's page for 400 has 226 bytes.
 */
const usedStatuses: ReadonlySet<number> = new Set([
	...[100, 101, 102, 103, 200, 201, 202, 203, 204, 205, 206, 207],
	...[300, 301, 302, 303, 304, 305, 306, 307, 308],
	...Array.from({length: 32}, (_, index) => 400 + index),
	...[440, 444, 449, 450, 451, 460, 463, 464, 494, 495, 496, 497, 498, 499],
	...Array.from({length: 12}, (_, index) => 500 + index),
	...[520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 540, 561, 598, 599],
]);

/**
 * Looks whether the number behind the size, which ends at `sizeEnd`, makes it unsure which one is the status: some log the size of
 * the request before it. `340 200 4523` can only be that. Where both can be the status, neither is kept, nor is the size.
 * Returns where the numbers end that can be the size.
 */
export function settleStatus(bytes: Buffer, sizeEnd: number, end: number, record: EntryRecord): number {
	const {spans, bytes: second, status} = record;
	const secondStart = spans[spanOf.bytes] ?? 0;
	if (!usedStatuses.has(second) || sizeEnd - secondStart !== 3 || status === noStatus) {
		return sizeEnd;
	}
	const third = afterSpaces(bytes, sizeEnd, end);
	const thirdEnd = wordEnd(bytes, third, end);
	const size = wholeNumber(bytes, third, thirdEnd);
	if (Number.isNaN(size) && !isNone(bytes, third, thirdEnd)) {
		return sizeEnd;
	}
	if (!usedStatuses.has(status)) {
		setPlace(record, 'status', secondStart, sizeEnd);
		setPlace(record, 'bytes', third, thirdEnd);
		record.status = second;
		record.bytes = size;
		return thirdEnd;
	}
	if (status !== second) {
		setPlace(record, 'status', 0, 0);
		record.status = noStatus;
	}
	setPlace(record, 'bytes', 0, 0);
	record.bytes = Number.NaN;
	return thirdEnd;
}

function setPlace({spans}: EntryRecord, field: 'status' | 'bytes', start: number, end: number): void {
	spans[spanOf[field]] = start;
	spans[spanOf[field] + 1] = end;
}
