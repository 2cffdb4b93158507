import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';
import {placedPage} from './placed-page.js';
import type {PageMove} from './planned-move.js';
import type {ListingAction} from './reduce-listing.js';
import type {Row} from './row.js';
import {surroundings} from './surroundings.js';
import {turnedPage} from './turned-page.js';

/** What pages are fetched from, and put on. */
export type TurnedListing = {
	readonly store: Store;
	getState(): ListingState;
	dispatch(action: ListingAction): void;
	toRows(entries: readonly Entry[]): readonly Row[];
	/** To be called before the page begins to be held. */
	hold(): void;
	/** To be called when all that has come can be seen on a held page. */
	seenAll(): void;
};

/** Pages, each fetched and put on the screen unless it is given up meanwhile. */
export type PageTurns = {
	/** The page that a move comes to. */
	turn(query: Query, move: PageMove, signal: AbortSignal): Promise<void>;
	/** Selects an entry, on a page of its own where it isn't on this one. */
	show(query: Query, entry: Entry, signal: AbortSignal): Promise<void>;
	/** What stands around the rows that there are. */
	extend(query: Query, signal: AbortSignal): Promise<void>;
};

/** Fetches the pages that the listing is moved to. */
export function pageTurns({store, getState, dispatch, toRows, hold, seenAll}: TurnedListing): PageTurns {
	const turnTo = async (
		query: Query,
		entries: readonly Entry[],
		newer: number,
		index: number,
		signal: AbortSignal,
	): Promise<void> => {
		const count = getState().frozen ? null : await store.count(query, signal);
		if (!signal.aborted) {
			dispatch({type: 'turned', page: {rows: toRows(entries), newer}, index, count});
			if (newer === 0 && count) {
				seenAll();
			}
		}
	};

	return {
		async turn(query, move, signal) {
			const turned = await turnedPage(store, query, getState(), move, signal);
			await turnTo(query, turned.entries, turned.newer, turned.index, signal);
		},
		async show(query, entry, signal) {
			hold();
			const {rows, size} = getState();
			const index = rows.findIndex(row => row.entry.token === entry.token);
			if (index >= 0) {
				dispatch({type: 'selected', index});
				return;
			}

			const placed = await placedPage(store, query, {entry, line: Math.floor(size / 2)}, size, signal);
			await turnTo(query, placed.entries, placed.newer, placed.index ?? 0, signal);
		},
		async extend(query, signal) {
			const {above, below} = await surroundings(store, query, getState(), signal);
			if (!signal.aborted) {
				dispatch({type: 'extended', above: toRows(above), below: toRows(below)});
			}
		},
	};
}
