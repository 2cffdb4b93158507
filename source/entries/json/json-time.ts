import {closeBracket, dot, isDigit, openBracket, slash, zero} from '../../ascii.js';
import type {EntryRecord} from '../entry-record.js';
import {ClfTime, setTimeSpan} from '../values/clf-time.js';
import {IsoTime} from '../values/iso-time.js';
import {monthNames} from '../values/month.js';
import {setWritten} from '../values/written-time.js';
import {jsonNumber} from './json-numbers.js';

/** Minimum number of digits before the point of a time in seconds: from September 2001 to 5138. */
const minDigits = 9;

/** Parses times in JSON logs, in any known notation. */
export class JsonTime {
	readonly #iso = new IsoTime();
	readonly #clf = new ClfTime();

	/**
	 * Reads the time `bytes[start, end)` into the record: ISO 8601 and its relatives, the common log format's time with or without
	 * brackets, one of `notations`, or a Unix time in s, ms, µs or ns. The size of the number determines its unit: up to 11 digits
	 * before the point are seconds, up to 14 milliseconds, up to 17 microseconds. Truncates to milliseconds. Returns false for
	 * anything else.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
		if (end - start < minDigits) {
			return false;
		}
		const pointAt = digitsEnd(bytes, start, end);
		if (pointAt === end || (bytes[pointAt] === dot && pointAt - start >= minDigits)) {
			return readEpoch(bytes, start, pointAt, end, record);
		}
		const isBracketed = bytes[start] === openBracket && bytes[end - 1] === closeBracket;
		const from = isBracketed ? start + 1 : start;
		const to = isBracketed ? end - 1 : end;
		const commonEnd =
			bytes[from + 2] === slash
				? this.#clf.read(bytes, from, record)
				: this.#iso.read(bytes, from, to, record);
		return (
			commonEnd === to ||
			noTime(record) ||
			readWritten(bytes, from, to, record) ||
			readNumber(bytes, start, end, record)
		);
	}
}

/** Resets the record's time, because more text follows it. Returns false. */
function noTime(record: EntryRecord): boolean {
	record.time = Number.NaN;
	record.zone = 0;
	setTimeSpan(record, 0, 0);
	return false;
}

const month = `(?<month>${monthNames.join('|')})`;
const clock = '(?<hours>\\d\\d):(?<minutes>\\d\\d):(?<seconds>\\d\\d)(?:[.,](?<fraction>\\d+))?';
const zone = '(?<zone>(?:GMT|UTC)?[+-]\\d\\d(?::?\\d\\d)?|[A-Z][A-Za-z.]*(?:[ /_-][A-Za-z]+)*)';
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*';

/**
 * Rare notations, which take longer to parse. The name of a zone must have one meaning, see zone-names.ts. After an offset it is
 * ignored.
 */
const notations: readonly RegExp[] = [
	// 2026-11-20 09:03:07.123 +0100 CET m=+0.5: Go's time.Time.String(). …+01:00[Europe/Paris]: Java's ZonedDateTime.
	`(?<year>\\d{4})[-/](?<month>\\d\\d)[-/](?<day>\\d\\d)[T ]${clock} ?${zone}(?: (?:[A-Z]{2,5}|[+-]\\d{2,4}))?(?: m=[+-]\\d+\\.\\d+)?(?:\\[[\\w/+-]+\\])?`,
	// 20261120T090307Z: the basic format of ISO 8601.
	`(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)T(?<hours>\\d\\d)(?<minutes>\\d\\d)(?<seconds>\\d\\d)(?:[.,](?<fraction>\\d+))?${zone}`,
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
const maxWrittenLength = 100;

function readWritten(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
	if (end - start > maxWrittenLength) {
		return false;
	}
	const text = bytes.toString('latin1', start, end);
	for (const notation of notations) {
		const groups = notation.exec(text)?.groups;
		if (groups !== undefined) {
			return setWritten(groups, record) && setTimeSpan(record, start, end) === end;
		}
	}
	return false;
}

function digitsEnd(bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end && isDigit(bytes[at] ?? 0)) {
		at++;
	}
	return at;
}

/**
 * Returns the number of digits of a Unix time up to its milliseconds, given the number of digits before the point; -1 if it isn't
 * a time.
 */
function digitsToMilliseconds(digits: number): number {
	if (digits < minDigits || digits > 20) {
		return -1;
	}
	return digits <= 11 ? digits + 3 : digits <= 14 ? digits : digits <= 17 ? digits - 3 : digits - 6;
}

/** Processes the digits one by one, because a number can't hold nanoseconds, and 0.29 s must not become 289 ms. */
function readEpoch(bytes: Buffer, start: number, pointAt: number, end: number, record: EntryRecord): boolean {
	if (digitsEnd(bytes, pointAt + 1, end) < end) {
		return readNumber(bytes, start, end, record);
	}
	const wanted = digitsToMilliseconds(pointAt - start);
	if (wanted === -1) {
		return false;
	}
	let time = 0;
	let at = start;
	for (let digit = 0; digit < wanted; digit++) {
		at += at === pointAt ? 1 : 0;
		time = time * 10 + (at < end ? (bytes[at] ?? zero) - zero : 0);
		at++;
	}
	return takeEpoch(time, start, end, record);
}

/** Reads a time like `1.7952e9`. */
function readNumber(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
	const value = jsonNumber(bytes, start, end);
	const digits = value >= 1 && value < 1e20 ? Math.floor(Math.log10(value)) + 1 : 0;
	const wanted = digitsToMilliseconds(digits);
	return wanted !== -1 && takeEpoch(Math.floor(value * 10 ** (wanted - digits)), start, end, record);
}

function takeEpoch(time: number, start: number, end: number, record: EntryRecord): boolean {
	// A Date can't represent later times, so they can't be shown.
	if (!(time <= 8.64e15)) {
		return false;
	}
	record.time = time;
	record.zone = 0;
	setTimeSpan(record, start, end);
	return true;
}
