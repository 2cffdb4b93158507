import type {Query} from '../../query/query.js';
import type {Count, Position, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';
import {newestPage} from './newest-page.js';
import {type PlacedPage, placedPage} from './placed-page.js';

/** What is shown of a query once all of it is known. */
export type Answer = PlacedPage & {
	readonly count: Count;
	/** How many of those that have arrived came while the page was held. */
	readonly unseen: number;
};

/**
 * Fetches what the listing shows of another query: while it is held, the page around its anchor, else the newest.
 * @param newestSeen - the newest entry of all when the page began to be held
 */
export async function answerTo(
	store: Pick<Store, 'count' | 'page'>,
	query: Query,
	{anchor, size}: Pick<ListingState, 'anchor' | 'size'>,
	newestSeen: Position | null,
	now: number,
	signal: AbortSignal,
): Promise<Answer> {
	const newest = async (): Promise<PlacedPage> => ({
		...(await newestPage(store, query, now, size, signal)),
		index: null,
	});
	const [count, page, since] = await Promise.all([
		store.count(query, signal),
		anchor ? placedPage(store, query, anchor, size, signal) : newest(),
		anchor && newestSeen ? store.page(query, {from: 'at', position: newestSeen}, 1, signal) : null,
	]);
	return {...page, count, unseen: since?.newer ?? 0};
}
