import {hash} from '../../ascii.js';
import type {LogHeader} from '../log-header.js';

/** The directives of the format, with which lines begin that are no entries. https://www.w3.org/TR/WD-logfile.html */
export const directives = ['Fields', 'Date', 'Start-Date', 'End-Date', 'Software', 'Version', 'Remark'].map(
	name => `#${name}:`,
);
const spellings = directives.map(directive => Buffer.from(directive));
const [fieldsDirective = Buffer.alloc(0), dateDirective, startDirective] = spellings;

/** Length of the longest of them. */
export const longestDirective = Math.max(...spellings.map(({length}) => length));

function beginsWith(bytes: Buffer, start: number, end: number, word: Buffer | undefined): boolean {
	if (word === undefined || start + word.length > end) {
		return false;
	}
	for (let index = 0; index < word.length; index++) {
		if (bytes[start + index] !== word[index]) {
			return false;
		}
	}
	return true;
}

/** Whether a line is a directive. */
export function isDirective(bytes: Buffer, start: number, end: number): boolean {
	return bytes[start] === hash && spellings.some(directive => beginsWith(bytes, start, end, directive));
}

/** Whether a line is one of the directives that say how those after it are to be read. */
export function isHeaderLine(bytes: Buffer, start: number, end: number): boolean {
	return (
		beginsWith(bytes, start, end, fieldsDirective) ||
		beginsWith(bytes, start, end, dateDirective) ||
		beginsWith(bytes, start, end, startDirective)
	);
}

/** The names of the columns in a `#Fields` line, in lower case. */
export function fieldNames(fields: string): readonly string[] {
	return fields
		.slice(fieldsDirective.length)
		.toLowerCase()
		.split(/[\t\r ]+/)
		.filter(name => name !== '');
}

/** Whether lines have a time and no day: then it is that of the `#Date` line. */
function needsDate(fields: string): boolean {
	const names = fieldNames(fields);
	return names.some(name => name.startsWith('time')) && !names.some(name => dayNames.has(name));
}

const dayNames = new Set(['date', 'date-local', 'timestamp', 'timestamp(ms)']);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day of a `#Date` line, as `2026-11-20`: it may be written as `20-Nov-2026`, too. Empty if it is none. */
function dayOf(line: string): string {
	const [day = ''] = line
		.slice(line.indexOf(':') + 1)
		.trimStart()
		.split(/[\t\r ]/, 1);
	if (/^\d{4}-\d\d-\d\d$/.test(day)) {
		return day;
	}
	const [, date = '', month = '', year = ''] = /^(\d\d)-([A-Za-z]{3})-(\d{4})$/.exec(day) ?? [];
	const number = months.indexOf(month.toLowerCase()) + 1;
	return number === 0 ? '' : `${year}-${String(number).padStart(2, '0')}-${date}`;
}

/** The header in force after such a line. */
export function withHeaderLine(header: LogHeader, bytes: Buffer, start: number, end: number): LogHeader {
	const line = bytes.toString('latin1', start, end);
	if (!beginsWith(bytes, start, end, fieldsDirective)) {
		return {...header, date: dayOf(line)};
	}
	// A day from before isn't kept for lines that don't need it: it need not be searched for then.
	return {fields: line, date: needsDate(line) ? header.date : ''};
}

/** The last lines before a place that say how it is to be read, so far as they have been found, going back. */
export type FoundHeader = {
	readonly fields?: string;
	readonly date?: string;
};

/** What is found when, further back, there is such a line. */
export function withEarlierLine(found: FoundHeader, bytes: Buffer, start: number, end: number): FoundHeader {
	const line = bytes.toString('latin1', start, end);
	if (!beginsWith(bytes, start, end, fieldsDirective)) {
		return {date: dayOf(line), ...found};
	}
	return {...(needsDate(line) ? {} : {date: ''}), fields: line, ...found};
}

/** Whether lines still further back make no difference. */
export function isWhole({fields, date}: FoundHeader): boolean {
	return fields !== undefined && date !== undefined;
}
