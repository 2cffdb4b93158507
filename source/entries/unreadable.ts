import {isCapital, slash, star} from '../ascii.js';
import {type EntryRecord, type Field, noStatus, spanOf} from './entry-record.js';
import {monthLengths, monthOf} from './times/calendar.js';
import {decodeUtf8} from './values/decode-text.js';
import {matches, wordEnd} from './values/words.js';

/**
 * The rule for parts that can't be read. A line is a request if it has the shape of its format and its request part is a request.
 * If its status, time, size, duration or address can't be read, this field is n/a.
 *
 * A line is read in two passes. First, all formats read it exactly. Only if no format can, they read it again and skip such a part
 * (`EntryRecord.isTolerant`). So no format reads the line of another format. Patterns skip one part per line. The rest must
 * identify the format, see `isIdentified`.
 */

/** Maximum length of a part that can't be read. */
export const maxUnreadableLength = 64;

/** Fields that can be n/a in a line that is otherwise in its format. */
export type UnreadableField = Extract<Field, 'time' | 'status' | 'bytes' | 'durationMs' | 'ip'>;

/** Bit in `EntryRecord.skipped` of a request whose quotes aren't escaped. */
export const rawQuotes = 1 << 30;

/**
 * Checks that the part of a field can be skipped: it has no character that separates parts, and at most `spaces` spaces. A word
 * instead of a time is a level or a name.
 */
export function canSkip(
	field: UnreadableField,
	bytes: Buffer,
	start: number,
	end: number,
	spaces: number,
): boolean {
	if (end - start > maxUnreadableLength) {
		return false;
	}
	const text = bytes.toString('latin1', start, end);
	const isWord = field === 'time' && /^[A-Za-z]{2,}$/.test(text);
	return !isWord && !/["[\]{}|,]/.test(text) && text.split(' ').length - 1 <= spaces;
}

/** Leaves a field empty, because its part `bytes[start, end)` can't be read. Notes the reason if the record collects them. */
export function skip(
	record: EntryRecord,
	field: UnreadableField,
	bytes: Buffer,
	start: number,
	end: number,
): void {
	record.skipped |= bitOf(field);
	noteUnreadable(record, field, bytes, start, end);
}

/** Notes why the part `bytes[start, end)` of a field can't be read, if the record collects reasons. */
export function noteUnreadable(
	record: EntryRecord,
	field: UnreadableField,
	bytes: Buffer,
	start: number,
	end: number,
	reason?: string,
): void {
	if (record.isExplained) {
		const logged = decodeUtf8(bytes.subarray(start, end));
		record.misread.push({field, logged, reason: reason ?? reasonOf(field, logged)});
	}
}

/** Returns the bit of a field in `EntryRecord.skipped`. */
export function bitOf(field: UnreadableField): number {
	return 1 << (spanOf[field] / 2);
}

/** Returns the error in a part, as the rest of a sentence that begins with the part. */
function reasonOf(field: UnreadableField, text: string): string {
	if (text === '' || text === '-') {
		return 'is empty';
	}
	switch (field) {
		case 'time':
			return timeReason(text);
		case 'status':
			return 'is not a status from 100 to 599';
		case 'bytes':
			return 'is not an integer';
		case 'durationMs':
			return 'is not a duration';
		default:
			return 'is not an address or a host name';
	}
}

function timeReason(text: string): string {
	const [clock = '', hours, minutes, seconds] =
		/(?<!\d)(\d\d):(\d\d)(?::(\d\d))?/.exec(text.replace(/^.*?\d{4}[:T ]/, '')) ?? [];
	if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 60) {
		return `is not a time: ${clock} is not a time of day`;
	}
	const [date = '', day, name = ''] = /(\d{1,2})[/ -]([A-Za-z]{3})[/ -]\d/.exec(text) ?? [];
	const month = monthOf(Buffer.from(name), 0);
	if (date !== '' && (month === -1 || Number(day) < 1 || Number(day) > (monthLengths[month] ?? 0))) {
		return `is not a time: ${day} ${name} is not a day`;
	}
	return 'is not a time in a known notation';
}

