import type {LogValue} from '../entries/log-fields/log-value.js';
import {decodeUtf8} from '../entries/values/decode-text.js';
import type {ChosenColumn} from '../format/chosen-columns.js';
import {columnTable} from '../format/columns.js';
import {sanitise} from '../format/sanitise.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import {isLogFieldName, nameOfLogField} from '../query/log-field-name.js';
import type {Entry, Store} from '../store/store.js';
import {csvHeader, csvLine} from './csv-line.js';
import {jsonLine, safeJsonLine} from './json-line.js';
import type {Sink} from './sink.js';
import {TextTable} from './text-table.js';

/** Forms that print entries. */
export type EntryForm = 'json' | 'csv' | 'text' | 'raw';

/**
 * Prints entries. The first call also prints the header of the form, and may have no entries. Resolves with the number of printed
 * entries.
 */
export type EntryPrinter = (entries: readonly Entry[]) => Promise<number>;

/** Source, target and format of printed entries. */
export type PrinterOptions = {
	readonly store: Store;
	readonly sink: Sink;
	readonly formatTime: TimeFormatter;
	/** Columns to print; undefined for the default six or, in JSON and CSV, for all fields. */
	readonly columns?: readonly ChosenColumn[] | undefined;
	/** True if the output is a terminal: controls from a log must not reach it. */
	readonly toTerminal: boolean;
	/** Width of the listing, in columns; undefined to cut nothing. */
	readonly width?: number | undefined;
	/** Called with the number of lines that can no longer be read: they, or their log fields, are missing in the output. */
	readonly missed: (lines: number) => void;
};

/** Creates the printer of a form. */
export function entryPrinter(
	form: EntryForm,
	{store, sink, formatTime, columns, toTerminal, width, missed}: PrinterOptions,
): EntryPrinter {
	const fields = columns?.map(({name}) => (isLogFieldName(name) ? name : columnTable[name].field));
	const hasLogFields = fields?.some(isLogFieldName) ?? form === 'json';
	/** Reads the named values of lines again, if they are printed. */
	const loggedOf = async (entries: readonly Entry[]): ReturnType<Store['logValues']> => {
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
	/** Returns entries with the log fields of their columns. */
	const withLogFields = async (entries: readonly Entry[]): Promise<readonly Entry[]> => {
		const names = fields?.filter(isLogFieldName).map(nameOfLogField) ?? [];
		const logged = await loggedOf(entries);
		return names.length === 0
			? entries
			: entries.map((entry, index) => ({...entry, fields: fieldsNamed(names, logged[index] ?? [])}));
	};
	let table: TextTable | undefined;
	let isFirst = true;
	const rows = async (
		entries: readonly Entry[],
		withHeader: boolean,
	): Promise<Array<string | Uint8Array>> => {
		switch (form) {
			case 'json': {
				const logged = await loggedOf(entries);
				const line = toTerminal ? safeJsonLine : jsonLine;
				return entries.map((entry, index) => line(entry, fields, logged[index], store.shownField));
			}
			case 'csv': {
				const lines = [
					...(withHeader ? [csvHeader(fields, store.shownField)] : []),
					...(await withLogFields(entries)).map(entry => csvLine(entry, fields)),
				];
				return toTerminal ? lines.map(sanitise) : lines;
			}
			case 'text':
				table ??= new TextTable(formatTime, columns, width, store.shownField);
				return table.lines(await withLogFields(entries), withHeader);
			case 'raw': {
				const raw = (await store.raw(entries)).filter(line => line !== null);
				if (raw.length < entries.length) {
					missed(entries.length - raw.length);
				}
				return toTerminal ? raw.map(line => sanitise(decodeUtf8(Buffer.from(line)))) : raw;
			}
		}
	};
	return async entries => {
		const lines = await rows(entries, isFirst);
		isFirst = false;
		for (const line of lines) {
			await sink.line(line);
		}
		return form === 'raw' ? lines.length : entries.length;
	};
}

/** Returns the values of log fields by name, null if missing. */
function fieldsNamed(names: readonly string[], logged: readonly LogValue[]): Entry['fields'] {
	const values = new Map(logged.map(({name, text}) => [name.toLowerCase(), text]));
	return Object.fromEntries(names.map(name => [name, values.get(name) ?? null]));
}
