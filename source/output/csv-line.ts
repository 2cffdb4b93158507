import type {Entry} from '../store/store.js';
import {type PrintedField, printedFields, printedValue} from './json-line.js';

/**
 * What makes a spreadsheet take a text for a formula. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^[=+\-@\t\r]/;

const cell = (value: string | number | true | null): string => {
	if (typeof value !== 'string') {
		return value === null ? '' : String(value);
	}
	const text = formulaStart.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) || text !== value ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The header row of comma-separated values (RFC 4180), without the line end. */
export const csvHeader = (fields: readonly PrintedField[] = printedFields): string => fields.join(',');

/** An entry as a row of comma-separated values; what a spreadsheet would run as a formula begins with `'`. */
export const csvLine = (entry: Entry, fields: readonly PrintedField[] = printedFields): string =>
	fields.map(field => cell(printedValue(entry, field))).join(',');
