import {setImmediate as nextTurn} from 'node:timers/promises';
import {isByCost} from '../../query/order.js';
import type {Cursor, Entry, Store} from '../../store/store.js';
import type {Finder} from '../listing/listing-controller.js';

/** Maximum number of entries to check before the search stops. */
export const maxEntries = 100_000;

/** Entries per request to the store. Checking them takes a few milliseconds. */
const slice = 500;

/** The same for an order by cost, because each request then reads the costs of all entries. */
const costSlice = 4000;

/** `older` is down the listing, `newer` is up. */
export type Direction = 'older' | 'newer';

/** Names of the directions for messages. */
export const where: Readonly<Record<Direction, string>> = {older: 'down', newer: 'up'};

/**
 * Creates a finder of the next wanted entry after the selected one. If no row is selected, a search down includes the first row.
 * Queries the store in slices and yields to keys and frames between them.
 * @param givenUp - called after `maxSearched` entries without a match, if more may follow
 */
export function entryFinder(
	store: Pick<Store, 'page'>,
	direction: Direction,
	isWanted: (entry: Entry) => boolean,
	givenUp: () => void,
	maxSearched: number = maxEntries,
): Finder {
	return async (from, query, signal) => {
		let cursor = cursorFrom(direction, from);
		const {order} = from;
		const size = isByCost(order) ? costSlice : slice;
		for (let searched = 0; searched < maxSearched; ) {
			const {entries} = await store.page(query, cursor, Math.min(size, maxSearched - searched), signal);
			const found = direction === 'older' ? entries.find(isWanted) : entries.findLast(isWanted);
			const last = entries.at(direction === 'older' ? -1 : 0);
			if (found || !last) {
				return found ?? null;
			}
			searched += entries.length;
			cursor = {from: direction, position: last.position, order};
			await nextTurn(undefined, {signal});
		}
		givenUp();
		return null;
	};
}

/** Returns the cursor where a search starts: next to the selected entry, or at the first row. */
export function cursorFrom(direction: Direction, {entry, isSelected, order}: Parameters<Finder>[0]): Cursor {
	return {from: direction === 'older' && !isSelected ? 'at' : direction, position: entry.position, order};
}
