import {periodOf} from '../../query/period-of.js';
import {everything, type Query} from '../../query/query.js';
import type {Count, Store} from '../../store/store.js';

/**
 * The time of the newest entry of all, milliseconds since 1970, where a search finds nothing because it asks for what
 * is newer: `since:1h` in a log of last week. Else null.
 */
export async function newestBefore(
	store: Pick<Store, 'page'>,
	query: Query,
	{n}: Count,
	now: number,
	signal: AbortSignal,
): Promise<number | null> {
	const {from} = periodOf(query.expression, now);
	if (n > 0 || from === null) {
		return null;
	}

	const {entries} = await store.page(everything, {from: 'newest'}, 1, signal);
	const time = entries[0]?.time ?? null;
	return time !== null && time < from ? time : null;
}
