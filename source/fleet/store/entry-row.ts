import {printedValue} from '../../entries/log-fields/log-value.js';
import {amountFields, isAmount, rowOf, textFields} from '../../fields/fields.js';
import type {Entry, Position} from '../../store/store.js';
import type {RowOf} from '../clickhouse/answer-rows.js';
import type {ParameterList} from './compile/parameter-list.js';
import type {Tables} from './tables.js';

/** A position with the time of ingestion, in ms since 1970 by the servers' clocks. */
export type FleetPosition = Position & {readonly ingested: number};

type LineField = (typeof textFields | typeof amountFields)[number];

/** The text fields and amounts that the table has. */
const lineFields = [...textFields, ...amountFields].filter(field => rowOf(field).sql !== undefined);

const ownColumns = [
	...['toUnixTimestamp64Milli(time)', 'source', 'toString(file)', 'offset'],
	...['toUnixTimestamp64Milli(ingested)', 'token', 'timed', 'status', 'zone'],
	...['incomplete', 'format', 'path'],
].join(', ');

/** Returns the SQL expressions of the columns that `entryOf` needs, in its order. */
export function entryColumns(
	{shownFields, lackOfFields}: Pick<Tables, 'shownFields' | 'lackOfFields'>,
	parameters: ParameterList,
): string {
	const value = lackOfFields === undefined ? 'fields[name]' : "''";
	// Includes the names, because different fields may be shown when the answer arrives.
	const fields =
		shownFields.length === 0
			? "CAST([], 'Array(String)')"
			: `arrayFlatten(arrayMap(name -> [name, ${value}], ${parameters.add('Array(String)', shownFields)}))`;
	return [ownColumns, fields, ...lineFields.map(field => rowOf(field).sql)].join(', ');
}

/** Types of these columns. */
export const entryKinds = [
	...(['time', 'text', 'text', 'count', 'time'] as const),
	...(['text', 'flag', 'count?', 'zone?'] as const),
	...(['flag', 'text', 'text', 'texts'] as const),
	...lineFields.map(field => (field === 'bytes' ? 'count?' : isAmount(field) ? 'amount?' : 'text?')),
] as const;

/** A row of these columns. */
export type EntryRow = RowOf<typeof entryKinds>;

/** Converts a row to an entry. */
export function entryOf(row: EntryRow, {files, routes}: Pick<Tables, 'files' | 'routes'>): Entry {
	const [time, source, file, offset, ingested, token, timed, status, zone, ...rest] = row;
	const [incomplete, format, path, fields, ...found] = rest;
	const values = valuesOf(found);
	const {durationMs, bytes} = values;
	const number = files.numberOf(source, file);
	const position: FleetPosition = {time, file: number, offset, durationMs, bytes, ingested};
	return {
		position,
		token,
		status,
		...values,
		time: timed ? time : null,
		timeSource: null,
		zone,
		incomplete,
		format,
		file: path,
		offset,
		asn: null,
		country: null,
		source: source === '' ? null : source,
		fields: fieldsOf(fields),
		routes,
	};
}

function valuesOf(found: ReadonlyArray<string | number | null>): Pick<Entry, LineField> {
	const value = (field: LineField) => found[lineFields.indexOf(field)] ?? null;
	return Object.fromEntries([...textFields, ...amountFields].map(field => [field, value(field)])) as Pick<
		Entry,
		LineField
	>;
}

/** @param texts - alternately the names and the stored forms of log fields */
function fieldsOf(texts: readonly string[]): Entry['fields'] {
	const fields: Record<string, string | null> = {};
	for (let index = 0; index < texts.length; index += 2) {
		const stored = texts[index + 1] ?? '';
		fields[texts[index] ?? ''] = stored === '' ? null : printedValue(stored);
	}
	return fields;
}