/** Minimum numbers of marks that count as one or two signs of a format. Any text may have a pair of quotes or brackets. */
const someMarks = 3;
const manyMarks = 8;

/**
 * Checks the record of a line from which parts were skipped. The request part must be a request: a method and a target. Two of
 * these must identify the format: a time, an address, a status, a size, a duration, a protocol in the request, some marks (see
 * `EntryRecord.marks`), many marks. Many marks are enough, because other text hardly has them in the same order.
 *
 * @param isGiven True if the user has chosen the format. Then only the request part counts.
 */
export function isIdentified(bytes: Buffer, record: EntryRecord, isGiven: boolean): boolean {
	const {spans, skipped} = record;
	if (!isTarget(bytes, record)) {
		return false;
	}
	// A sum of several parts has no value without one of them.
	if ((skipped & bitOf('durationMs')) !== 0) {
		record.durationMs = Number.NaN;
		spans.fill(0, spanOf.durationMs, spanOf.durationMs + 2);
	}
	const signs =
		(Number.isNaN(record.time) ? 0 : 1) +
		(spans[spanOf.ip + 1] === 0 ? 0 : 1) +
		(record.status === noStatus ? 0 : 1) +
		(Number.isNaN(record.durationMs) ? 0 : 1) +
		(Number.isNaN(record.bytes) ? 0 : 1) +
		(spans[spanOf.protocol + 1] === 0 ? 0 : 1) +
		(record.marks < someMarks ? 0 : 1) +
		(record.marks < manyMarks ? 0 : 1);
	return isGiven || signs >= 2;
}

/**
 * Checks that the method, if there is one, is in capitals or in small letters, and that the target is a path, `*` or a URL, or that
 * a protocol follows it. Without a protocol, the target must not contain spaces.
 */
function isTarget(bytes: Buffer, {spans, source}: EntryRecord): boolean {
	const from = source ?? bytes;
	const method = spans[spanOf.method] ?? 0;
	const methodEnd = spans[spanOf.method + 1] ?? 0;
	if (!matches(/^(?:[^a-z]*|[^A-Z]*)$/, from, method, methodEnd)) {
		return false;
	}
	const url = spans[spanOf.url] ?? 0;
	const urlEnd = spans[spanOf.url + 1] ?? 0;
	if (spans[spanOf.protocol + 1] === 0 && wordEnd(from, url, urlEnd) < urlEnd) {
		return false;
	}
	return (
		from[url] === slash ||
		from[url] === star ||
		(urlEnd > url && (spans[spanOf.protocol + 1] ?? 0) > 0) ||
		/^[a-z]+:/i.test(from.toString('latin1', url, Math.min(urlEnd, url + 16)))
	);
}

/** Checks that a tolerant scanner has skipped more than one part. */
export function hasSkippedSeveral({skipped}: EntryRecord): boolean {
	return (skipped & (skipped - 1)) !== 0;
}

/** Common methods of HTTP and WebDAV. Their names are a sign of a request. */
export const methods: ReadonlySet<string> = new Set(
	'GET POST HEAD PUT DELETE OPTIONS PATCH CONNECT TRACE PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH PURGE'.split(
		' ',
	),
);

/** Length of the longest of these methods. */
const maxMethodLength = 9;

/** Checks that the word `bytes[start, end)` is a common method. */
export function isCommonMethod(bytes: Buffer, start: number, end: number): boolean {
	return (
		end - start >= 3 &&
		end - start <= maxMethodLength &&
		isCapital(bytes[start] ?? 0) &&
		isCapital(bytes[start + 1] ?? 0) &&
		methods.has(bytes.toString('latin1', start, end))
	);
}
