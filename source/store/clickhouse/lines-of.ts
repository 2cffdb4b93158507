import type {Entry, UnrecognisedLine} from '../store.js';
import {ParameterList} from './compile/parameter-list.js';
import {timeValue} from './compile/time-value.js';
import type {Tables} from './tables.js';

/** Maximum number of rows per query: the query contains the position of each. */
const atOnce = 500;

/** Returns the lines of entries as they were logged; null for a line that isn't stored. */
export async function linesOf(
	tables: Tables,
	entries: readonly Entry[],
	signal?: AbortSignal,
): Promise<ReadonlyArray<Uint8Array | null>> {
	signal?.throwIfAborted();
	const found = new Map<string, Uint8Array>();
	for (let first = 0; first < entries.length; first += atOnce) {
		const some = entries.slice(first, first + atOnce).map(({position}) => position);
		const parameters = new ParameterList();
		const times = some.map(({time}) => time);
		const places = some.map(({file, offset}) => `${keyOf(tables, file)} ${offset}`);
		const {rows} = await tables.ask(
			`SELECT source, toString(file), offset, base64Encode(line) FROM ${tables.requests}
WHERE time >= ${timeValue(parameters, Math.min(...times))} AND time <= ${timeValue(parameters, Math.max(...times))}
AND offset IN (${parameters.add(
				'Array(UInt64)',
				some.map(({offset}) => offset),
			)})
AND concat(source, ' ', toString(file), ' ', toString(offset)) IN (${parameters.add('Array(String)', places)})
LIMIT 1 BY source, file, offset`,
			['text', 'text', 'count', 'text'],
			parameters.values,
			signal,
		);
		for (const [source, file, offset, line] of rows) {
			found.set(`${source} ${file} ${offset}`, Buffer.from(line, 'base64'));
		}
	}
	return entries.map(({position: {file, offset}}) => {
		const line = found.get(`${keyOf(tables, file)} ${offset}`);
		// The line of a request is never empty: empty means that it isn't stored.
		return line === undefined || line.length === 0 ? null : line;
	});
}

function keyOf({files}: Tables, number: number): string {
	const {source, file} = files.of(number);
	return `${source} ${file}`;
}

/** Returns the newest lines that no format matches, newest first. */
export async function unreadLines(
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
		`SELECT path, offset, base64Encode(line) FROM ${tables.unread} ORDER BY ingested DESC, source DESC, file DESC, offset DESC LIMIT 1 BY source, file, offset LIMIT ${parameters.add('UInt64', Math.min(limit, mostUnread))}`,
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
const mostUnread = 500;
