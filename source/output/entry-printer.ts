import type {LogValue} from '../entries/log-fields/log-value.js';
import {columnTable} from '../format/columns.js';
import {isLogFieldName, nameOfLogField} from '../query/log-field-name.js';
import type {Entry} from '../store/store.js';
import {type EntryForm, type FormOptions, forms, formTable, type PrinterOptions} from './forms.js';

/**
 * Prints entries. The first call also prints the header of the form, and may have no entries. Resolves with the number of printed
 * entries.
 */
export type EntryPrinter = (entries: readonly Entry[]) => Promise<number>;

/** Creates the printer of a form. */
export function entryPrinter(form: EntryForm, options: PrinterOptions): EntryPrinter {
	const {store, sink, columns, missed} = options;
	const {needs} = forms[form];
	const fields = columns?.map(({name}) => (isLogFieldName(name) ? name : columnTable[name].field));
	const hasLogFields = fields?.some(isLogFieldName) ?? needs === 'log fields';
	const loggedOf: FormOptions['loggedOf'] = async entries => {
		if (!hasLogFields) {
			return [];
		}
		const logged = await store.logValues(entries);
		const lost = logged.filter(values => values === null).length;
		if (lost > 0) {
			missed(lost);
		}
		return logged;
	};
	const withLogFields: FormOptions['withLogFields'] = async entries => {
		const names = fields?.filter(isLogFieldName).map(nameOfLogField) ?? [];
		const logged = await loggedOf(entries);
		return names.length === 0
			? entries
			: entries.map((entry, index) => ({...entry, fields: fieldsNamed(names, logged[index] ?? [])}));
	};
	const loading = formTable[form].printer({...options, fields, loggedOf, withLogFields});
	let isFirst = true;
	return async entries => {
		const linesOf = await loading;
		const lines = await linesOf(entries, isFirst);
		isFirst = false;
		for (const line of lines) {
			await sink.line(line);
		}
		return needs === 'lines' ? lines.length : entries.length;
	};
}

/** Returns the values of log fields by name, null if missing. */
function fieldsNamed(names: readonly string[], logged: readonly LogValue[]): Entry['fields'] {
	const values = new Map(logged.map(({name, text}) => [name.toLowerCase(), text]));
	return Object.fromEntries(names.map(name => [name, values.get(name) ?? null]));
}
