import type {LogValue} from '../entries/log-fields/log-value.js';
import {agentFamily} from '../fields/agent-family.js';
import {type EntryField, printable, rowOf} from '../fields/fields.js';
import {replaceUnsafe} from '../format/sanitise.js';
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

/** The fields that are printed by default, in order. Derived ones are only printed when they are asked for. */
const defaultFields = printable.filter(field => rowOf(field).stored !== 'derived');

/** The fields of CSV by default: only entries of a fleet have a source. */
export const printedFields = defaultFields.filter(field => field !== 'source');

/** A field of an entry, or a derived value that can be requested. */
type PrintedField = EntryField;

/** What can be requested: a field, or a log field. */
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
 * Escapes characters that a terminal would act on or not show, and that JSON doesn't escape: DEL, C1, the category Format including
 * bidi controls, and invisible characters.
 */
function withoutUnsafe(json: string): string {
	return json.replace(/[\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, escapedInJson);
}

/** Returns the escapes of a character in JSON. */
export function escapedInJson(character: string): string {
	return Array.from(
		{length: character.length},
		(_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
	).join('');
}

/** Matches nearly all lines. Checked first, because searching each line for unsafe characters took 1/5 of the time. */
const printableAscii = /^[\x20-\x7e]*$/;

/** Formats a value as JSON on one line, without loss. No character acts as a control on a terminal. */
export function harmlessJson(value: object): string {
	return harmless(JSON.stringify(value));
}

function harmless(json: string): string {
	return printableAscii.test(json) ? json : withoutUnsafe(json);
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
	const isLogged = columns?.some(isLogFieldName) ?? false;
	const others = columns === undefined ? (logged?.filter(({isRead}) => !isRead) ?? []) : [];
	const fields = isLogged ? chosenFields(columns ?? [], logged) : others;
	let json = '';
	let hasFields = false;
	for (const [index, column] of (columns ?? defaultFields).entries()) {
		if (isLogFieldName(column)) {
			json += hasFields ? '' : `,"fields":${fieldsJson(fields, shownField)}`;
			hasFields = true;
			continue;
		}
		const value = printedValue(entry, column);
		if (value !== null || columns !== undefined || index < alwaysThere) {
			json += `,"${column}":${valueJson(value)}`;
		}
	}
	if (others.length > 0) {
		json += `,"fields":${fieldsJson(others, shownField)}`;
	}
	return harmless(`{${json.slice(1)}}`);
}

/** A string that needs no escapes. Most values match, and calling `JSON.stringify` for each takes longer. */
const plain = /^[ !#-[\]-~]*$/;

function valueJson(value: string | number | true | null): string {
	return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value);
}

/** Returns the log fields among the columns, null if missing. */
function chosenFields(
	columns: readonly PrintedColumn[],
	logged: readonly LogValue[] | null,
): readonly NamedValue[] {
	const values = new Map(logged?.map(value => [value.name.toLowerCase(), value]));
	return columns.filter(isLogFieldName).map(column => {
		const name = nameOfLogField(column);
		// The name as logged, as in the output without columns.
		return values.get(name) ?? {name, text: null, elements: null};
	});
}

type NamedValue = Pick<LogValue, 'name' | 'elements'> & {readonly text: string | null};

/** Redaction may make names equal. Then later ones get a number, so that no value is lost. */
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

/** The same for a terminal: also escapes characters that stack or join, as JSON escapes, so that the meaning doesn't change. */
export function safeJsonLine(...line: Parameters<typeof jsonLine>): string {
	return replaceUnsafe(jsonLine(...line), escapedInJson);
}
