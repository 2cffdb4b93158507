import {aheadTolerance} from '../../listing/odd-time.js';
import type {Query} from '../../query/query.js';
import type {Page, Store} from '../../store/store.js';

/** The newest entries that aren't ahead of the clock; only when there are none but those, those. */
export async function newestPage(
	store: Pick<Store, 'page'>,
	query: Query,
	now: number,
	size: number,
	signal: AbortSignal,
): Promise<Page> {
	const page = await store.page(query, {from: 'newest', notAfter: now + aheadTolerance}, size, signal);
	return page.entries.length === 0 ? store.page(query, {from: 'newest'}, size, signal) : page;
}
