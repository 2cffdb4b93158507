import {aheadTolerance} from '../../listing/odd-time.js';
import {periodOf} from '../../query/period-of.js';
import {everything, isEverything, type Query} from '../../query/query.js';
import type {Count, Page, Position, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';

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

/** The newest entry of all at a moment: what comes later is new to whichever query. */
export type NewestSeen = {
	/** Null when there was none. */
	readonly position: Position | null;
	/** The moment is now. Where the query leaves entries out, the store is asked. */
	note(state: Pick<ListingState, 'newer' | 'rows'>, query: Query): void;
	close(): void;
};

/** Nothing seen yet. */
export function newestSeen(store: Pick<Store, 'page'>): NewestSeen {
	let position: Position | null = null;
	let asking: AbortController | undefined;
	return {
		get position() {
			return position;
		},
		note({newer, rows}, query) {
			asking?.abort();
			position = (newer === 0 && rows[0]?.entry.position) || null;
			if (isEverything(query)) {
				return;
			}

			const controller = new AbortController();
			asking = controller;
			store.page(everything, {from: 'newest'}, 1, controller.signal).then(
				({entries: [newest]}) => {
					if (!controller.signal.aborted) {
						position = newest?.position ?? position;
					}
				},
				// What is known from the page is near enough; what the matter is, the next refresh says.
				() => {},
			);
		},
		close() {
			asking?.abort();
		},
	};
}
