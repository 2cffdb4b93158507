import {isToken} from '../../index/token.js';
import type {Entry} from '../store.js';
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
	const {rows} = await tables.ask(
		`SELECT ${entryColumns} FROM ${tables.requests} WHERE token = {token:FixedString(13)} LIMIT 1`,
		entryKinds,
		{token},
		signal,
	);
	const [row] = rows;
	return row === undefined ? null : entryOf(row, tables);
}
