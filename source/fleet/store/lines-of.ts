import type {Entry, UnrecognisedLine} from '../../store/store.js';
import {ParameterList} from './compile/parameter-list.js';
import {timeValue} from './compile/time-value.js';
import type {Tables} from './tables.js';

/** Maximum number of rows per query: the query contains the position of each. With log fields, which may be escaped, rows are longer. */
const atOnce = {line: 500, fields: 100} as const;

/** Returns the lines of entries as they were logged; null for a line that isn't stored. */
export async function linesOf(
	tables: Tables,
	entries: readonly Entry[],
	signal?: AbortSignal,
): Promise<ReadonlyArray<Uint8Array | null>> {
	return (await storedLines(tables, entries, false, signal)).map(({line}) => line);
}

/** A line as it was logged, or null if it isn't stored; and its log fields in their stored form, empty if they aren't stored. */
export type StoredLine = {
	readonly line: Buffer | null;
	readonly fields: ReadonlyArray<{readonly name: string; readonly stored: string}>;
};

/** Returns the lines of entries with their log fields. */
export async function linesAndFieldsOf(
	tables: Tables,
	entries: readonly Entry[],
	signal?: AbortSignal,
): Promise<readonly StoredLine[]> {
	return storedLines(tables, entries, tables.lackOfFields === undefined, signal);
}

const notStored: StoredLine = {line: null, fields: []};

async function storedLines(
	tables: Tables,
	entries: readonly Entry[],
	hasFields: boolean,
	signal: AbortSignal | undefined,
): Promise<readonly StoredLine[]> {
	signal?.throwIfAborted();
	const found = new Map<string, StoredLine>();
	const [names, values] = hasFields
		? ['mapKeys(fields)', 'mapValues(fields)']
		: ["CAST([], 'Array(String)')", "CAST([], 'Array(String)')"];
	const max = hasFields ? atOnce.fields : atOnce.line;
	for (let first = 0; first < entries.length; first += max) {
		const some = entries.slice(first, first + max).map(({position}) => position);
		const parameters = new ParameterList();
		const times = some.map(({time}) => time);
		const lineKeys = some.map(({file, offset}) => `${keyOf(tables, file)} ${offset}`);
		const {rows} = await tables.ask(
			`SELECT source, toString(file), offset, base64Encode(line), ${names}, ${values} FROM ${tables.requests}
WHERE time >= ${timeValue(parameters, Math.min(...times))} AND time <= ${timeValue(parameters, Math.max(...times))}
AND offset IN (${parameters.add(
				'Array(UInt64)',
				some.map(({offset}) => offset),
			)})
AND concat(source, ' ', toString(file), ' ', toString(offset)) IN (${parameters.add('Array(String)', lineKeys)})
LIMIT 1 BY source, file, offset`,
			['text', 'text', 'count', 'text', 'texts', 'texts'],
			parameters.values,
			signal,
		);
		for (const [source, file, offset, line, ofNames, ofValues] of rows) {
			found.set(`${source} ${file} ${offset}`, {
				// The line of a request is never empty: empty means that it isn't stored.
				line: line === '' ? null : Buffer.from(line, 'base64'),
				fields: ofNames.map((name, index) => ({name, stored: ofValues[index] ?? ''})),
			});
		}
	}
	return entries.map(({position: {file, offset}}) => {
		return found.get(`${keyOf(tables, file)} ${offset}`) ?? notStored;
	});
}

function keyOf({files}: Tables, number: number): string {
	const {source, file} = files.of(number);
	return `${source} ${file}`;
}

/** Returns the newest lines that no format matches, newest first. */
export async function unrecognisedLines(
	tables: Tables,
	limit: number,
	signal?: AbortSignal,
): Promise<readonly UnrecognisedLine[]> {
	signal?.throwIfAborted();
	if (limit <= 0) {
		return [];
	}
	const parameters = new ParameterList();
	const {rows} = await tables.ask(
		`SELECT path, offset, base64Encode(line) FROM ${tables.unread} ORDER BY ingested DESC, source DESC, file DESC, offset DESC LIMIT 1 BY source, file, offset LIMIT ${parameters.add('UInt64', Math.min(limit, maxUnread))}`,
		['text', 'count', 'text'],
		parameters.values,
		signal,
	);
	return rows.map(([path, offset, line]) => ({
		file: path,
		offset,
		line: Buffer.from(line, 'base64'),
	}));
}

/** Maximum number of unrecognised lines to return: users don't need more. */
const maxUnread = 500;
