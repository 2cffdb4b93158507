import {decodeUtf8} from '../entries/values/decode-text.js';
import {sanitise} from '../listing/sanitise.js';
import type {TimeFormatter} from '../listing/time-formatter.js';
import type {Entry, Store} from '../store/store.js';
import {csvHeader, csvLine} from './csv-line.js';
import {jsonLine, safeJsonLine} from './json-line.js';
import type {PrintForm} from './print-form.js';
import type {Sink} from './sink.js';
import {TextTable} from './text-table.js';

/** The forms that print the entries themselves. */
export type EntryForm = Exclude<PrintForm, 'count'>;

/**
 * Prints entries; the first call prints the form's header before them, and may have no entries. Resolves with how many
 * of them could be printed.
 */
export type EntryPrinter = (entries: readonly Entry[]) => Promise<number>;

export type PrinterOptions = {
	readonly store: Store;
	readonly sink: Sink;
	readonly formatTime: TimeFormatter;
	/** True when the output is a terminal: nothing that a log holds may reach it as a control. */
	readonly toTerminal: boolean;
	/** Told how many lines couldn't be printed as they were logged, because they can no longer be read. */
	readonly missed: (lines: number) => void;
};

/** Makes the printer of a form. */
export const entryPrinter = (
	form: EntryForm,
	{store, sink, formatTime, toTerminal, missed}: PrinterOptions,
): EntryPrinter => {
	let table: TextTable | undefined;
	let isFirst = true;
	const rows = async (
		entries: readonly Entry[],
		withHeader: boolean,
	): Promise<Array<string | Uint8Array>> => {
		switch (form) {
			case 'json':
				return entries.map(toTerminal ? safeJsonLine : jsonLine);
			case 'csv': {
				const lines = entries.map(csvLine);
				return [...(withHeader ? [csvHeader()] : []), ...(toTerminal ? lines.map(sanitise) : lines)];
			}
			case 'text':
				table ??= new TextTable(formatTime);
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
};
