import {columns} from '../fields/fields.js';
import {
	isLogFieldName,
	type LogFieldName,
	logFieldAt,
	nameOfLogField,
	type ShownField,
	writtenLogField,
} from '../query/log-field-name.js';
import {type Column, columnTable, defaultColumns, rulesOf} from './columns.js';

/** Default number of rows per page. */
export const defaultRows = 10;

/** A column to show. */
export type ChosenColumn = {
	readonly name: Column;
	/** Requested width in terminal columns; null to fit the space. */
	readonly width: number | null;
};

/**
 * The six default columns. This object, unlike an equal one, means that the user hasn't chosen columns: a wide screen then adds
 * columns.
 */
export const defaultChoice: readonly ChosenColumn[] = defaultColumns.map(name => ({name, width: null}));

/** The list of columns for no choice. */
const noChoice = 'usual';

/** Minimum width that a user can request, in terminal columns. */
export const minColumnWidth = 3;

/** Maximum width that a user can request, in terminal columns. */
export const maxColumnWidth = 1000;

/** The list of columns is invalid. The message contains the solution. */
export class ColumnsError extends Error {
	override readonly name = 'ColumnsError';
}

/** A column in a list: a log field, whose name may be in quotes, or another name; and an optional width. */
const listed = /\s*(@(?:"(?:[^"\\]|\\["\\])*")?[^,:]*|[^,:]*)(?::([^,]*))?(?:,|$)/y;

/**
 * Parses a list of columns: `status,ip,url:60,@tenant`, each with an optional width. Case is ignored. The field names of JSON are
 * accepted, too. Returns `defaultChoice` for `usual`.
 * @throws ColumnsError
 */
export function parseColumns(text: string): readonly ChosenColumn[] {
	if (text.trim().toLowerCase() === noChoice) {
		return defaultChoice;
	}
	const chosen: ChosenColumn[] = [];
	listed.lastIndex = 0;
	for (let isLast = false; !isLast; ) {
		const [whole = '', written = '', width] = listed.exec(text) ?? [];
		const name = columnNamed(written.trim());
		if (chosen.some(other => other.name === name)) {
			throw new ColumnsError(`${columnsText([{name, width: null}])} is listed twice: remove one of them`);
		}
		chosen.push({name, width: width === undefined ? null : widthIn(width.trim(), name)});
		isLast = !whole.endsWith(',');
	}
	return chosen;
}

/** Formats columns in the syntax of `parseColumns`. */
export function columnsText(chosen: readonly ChosenColumn[]): string {
	return chosen
		.map(({name, width}) => {
			const written = isLogFieldName(name) ? writtenLogField(name) : name;
			return width === null ? written : `${written}:${width}`;
		})
		.join(',');
}

/** Formats columns, or `usual` for no choice, in the syntax of `parseColumns`. */
export function choiceText(chosen: readonly ChosenColumn[]): string {
	return chosen === defaultChoice ? noChoice : columnsText(chosen);
}

/** Returns the columns with the shown names of log fields. */
export function shownColumns(
	chosen: readonly ChosenColumn[],
	shownField: ShownField,
): readonly ChosenColumn[] {
	if (chosen === defaultChoice) {
		return chosen;
	}
	return chosen.map(column =>
		isLogFieldName(column.name) ? {...column, name: shownField(column.name)} : column,
	);
}

/** Returns the remarks for an option with these columns: one if secrets in their names are hidden. */
export function hiddenRemarks(chosen: readonly ChosenColumn[], shownField: ShownField): readonly string[] {
	return columnsText(shownColumns(chosen, shownField)) === columnsText(chosen)
		? []
		: ['secrets in names of columns are hidden: type them again'];
}

/** Checks whether the columns are the six default ones. */
export function isDefaultChoice(chosen: readonly ChosenColumn[]): boolean {
	return columnsText(chosen) === columnsText(defaultChoice);
}

function columnNamed(text: string): Column {
	const columnsText = `the columns are ${columns.join(', ')}, and @name for a log field`;
	if (text.startsWith('@')) {
		return logFieldNamed(text);
	}
	if (text === '') {
		throw new ColumnsError(`the name of a column is missing: ${columnsText}`);
	}
	const wanted = text.toLowerCase();
	const name = columns.find(
		column => column === wanted || columnTable[column].field.toLowerCase() === wanted,
	);
	if (name === undefined) {
		throw new ColumnsError(`there is no column ${text}: ${columnsText}`);
	}
	return name;
}

function logFieldNamed(text: string): LogFieldName {
	const field = logFieldAt(text, 0);
	if (field === null || nameOfLogField(field.name) === '') {
		throw new ColumnsError('the name of a field is missing after the @, as in @tenant');
	}
	if (field.end < text.length) {
		throw new ColumnsError(
			`${text} isn’t the name of a field: write ${writtenLogField(`@${text.slice(1)}`)}`,
		);
	}
	return field.name;
}

function widthIn(text: string, name: Column): number {
	const width = Number(text);
	if (!/^\d{1,9}$/.test(text) || width < minColumnWidth || width > maxColumnWidth) {
		throw new ColumnsError(
			`the width of a column is a number from ${minColumnWidth} to ${maxColumnWidth}, as in ${columnsText([{name, width: rulesOf(name).width.ample}])}, not ${text === '' ? 'nothing' : text}`,
		);
	}
	return width;
}
