import {
	type ColumnField,
	type ColumnRules,
	columnFields,
	fieldTable,
	type OwnColumn,
} from '../fields/fields.js';
import {
	asLogged,
	isLogFieldName,
	type LogFieldName,
	type ShownField,
	writtenLogField,
} from '../query/log-field-name.js';
import {terminalWidth} from './fit-width.js';
import {sanitise} from './sanitise.js';

/** Definition of a column that isn't a log field, with the name of its field in JSON and CSV. */
type OwnRules = ColumnRules & {readonly header: string; readonly field: ColumnField};

/** All columns except log fields. `cells.ts` defines their content. */
export const columnTable: Readonly<Record<OwnColumn, OwnRules>> = Object.fromEntries<OwnRules>(
	columnFields.map(field => [fieldTable[field].column.name, {...fieldTable[field].column, field}]),
) as Record<OwnColumn, OwnRules>;

/** Name of a column. Every log field can be one. */
export type Column = OwnColumn | LogFieldName;

/** The default columns. */
export const defaultColumns = [
	'status',
	'ip',
	'method',
	'url',
	'time',
	'token',
] as const satisfies readonly OwnColumn[];

/** Maximum width of the header of a log field, in terminal columns. */
const maxHeaderWidth = 20;

/** Returns the text of a column's header, sanitised. */
export function headerOf(column: Column, shownField: ShownField): string {
	return isLogFieldName(column) ? sanitise(writtenLogField(shownField(column))) : columnTable[column].header;
}

const logFieldRules = new Map<LogFieldName, ColumnRules>();

/** Returns the definition of a column. */
export function rulesOf(column: Column): ColumnRules {
	if (!isLogFieldName(column)) {
		return columnTable[column];
	}
	const known = logFieldRules.get(column);
	if (known !== undefined) {
		return known;
	}
	const min = Math.min(maxHeaderWidth, terminalWidth(headerOf(column, asLogged)));
	const rules: ColumnRules = {
		explained: 'log field',
		width: {by: 'measured', min, normal: Math.max(min, 16), ample: 30, small: Math.min(min, 10)},
		typical: min,
	};
	logFieldRules.set(column, rules);
	return rules;
}
