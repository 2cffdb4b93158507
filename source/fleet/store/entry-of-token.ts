import {isToken} from '../../index/token.js';
import type {Entry} from '../../store/store.js';
import {ParameterList} from './compile/parameter-list.js';
import {entryColumns, entryKinds, entryOf} from './entry-row.js';
import type {Tables} from './tables.js';

/** Returns the entry with this token, or null. */
export async function entryOfToken(
	tables: Tables,
	token: string,
	signal?: AbortSignal,
): Promise<Entry | null> {
	signal?.throwIfAborted();
	if (!isToken(token)) {
		return null;
	}
	const parameters = new ParameterList();
	const wanted = parameters.add('FixedString(13)', token);
	const {rows} = await tables.ask(
		`SELECT ${entryColumns(tables, parameters)} FROM ${tables.requests} WHERE token = ${wanted} LIMIT 1`,
		entryKinds,
		parameters.values,
		signal,
	);
	const [row] = rows;
	return row === undefined ? null : entryOf(row, tables);
}
