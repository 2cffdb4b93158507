import {setImmediate as nextTurn} from 'node:timers/promises';
import type {Cursor, Entry, Store} from '../../store/store.js';
import type {Finder} from '../listing/listing-controller.js';

/** Entries that are looked at before the search for one is given up. */
export const mostEntries = 100_000;

/** Entries asked for at a time: to be looked at in a few milliseconds. */
const slice = 500;

/** Down the listing, or up. */
export type Direction = 'older' | 'newer';

/** How one says where a direction leads. */
export const where: Readonly<Record<Direction, string>> = {older: 'down', newer: 'up'};

/**
 * Finds the next entry that is wanted, from the selected one on; where none is selected, the first row counts too when
 * going down. The store is asked slice by slice, and keys and frames come in between.
 * @param givenUp - told when none was among so many, and there are more
 */
export function entryFinder(
	store: Pick<Store, 'page'>,
	direction: Direction,
	isWanted: (entry: Entry) => boolean,
	givenUp: () => void,
	most: number = mostEntries,
): Finder {
	return async (from, query, signal) => {
		let cursor = cursorFrom(direction, from);
		for (let looked = 0; looked < most; ) {
			const {entries} = await store.page(query, cursor, Math.min(slice, most - looked), signal);
			const found = direction === 'older' ? entries.find(isWanted) : entries.findLast(isWanted);
			const last = entries.at(direction === 'older' ? -1 : 0);
			if (found || !last) {
				return found ?? null;
			}

			looked += entries.length;
			cursor = {from: direction, position: last.position};
			await nextTurn(undefined, {signal});
		}

		givenUp();
		return null;
	};
}

/** Where going on from the selected entry, or from the first row, begins. */
export function cursorFrom(
	direction: Direction,
	{entry, isSelected}: {readonly entry: Entry; readonly isSelected: boolean},
): Cursor {
	return {from: direction === 'older' && !isSelected ? 'at' : direction, position: entry.position};
}
