import {closeBracket, dash, dot, isDigit, openBracket, plus, slash, tab, zero} from '../../ascii.js';
import type {EntryRecord} from '../entry-record.js';
import {digitsEnd, matches} from '../values/words.js';
import {dayStart, monthNames, monthOf, setTimeSpan, setUnixTime, setWall} from './calendar.js';
import {readClfTime, readIsoTime, readSyslogTime} from './stamps.js';
import {zoneOffset} from './zone-names.js';

/**
 * The groups of a regular expression that has matched a time. All are optional. `year` has four digits or two, `month` is a number
 * or a name, `half` is `am` or `pm`, `zone` is an offset or a name, `seconds1970` and `milliseconds1970` are Unix times.
 */
type WrittenTime = {
	readonly [Name in
		| 'year'
		| 'month'
		| 'day'
		| 'hours'
		| 'half'
		| 'minutes'
		| 'seconds'
		| 'fraction'
		| 'zone'
		| 'seconds1970'
		| 'milliseconds1970']?: string;
};

/**
 * Sets a record's time and zone. A time without a zone is in the zone `zoneless`, see `setWall`. Returns false if there is no such time, or
 * if the name of its zone is unknown or has several meanings.
 */
export function setWritten(written: WrittenTime, record: EntryRecord, zoneless = Number.NaN): boolean {
	const {half = '', fraction = '', zone, seconds1970, milliseconds1970} = written;
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
	if (seconds1970 !== undefined || milliseconds1970 !== undefined) {
		const time = Number(milliseconds1970 ?? 0) + Number(seconds1970 ?? 0) * 1000 + milliseconds;
		return setUnixTime(record, time, 0, 0);
	}
	const hours = Number(written.hours);
	const minutes = Number(written.minutes);
	const seconds = Number(written.seconds ?? 0);
	const isClock = half === '' ? hours <= 23 : hours >= 1 && hours <= 12;
	if (!(isClock && minutes <= 59 && seconds <= 60)) {
		return false;
	}
	const hour = half === '' ? hours : (hours % 12) + (/^p/i.test(half) ? 12 : 0);
	const clock = ((hour * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
	const wall =
		dayStart(fullYear(written.year ?? ''), monthIndex(written.month ?? ''), Number(written.day)) + clock;
	const offset = zone === undefined || Number.isNaN(wall) ? zoneless : offsetOf(zone, wall);
	if (Number.isNaN(wall) || (zone !== undefined && Number.isNaN(offset))) {
		return false;
	}
	setWall(record, wall, offset);
	return true;
}

/** POSIX: 69 to 99 mean 1969 to 1999. */
function fullYear(year: string): number {
	return Number(year) + (year.length === 4 ? 0 : Number(year) < 69 ? 2000 : 1900);
}

function monthIndex(month: string): number {
	const index = monthOf(Buffer.from(month, 'latin1'), 0);
	return index === -1 ? Number(month) - 1 : index;
}

/** Returns the minutes of `+0100`, `GMT+01:00`, `+01` or the name of a zone at a local time, or NaN. */
function offsetOf(zone: string, wall: number): number {
	if (!/\d$/.test(zone)) {
		return zoneOffset(zone, wall);
	}
	const [, sign, hours, minutes = '0'] = /([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
	const offset = Number(hours ?? 0) * 60 + Number(minutes);
	return offset >= 1440 || Number(minutes) > 59 ? Number.NaN : sign === '-' ? -offset : offset;
}

const month = `(?<month>${monthNames.join('|')})`;
const clock =
	'(?<hours>[01]\\d|2[0-3]):(?<minutes>[0-5]\\d):(?<seconds>[0-5]\\d|60)(?:[.,](?<fraction>\\d+))?';
const zone = '(?<zone>(?:GMT|UTC)?[+-]\\d\\d(?::?\\d\\d)?|[A-Z][A-Za-z.]*(?:[ /_-][A-Za-z]+)*)';
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*';

/**
 * Rare notations of values, which take longer to parse. The name of a zone must have one meaning, see zone-names.ts. After an
 * offset it is ignored.
 */
const valueNotations: readonly RegExp[] = [
	// 2026-11-20 09:03:07.123 +0100 CET m=+0.5: Go's time.Time.String(). …+01:00[Europe/Paris]: Java's ZonedDateTime.
	`(?<year>\\d{4})[-/](?<month>\\d\\d)[-/](?<day>\\d\\d)[T ]${clock} ?${zone}(?: (?:[A-Z]{2,5}|[+-]\\d{2,4}))?(?: m=[+-]\\d+\\.\\d+)?(?:\\[[\\w/+-]+\\])?`,
	// 20261120T090307Z: the basic format of ISO 8601. 20261120090307: also without the T.
	`(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)T?${clock.replaceAll('):', ')')}${zone}?`,
	// 20/Nov/2026:09:03:07.123 +0100: the common log format with decimals.
	`(?<day>\\d{1,2})/${month}/(?<year>\\d{4})[: ]${clock}(?: ?${zone})?`,
	// Nov/20/2026:09:03:07 +0100: the same, but month first.
	`${month}/(?<day>\\d\\d)/(?<year>\\d{4})[: ]${clock}(?: ?${zone})?`,
	// Fri, 20 Nov 2026 09:03:07 GMT: RFC 1123. Friday, 20-Nov-26 09:03:07 GMT: RFC 850.
	`(?:${weekday},? )?(?<day>\\d{1,2})[ -]${month}[ -](?<year>\\d{4}|\\d\\d) ${clock} ${zone}`,
	// Fri Nov 20 09:03:07 2026: asctime of C. With a zone before the year: date of Unix, Ruby.
	`${weekday} ${month} +(?<day>\\d{1,2}) ${clock}(?: ${zone})? (?<year>\\d{4})`,
	// Fri Nov 20 2026 09:03:07 GMT+0100 (Central European Standard Time): JavaScript.
	`${weekday} ${month} (?<day>\\d\\d) (?<year>\\d{4}) ${clock} ${zone}(?: \\([^()]*\\))?`,
].map(pattern => new RegExp(`^${pattern}$`));

/** Maximum length of these notations. */
const maxValueLength = 100;

/** Minimum number of digits before the point of a time in seconds: from September 2001 to 5138. */
const minDigits = 9;

/** Limit of times with an exponent, in s. From 1e21 on, `toFixed` would write an exponent again. */
const maxSeconds = 1e20;

/**
 * Reads a time in any known notation, `bytes[start, end)`, into the record: ISO 8601 and its relatives, the common log format's
 * time with or without brackets, one of `valueNotations`, or a Unix time in s, ms, µs or ns. Returns false for anything else.
 */
export function readTimeValue(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
	if (end - start < minDigits) {
		return false;
	}
	const isBracketed = bytes[start] === openBracket && bytes[end - 1] === closeBracket;
	const from = isBracketed ? start + 1 : start;
	const to = isBracketed ? end - 1 : end;
	const commonEnd =
		bytes[from + 2] === slash ? readClfTime(bytes, from, to, record) : readIsoTime(bytes, from, to, record);
	if (commonEnd === to) {
		return true;
	}
	if (commonEnd !== -1) {
		// More text follows the time.
		record.time = Number.NaN;
		record.zone = 0;
		setTimeSpan(record, 0, 0);
	}
	if (to - from > maxValueLength) {
		return false;
	}
	const isUnix = !isBracketed && !isDateTime(bytes, from, to);
	if (isUnix && setUnixTime(record, unixTime(bytes, from, to), from, to)) {
		return true;
	}
	const text = bytes.toString('latin1', from, to);
	for (const notation of valueNotations) {
		const groups = notation.exec(text)?.groups;
		if (groups !== undefined) {
			return setWritten(groups, record) && setTimeSpan(record, from, to) === to;
		}
	}
	return false;
}

/** Checks for 14 digits that begin a year from 1900 to 2099. Unix times in ms have 14 digits only from 2286 on. */
function isDateTime(bytes: Buffer, start: number, end: number): boolean {
	return digitsEnd(bytes, start, end) === start + 14 && matches(/^(?:19|20)/, bytes, start, start + 2);
}

/**
 * Returns the ms of the Unix time `bytes[start, end)`, truncated. The size of the number determines its unit: up to 11 digits
 * before the point are seconds, up to 14 milliseconds, up to 17 microseconds, up to 20 nanoseconds. Returns NaN for anything else.
 * Reads digit by digit, because a number can't hold nanoseconds, and 0.29 s must not become 289 ms.
 */
function unixTime(bytes: Buffer, start: number, end: number): number {
	const first = bytes[start] === plus ? start + 1 : start;
	const point = digitsEnd(bytes, first, end);
	const last = bytes[point] === dot && point < end ? digitsEnd(bytes, point + 1, end) : point;
	if (last < end || point === first) {
		const text = bytes.toString('latin1', start, end);
		const seconds = Number(/^\+?\d[\d.]*e[+-]?\d+$/i.test(text) ? text : Number.NaN);
		const plain = Buffer.from(seconds < maxSeconds ? seconds.toFixed(3) : '');
		return plain.length > 0 ? unixTime(plain, 0, plain.length) : Number.NaN;
	}
	const digits = point - first;
	if (digits < minDigits || digits > 20) {
		return Number.NaN;
	}
	const wanted = digits <= 11 ? digits + 3 : digits <= 14 ? digits : digits <= 17 ? digits - 3 : digits - 6;
	let time = 0;
	for (let index = 0, at = first; index < wanted; index++, at++) {
		at = at === point ? at + 1 : at;
		time = time * 10 + (at < last ? (bytes[at] ?? 0) - zero : 0);
	}
	return time;
}

const shortWeekday = '(?:Mo|Tu|We|Th|Fr|Sa|Su).';
const date = '(?<day>[ \\d]\\d)';
const year = '(?<year>19[7-9]\\d|[2-9]\\d{3})';
const utc = '(?: (?<zone>UTC|GMT))?';

/** Rare notations of times before a line. */
const prefixNotations: readonly RegExp[] = [
	// Syslog with a year, as Cisco and syslog-ng write it.
	`${month} ${date} ${year} ${clock}${utc}`,
	`${year} ${month}.${date}.${clock}${utc}`,
	`(?<day>\\d\\d)-${month}-(?<year>\\d{4}) ${clock}`,
	// Unix time in seconds, until 2096.
	'(?<seconds1970>[0-3]\\d{9})(?!\\d)(?:[.,](?<fraction>\\d+))?',
	// C's ctime, Apache's error log.
	`${shortWeekday} ${month}.${date}.${clock} (?<year>\\d{4})`,
].map(notation => new RegExp(`^${notation}`, 'i'));

const isBeforeDate = new RegExp(`^${shortWeekday} \\d`);

/** Maximum length of these notations. */
const maxPrefixLength = 48;

/**
 * Reads the time at the start of a prefix: ISO 8601 and its relatives (`2026/11/20 09:03:07,123 +0000`), `20/Nov/2026:09:03:07
 * +0100`, `Nov 20 09:03:07`, `Fri 2026-11-20 09:03:07 UTC`, or one of `prefixNotations`. Returns the offset after it, or -1 if no time is complete
 * before `end`. The time is NaN if the name of its zone is unknown, or if no year has this day.
 */
export function readPrefixTime(bytes: Buffer, at: number, end: number, record: EntryRecord): number {
	record.time = Number.NaN;
	if (bytes[at + 2] === slash) {
		return readClfTime(bytes, at, end, record);
	}
	const fifth = bytes[at + 4];
	if (isDigit(bytes[at] ?? 0) && (fifth === dash || fifth === slash)) {
		// A date, a tab and a time are two columns.
		return bytes[at + 10] === tab ? -1 : readIsoTime(bytes, at, end, record, Number.NaN, true);
	}
	const syslogEnd = readSyslogTime(bytes, at, end, record);
	if (syslogEnd !== -1) {
		return syslogEnd;
	}
	const text = bytes.toString('latin1', at, Math.min(end, at + maxPrefixLength));
	for (const notation of prefixNotations) {
		const found = notation.exec(text);
		if (found?.groups !== undefined) {
			return setWritten(found.groups, record) ? at + found[0].length : -1;
		}
	}
	return isBeforeDate.test(text) ? readFull(bytes, at + 4, end, record) : -1;
}

/** Reads `2026-11-20 09:03:07 UTC` after the day of the week: `journalctl -o short-full`. */
function readFull(bytes: Buffer, at: number, end: number, record: EntryRecord): number {
	const position = readPrefixTime(bytes, at, end, record);
	const zoneName = position === -1 ? null : /^ [A-Z]{3,}(?= )/.exec(bytes.toString('latin1', position, end));
	if (zoneName === null) {
		return position;
	}
	// Names of other zones are ambiguous.
	record.time = Number.NaN;
	return position + zoneName[0].length;
}
