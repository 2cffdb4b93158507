import {visibleMark} from '../format/sanitise.js';
import type {Entry} from '../store/store.js';
import {type PrintedField, printedFields, printedValue} from './json-line.js';

/** What needs no quotes: printable ASCII without `"` and `,` that isn't taken for a formula. Most texts are. */
const plain = /^(?! *[=+\-@])(?:[ !#-+\--:<-~]|;(?![=+\-@]))*$/;

const printableAscii = /^[\x20-\x7e]*$/;

/** What makes a spreadsheet take a text for a formula. https://owasp.org/www-community/attacks/CSV_Injection */
const formulaStart = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Where the decimal sign is a comma, spreadsheets split rows at semicolons: then a cell may also begin behind one. */
const formulaInside = /;(?="*[=+\-@＝＋－＠])/g;

/** Controls, line separators, and what changes the order of the characters beside it. */
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function cell(value: string | number | true | null): string {
	if (typeof value !== 'string') {
		return value === null ? '' : String(value);
	}
	if (plain.test(value)) {
		return value;
	}
	const text = printableAscii.test(value) ? value : value.replace(control, visibleMark);
	const harmless = text.replace(formulaInside, ";'").replaceAll('"', '""');
	return `"${formulaStart.test(value) ? "'" : ''}${harmless}"`;
}

/** The header row of comma-separated values (RFC 4180), without the line end. */
export function csvHeader(fields: readonly PrintedField[] = printedFields): string {
	return fields.join(',');
}

/**
 * An entry as a row of comma-separated values. What a spreadsheet would run as a formula begins with `'`. Control characters
 * are visible marks: a log's escape of one is no control for whoever prints the file.
 */
export function csvLine(entry: Entry, fields: readonly PrintedField[] = printedFields): string {
	return fields.map(field => cell(printedValue(entry, field))).join(',');
}
