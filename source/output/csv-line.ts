import {logFieldOf} from '../format/cells.js';
import {visibleMark} from '../format/sanitise.js';
import {asLogged, isLogFieldName, nameOfLogField, type ShownField} from '../query/log-field-name.js';
import type {Entry} from '../store/store.js';
import {type PrintedColumn, printedFields, printedValue} from './json-line.js';

/** Value that needs no quotes: printable ASCII without `"` and `,` that no spreadsheet would treat as a formula. Matches most values. */
const plain = /^(?! *[=+\-@])(?:[ !#-+\--:<-~]|;(?![=+\-@]))*$/;

const printableAscii = /^[\x20-\x7e]*$/;

/** Start of a value that a spreadsheet would treat as a formula. https://owasp.org/www-community/attacks/CSV_Injection */
const formulaStart = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** If the decimal separator is a comma, spreadsheets split rows at semicolons, so a formula may also begin after a semicolon. */
const formulaInside = /;(?="*[=+\-@＝＋－＠])/g;

/** Replaces controls, line separators, and characters that change the order of adjacent characters. */
function withoutControls(value: string): string {
	return value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, visibleMark);
}

/** Formats a value as a cell: see `csvLine`. */
export function csvCell(value: string | number | true | null): string {
	if (typeof value !== 'string') {
		return value === null ? '' : String(value);
	}
	if (plain.test(value)) {
		return value;
	}
	const text = printableAscii.test(value) ? value : withoutControls(value);
	const harmless = text.replace(formulaInside, ";'").replaceAll('"', '""');
	return `"${formulaStart.test(value) ? "'" : ''}${harmless}"`;
}

/**
 * Returns the header row of comma-separated values (RFC 4180), without the line end. A log field is named as in JSON,
 * `fields.name`: a spreadsheet would run `@name` as a formula.
 */
export function csvHeader(
	columns: readonly PrintedColumn[] = printedFields,
	shownField: ShownField = asLogged,
): string {
	return columns
		.map(column =>
			isLogFieldName(column) ? csvCell(`fields.${nameOfLogField(shownField(column))}`) : column,
		)
		.join(',');
}

/**
 * Formats an entry as a row of comma-separated values. A `'` precedes values that a spreadsheet would run as a formula. Control
 * characters are shown as escapes: printing the file must not send a control from a log to a terminal.
 */
export function csvLine(entry: Entry, columns: readonly PrintedColumn[] = printedFields): string {
	return columns
		.map(column =>
			csvCell(isLogFieldName(column) ? (logFieldOf(entry, column) ?? null) : printedValue(entry, column)),
		)
		.join(',');
}
