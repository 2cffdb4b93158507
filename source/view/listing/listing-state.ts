import type {Column} from '../../listing/columns.js';
import type {Count, StoreStatus} from '../../store/store.js';
import type {Anchor} from './anchor.js';
import type {Row} from './row.js';
import {nothingWide, type Widest} from './widest.js';

/** What the listing shows. Never changed in place. */
export type ListingState = {
	/** `following`: the first page, nothing selected, rows flow. `held`: the page stands still. */
	readonly mode: 'following' | 'held';
	/** True: nothing changes but by the user's own moves. */
	readonly frozen: boolean;
	/** Rows to a page. */
	readonly size: number;
	readonly rows: readonly Row[];
	/** How many matching entries are newer than the first row. */
	readonly newer: number;
	/** Token of the selected row. */
	readonly selected: string | null;
	/** The selected cell of the selected row. */
	readonly cell: Column | null;
	/** What the page is held by across changes of the query: the entry that the user came to, and its line. */
	readonly anchor: Anchor | null;
	/** Null until the first answer. */
	readonly count: Count | null;
	/** What `count.arrived` was when all that had arrived could be seen. */
	readonly seen: number;
	readonly status: StoreStatus;
	/** Where nothing matches as all there is came before the time that is searched: when the newest did. Else null. */
	readonly newestBefore: number | null;
	readonly widest: Widest;
	/** Another search has taken so long that it must be said: what is shown is that of the one before. */
	readonly isSearching: boolean;
	/** What the store couldn't do. */
	readonly problem: string | null;
};

/** Before the store has answered. `size`: rows to a page. */
export function initialListing(size: number, status: StoreStatus): ListingState {
	return {
		mode: 'following',
		frozen: false,
		size,
		rows: [],
		newer: 0,
		selected: null,
		cell: null,
		anchor: null,
		count: null,
		seen: 0,
		status,
		newestBefore: null,
		widest: nothingWide,
		isSearching: false,
		problem: null,
	};
}

/** The place of the selected row on the page, or -1. */
export function selectedLine({rows, selected: token}: Pick<ListingState, 'rows' | 'selected'>): number {
	return rows.findIndex(row => row.entry.token === token);
}
