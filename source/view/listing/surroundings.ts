import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';

/**
 * Fetches what a held page lacks since it has become larger: older entries, and where there are none left,
 * newer ones.
 */
export async function surroundings(
	store: Store,
	query: Query,
	{rows, size}: Pick<ListingState, 'rows' | 'size'>,
	signal: AbortSignal,
): Promise<{readonly above: readonly Entry[]; readonly below: readonly Entry[]}> {
	const first = rows[0]?.entry.position;
	const last = rows.at(-1)?.entry.position;
	const missing = size - rows.length;
	if (!first || !last || missing < 1) {
		return {above: [], below: []};
	}

	const {entries: below} = await store.page(query, {from: 'older', position: last}, missing, signal);
	const stillMissing = missing - below.length;
	if (stillMissing === 0) {
		return {above: [], below};
	}

	const {entries: above} = await store.page(query, {from: 'newer', position: first}, stillMissing, signal);
	return {above, below};
}
