import type {LogValue} from '../entries/log-fields/log-value.js';
import {decodeUtf8} from '../entries/values/decode-text.js';
import type {ChosenColumn} from '../format/chosen-columns.js';
import {sanitise} from '../format/sanitise.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import type {Entry, Store} from '../store/store.js';
import type {PrintedColumn} from './json-line.js';
import type {Sink} from './sink.js';

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

/** Input of the printer of a form. */
export type FormOptions = PrinterOptions & {
	/** The fields of the columns; undefined for all. */
	readonly fields: readonly PrintedColumn[] | undefined;
	/** Reads the named values of lines again, if they are printed. */
	loggedOf(entries: readonly Entry[]): Promise<ReadonlyArray<readonly LogValue[] | null>>;
	/** Returns entries with the log fields of their columns. */
	withLogFields(entries: readonly Entry[]): Promise<readonly Entry[]>;
};

/** Returns the lines of entries, after the header of the form if requested. Bytes may be several lines. */
type LinesOf = (
	entries: readonly Entry[],
	withHeader: boolean,
) => Promise<ReadonlyArray<string | Uint8Array>>;

/** A form of printed output, which is also an option. */
export type Form = {
	/** Description for the help. */
	readonly help: string;
	/** Options that it excludes, and the reasons. */
	readonly excludes: ReadonlyArray<readonly [option: string, because: string]>;
	/** Extensions of saved files with this form. The first one is suggested. */
	readonly extensions: readonly string[];
	/** Describes the first extension if it isn't self-explanatory. */
	readonly extensionHint?: string;
	/** True if it begins with the number of requests. */
	readonly hasCountLine?: true;
	/** Its needs besides the store: the lines as logged, or their log fields unless columns were chosen. */
	readonly needs?: 'lines' | 'log fields';
	/**
	 * Creates the printer; undefined if no entries are printed. Loads the code for it: neither the screen nor other forms need it.
	 */
	printer?(options: FormOptions): Promise<LinesOf>;
};

const noRows = ['rows', 'rows belong to the listing; --limit N prints only the newest N'] as const;

/** Number of entries with log fields in memory. The fields of a whole page survive a garbage collection, which takes 1/3 of the time. */
const loggedAtOnce = 500;

/** The forms in help order, typed with their names. */
export const formTable = {
	json: {
		help: 'print one JSON object per line',
		excludes: [noRows],
		extensions: ['.jsonl', '.ndjson', '.json'],
		needs: 'log fields',
		async printer({loggedOf, fields, toTerminal, store, missed}) {
			const {jsonLine, safeJsonLine} = await import('./json-line.js');
			const {JsonLines} = await import('../entries/log-fields/json-lines.js');
			const line = toTerminal ? safeJsonLine : jsonLine;
			const lines = new JsonLines();
			const isSimple = fields === undefined && !toTerminal;
			return async entries => {
				for (let start = 0; start < entries.length; start += loggedAtOnce) {
					const some = entries.slice(start, start + loggedAtOnce);
					const {length} = lines;
					const objectAt = (index: number): string => {
						const entry = some[index];
						return entry === undefined ? '' : jsonLine(entry);
					};
					const lost = isSimple ? await store.addJson(some, objectAt, lines) : undefined;
					if (lost === undefined) {
						lines.length = length;
						const logged = await loggedOf(some);
						for (const [index, entry] of some.entries()) {
							lines.add(line(entry, fields, logged[index], store.shownField));
						}
					} else if (lost > 0) {
						missed(lost);
					}
				}
				return lines.length > 0 ? [lines.take()] : [];
			};
		},
	},
	csv: {
		help: 'print comma-separated values with a header row',
		excludes: [noRows],
		extensions: ['.csv'],
		async printer({withLogFields, fields, toTerminal, store}) {
			const {csvHeader, csvLine} = await import('./csv-line.js');
			return async (entries, withHeader) => {
				const lines = (await withLogFields(entries)).map(entry => csvLine(entry, fields));
				const all = withHeader ? [csvHeader(fields, store.shownField), ...lines] : lines;
				return toTerminal ? all.map(sanitise) : all;
			};
		},
	},
	text: {
		help: 'print the listing: count line, header line, all rows',
		excludes: [],
		extensions: ['.txt'],
		extensionHint: 'the listing',
		hasCountLine: true,
		async printer({withLogFields, formatTime, columns, width, store}) {
			const {TextTable} = await import('./text-table.js');
			const table = new TextTable(formatTime, columns, width, store.shownField);
			return async (entries, withHeader) => table.lines(await withLogFields(entries), withHeader);
		},
	},
	raw: {
		help: 'print the lines as they were logged',
		excludes: [noRows, ['columns', 'lines are printed as they were logged']],
		extensions: ['.log'],
		extensionHint: 'lines as logged',
		needs: 'lines',
		async printer({toTerminal, store, missed}) {
			return async entries => {
				const lines = (await store.raw(entries)).filter(line => line !== null);
				if (lines.length < entries.length) {
					missed(entries.length - lines.length);
				}
				return toTerminal ? lines.map(line => sanitise(decodeUtf8(Buffer.from(line)))) : lines;
			};
		},
	},
	count: {
		help: 'print the count line',
		excludes: [
			['limit', '--count counts all matches'],
			['sort', '--count prints only the number'],
			['follow', '--count prints once, at the end'],
			['alert', 'rules check new requests, --count counts existing ones'],
			['no-past', 'no requests would remain to count'],
			['rows', '--count counts all matches, and accepts no --limit either'],
			['columns', '--count prints only the number'],
			['exec', 'it belongs to rules, which check only new requests'],
		],
		extensions: [],
		hasCountLine: true,
	},
} as const satisfies Readonly<Record<string, Form>>;

/** A form of printed output. */
export type PrintForm = keyof typeof formTable;

/** A form that prints entries. */
export type EntryForm = {
	[Name in PrintForm]: (typeof formTable)[Name] extends {readonly printer: unknown} ? Name : never;
}[PrintForm];

/** All forms by name. */
export const forms: Readonly<Record<PrintForm, Form>> = formTable;

/** The names of all forms, in help order. */
export const printForms = Object.keys(forms) as readonly PrintForm[];

/** Checks whether a form prints entries. */
export function hasEntries(form: PrintForm): form is EntryForm {
	return forms[form].printer !== undefined;
}
