import {decodeUtf8} from '../entries/values/decode-text.js';
import type {ChosenColumn} from '../format/chosen-columns.js';
import {columnTable} from '../format/columns.js';
import {sanitise} from '../format/sanitise.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import type {Entry, Store} from '../store/store.js';
import {csvHeader, csvLine} from './csv-line.js';
import {jsonLine, safeJsonLine} from './json-line.js';
import type {Sink} from './sink.js';
import {TextTable} from './text-table.js';

/** What can be printed: entries in four forms, or how many there are. */
export const printForms = ['json', 'csv', 'text', 'raw', 'count'] as const;

/** One of them. */
export type PrintForm = (typeof printForms)[number];

/** The forms that print the entries themselves. */
export type EntryForm = Exclude<PrintForm, 'count'>;

/**
 * Prints entries; the first call prints the form's header before them, and may have no entries. Resolves with how many
 * of them could be printed.
 */
export type EntryPrinter = (entries: readonly Entry[]) => Promise<number>;

/** What is printed from and to, and how. */
export type PrinterOptions = {
	readonly store: Store;
	readonly sink: Sink;
	readonly formatTime: TimeFormatter;
	/** What is printed of an entry; undefined: the six of the listing, or in JSON and CSV all there is. */
	readonly columns?: readonly ChosenColumn[] | undefined;
	/** True when the output is a terminal: nothing that a log holds may reach it as a control. */
	readonly toTerminal: boolean;
	/** Columns to which the listing is cut; without it, nothing is cut. */
	readonly width?: number | undefined;
	/** Told how many lines couldn't be printed as they were logged, because they can no longer be read. */
	readonly missed: (lines: number) => void;
};

/** Makes the printer of a form. */
export function entryPrinter(
	form: EntryForm,
	{store, sink, formatTime, columns, toTerminal, width, missed}: PrinterOptions,
): EntryPrinter {
	const fields = columns?.map(({name}) => columnTable[name].field);
	let table: TextTable | undefined;
	let isFirst = true;
	const rows = async (
		entries: readonly Entry[],
		withHeader: boolean,
	): Promise<Array<string | Uint8Array>> => {
		switch (form) {
			case 'json':
				return entries.map(entry => (toTerminal ? safeJsonLine : jsonLine)(entry, fields));
			case 'csv': {
				const lines = entries.map(entry => csvLine(entry, fields));
				return [...(withHeader ? [csvHeader(fields)] : []), ...(toTerminal ? lines.map(sanitise) : lines)];
			}
			case 'text':
				table ??= new TextTable(formatTime, columns, width);
				return table.lines(entries, withHeader);
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
