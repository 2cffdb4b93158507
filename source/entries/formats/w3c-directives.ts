import {hash} from '../../ascii.js';
import type {LogHeader} from '../log-header.js';
import {monthOf} from '../times/calendar.js';
import {matches} from '../values/words.js';

/** Directives of the format. Lines that start with them aren't entries. https://www.w3.org/TR/WD-logfile.html */
export const directives = ['Fields', 'Date', 'Start-Date', 'End-Date', 'Software', 'Version', 'Remark'].map(
	name => `#${name}:`,
);
const anyDirective = new RegExp(`^(?:${directives.join('|')})`);
const fieldsDirective = '#Fields:';
const effectiveDirective = /^#(?:Fields|Date|Start-Date):/;

/** Length of the longest directive. */
export const maxDirectiveLength = Math.max(...directives.map(({length}) => length));

/**
 * Checks that a line starts like a directive. It may be a request nevertheless: in many logs the first column is a header that the
 * client chooses, such as X-Forwarded-For.
 */
export function startsLikeDirective(bytes: Buffer, start: number, end: number): boolean {
	return (
		bytes[start] === hash && matches(anyDirective, bytes, start, Math.min(end, start + maxDirectiveLength))
	);
}

/**
 * Checks that a line is a directive, and that none of its words could be a column of a request: it has neither quotes, nor brackets,
 * nor paths. Each word after `#Fields:` begins with a letter, unlike the status and the time of a request.
 */
export function isDirective(bytes: Buffer, start: number, end: number): boolean {
	return (
		startsLikeDirective(bytes, start, end) &&
		matches(/^(?!#Fields:(?:.*[ \t,\r])?[^ \t,\ra-z])[^"[/]*$/is, bytes, start, end)
	);
}

/** Checks that a line is a directive that affects how the lines after it are read. */
export function isHeaderLine(bytes: Buffer, start: number, end: number): boolean {
	return matches(effectiveDirective, bytes, start, end) && isDirective(bytes, start, end);
}

/** Returns the names of the columns in a `#Fields` line, as logged, with one character per byte. */
export function fieldNames(fields: string): readonly string[] {
	return fields
		.slice(fieldsDirective.length)
		.split(/[\t\r ,]+/)
		.filter(name => name !== '');
}

/** Checks that commas separate the columns of a `#Fields` line, and of the lines after it: Exchange. */
export function hasCommas(fields: string): boolean {
	return fields.includes(',');
}

/** Checks that lines have a time but no day, so that they need the day of the `#Date` line. */
function needsDate(fields: string): boolean {
	const names = fieldNames(fields.toLowerCase());
	return names.some(name => name.startsWith('time')) && !names.some(name => dayNames.has(name));
}

const dayNames = new Set(['date', 'date-local', 'datetime', 'timestamp', 'timestamp(ms)']);

/**
 * Returns the day of a `#Date` line as `2026-11-20`, or an empty string if it has no day. The line may contain `20-Nov-2026`,
 * too.
 */
function dayOf(line: string): string {
	const [day = ''] = line
		.slice(line.indexOf(':') + 1)
		.trimStart()
		.split(/[\t\r ]/, 1);
	if (/^\d{4}-\d\d-\d\d$/.test(day)) {
		return day;
	}
	const [, date = '', month = '', year = ''] = /^(\d\d)-([A-Za-z]{3})-(\d{4})$/.exec(day) ?? [];
	const number = monthOf(Buffer.from(month), 0) + 1;
	return number === 0 ? '' : `${year}-${String(number).padStart(2, '0')}-${date}`;
}

/** Returns the header that is active after a directive. */
export function withHeaderLine(header: LogHeader, bytes: Buffer, start: number, end: number): LogHeader {
	const line = bytes.toString('latin1', start, end);
	if (!line.startsWith(fieldsDirective)) {
		return {...header, date: dayOf(line)};
	}
	// Drops an earlier day if lines don't need it, so that no reader has to search for it.
	return {fields: line, date: needsDate(line) ? header.date : ''};
}

/** The directives that apply at an offset, collected by a backward search. Missing properties haven't been found yet. */
export type FoundHeader = {
	readonly fields?: string;
	readonly date?: string;
};

/** Adds a directive further back to the found ones. */
export function withEarlierLine(found: FoundHeader, bytes: Buffer, start: number, end: number): FoundHeader {
	const line = bytes.toString('latin1', start, end);
	if (!line.startsWith(fieldsDirective)) {
		return {date: dayOf(line), ...found};
	}
	return {...(needsDate(line) ? {} : {date: ''}), fields: line, ...found};
}

/** Returns true if directives further back can't change the result. */
export function isWhole({fields, date}: FoundHeader): boolean {
	return fields !== undefined && date !== undefined;
}
