import type {LogValue} from '../entries/log-fields/log-value.js';
import {agentFamily} from '../fields/agent-family.js';
import {type EntryField, printable, rowOf} from '../fields/fields.js';
import {replaceUnsafe} from '../format/sanitise.js';
import {escapedInJson, harmlessJson} from '../harmless-json.js';
import {clientClass} from '../query/bots/client-class.js';
import {
	asLogged,
	isLogFieldName,
	type LogFieldName,
	nameOfLogField,
	type ShownField,
} from '../query/log-field-name.js';
import type {Entry} from '../store/store.js';
import {isoTime} from './iso-time.js';

/** Number of fields that are always present. */
const alwaysThere = 6;

/** The fields that are printed by default, in order. Derived fields are printed only on request. */
const defaultFields = printable.filter(field => rowOf(field).stored !== 'derived');

/** Their keys in a line, each after a comma. */
const defaultKeys = defaultFields.map(field => `,"${field}":`);

/** Fields that most entries have in common with the entry before: comparing other values takes longer than it saves. */
const repeated: ReadonlySet<string> = new Set([
	'status',
	'method',
	'protocol',
	'host',
	'userAgent',
	'format',
	'file',
]);
const mayRepeat = defaultFields.map(field => repeated.has(field));

/** Their last values, and these values with their keys as JSON. */
const lastValues: Array<string | number | true | null | undefined> = [];
const lastJson: string[] = [];

/** The fields of CSV by default: only entries of a fleet have a source. */
export const printedFields = defaultFields.filter(field => field !== 'source');

/** A field of an entry, or a derived value that can be requested. */
type PrintedField = EntryField;

/** A column that can be requested: a field or a log field. */
export type PrintedColumn = PrintedField | LogFieldName;

/** Returns a printed value: times as ISO 8601 in UTC; `incomplete` only if it is true. */
export function printedValue(entry: Entry, field: PrintedField): string | number | true | null {
	switch (field) {
		case 'time':
			return entry.time === null ? null : isoTime(entry.time);
		case 'incomplete':
			return entry.incomplete ? true : null;
		case 'route':
			return entry.url === null ? null : entry.routes.of(entry.url).route;
		case 'client':
			return clientClass(entry.userAgent);
		case 'family':
			return agentFamily(entry.userAgent);
		default:
			return entry[field];
	}
}

/**
 * Formats an entry as one line of JSON, without the line end. Values are exact, and no character acts as a control on a terminal.
 * @param columns - the fields to print, null if missing; by default all fields that the entry has
 * @param logged - the named values of the entry's line, null if it can no longer be read
 * @param shownField - see `Store.shownField`
 */
export function jsonLine(
	entry: Entry,
	columns?: readonly PrintedColumn[],
	logged: readonly LogValue[] | null = null,
	shownField: ShownField = asLogged,
): string {
	if (columns !== undefined) {
		return chosenJson(entry, columns, logged, shownField);
	}
	let json = '';
	for (let index = 0; index < defaultFields.length; index++) {
		const value = printedValue(entry, defaultFields[index] ?? 'status');
		if (value === null && index >= alwaysThere) {
			continue;
		}
		if (mayRepeat[index] !== true) {
			json += defaultKeys[index] + valueJson(value);
			continue;
		}
		if (value !== lastValues[index]) {
			lastValues[index] = value;
			lastJson[index] = defaultKeys[index] + valueJson(value);
		}
		json += lastJson[index];
	}
	const fields = logged?.filter(({isRead}) => !isRead) ?? [];
	return `{${json.slice(1)}${fields.length > 0 ? `,"fields":${fieldsJson(fields, shownField)}` : ''}}`;
}

function chosenJson(
	entry: Entry,
	columns: readonly PrintedColumn[],
	logged: readonly LogValue[] | null,
	shownField: ShownField,
): string {
	let json = '';
	let hasFields = false;
	for (const column of columns) {
		if (!isLogFieldName(column)) {
			json += `,"${column}":${valueJson(printedValue(entry, column))}`;
		} else if (!hasFields) {
			json += `,"fields":${fieldsJson(chosenFields(columns, logged), shownField)}`;
			hasFields = true;
		}
	}
	return `{${json.slice(1)}}`;
}

function valueJson(value: string | number | true | null): string {
	return typeof value === 'string' ? harmlessJson(value) : JSON.stringify(value);
}

/** Returns the log fields among the columns, null if missing. */
function chosenFields(
	columns: readonly PrintedColumn[],
	logged: readonly LogValue[] | null,
): readonly NamedValue[] {
	const values = new Map(logged?.map(value => [value.name.toLowerCase(), value]));
	return columns.filter(isLogFieldName).map(column => {
		const name = nameOfLogField(column);
		// Has the name as logged, as in the output without columns.
		return values.get(name) ?? {name, text: null, elements: null};
	});
}

type NamedValue = Pick<LogValue, 'name' | 'elements'> & {readonly text: string | null};

/** Redaction may make names equal. The later ones get a number, so that no value is lost. */
function fieldsJson(values: readonly NamedValue[], shownField: ShownField): string {
	const counts = shownField === asLogged ? undefined : new Map<string, number>();
	let json = '';
	for (const {name, text, elements} of values) {
		const shown = counts === undefined ? name : numbered(nameOfLogField(shownField(`@${name}`)), counts);
		json += `,${valueJson(shown)}:${elements === null ? valueJson(text) : `[${elements.map(valueJson).join(',')}]`}`;
	}
	return `{${json.slice(1)}}`;
}

function numbered(name: string, counts: Map<string, number>): string {
	const count = (counts.get(name) ?? 0) + 1;
	counts.set(name, count);
	return count === 1 ? name : `${name} ${count}`;
}

/** Does the same for a terminal: also writes characters that stack or join as JSON escapes, which keep the meaning. */
export function safeJsonLine(...line: Parameters<typeof jsonLine>): string {
	return replaceUnsafe(jsonLine(...line), escapedInJson);
}
