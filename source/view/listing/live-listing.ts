import {type Clock, systemClock} from '../../clock.js';
import type {Column} from '../../listing/columns.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import {problemOf} from '../../problem-of.js';
import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import {externalStore} from '../state/external-store.js';
import {type Finder, listingMover} from './listing-mover.js';
import {listingRefresher} from './listing-refresher.js';
import {initialListing, type ListingState} from './listing-state.js';
import {newestSeen} from './newest.js';
import type {MoveCommand} from './page-turns.js';
import {reduceListing} from './reduce-listing.js';
import {type Row, toRow} from './row.js';

/** What a listing is made live with. */
type LiveListingOptions = {
	readonly store: Store;
	/** What is asked for to begin with. */
	readonly query: Query;
	/** Rows to a page. */
	readonly size: number;
	readonly formatTime: TimeFormatter;
	readonly clock?: Clock;
	/** The entry as it is to be shown, see `Redaction`; without it, as the store gives it. */
	readonly shown?: (entry: Entry) => Entry;
};

/** The listing as it lives: an external store for React, fed by the `Store` and moved by the user. */
export type LiveListing = {
	getState(): ListingState;
	/** Calls the listener after every change of the state. Returns the function that ends it. */
	subscribe(listener: () => void): () => void;
	/** Moves are carried out one after the other, in the order of the keys, also where a page must be fetched. */
	move(command: MoveCommand): void;
	/** Selects a row of the page, once the moves so far have been carried out; none where it has gone meanwhile. */
	select(token: string): void;
	/** To the newest rows, and follow. */
	release(): void;
	/**
	 * Shows what matches another query. While the page is held, the selected row stays on its line as long as it
	 * matches, else the nearest in time is selected.
	 * @param isPassing - whether others follow, as while one types: the row that was selected before the first of
	 * them is the one that comes back.
	 */
	setQuery(query: Query, isPassing?: boolean): void;
	/** Selects a cell of the selected row, or of the first one; null: the whole row. */
	selectCell(cell: Column | null): void;
	/** Selects the entry that is found, and tells `done` whether there was one. Moves wait for it. */
	seek(find: Finder, done: (isFound: boolean) => void): void;
	/** Ends what is being sought; false when nothing is. */
	stopSeeking(): boolean;
	/** Calls back when the moves so far have been carried out. */
	afterMoves(callback: () => void): void;
	toggleFrozen(): void;
	resize(size: number): void;
	/** Makes the rows anew, because their entries are to be shown otherwise: at once, also those that are held. */
	reshow(): void;
	close(): void;
};

/** Makes a listing live: it asks the store at once, and again until it is closed. */
export function liveListing({
	store,
	query,
	size: firstSize,
	formatTime,
	clock = systemClock,
	shown = entry => entry,
}: LiveListingOptions): LiveListing {
	const {getState, subscribe, dispatch} = externalStore(
		initialListing(firstSize, store.status()),
		reduceListing,
	);
	/** What was there when the page began to be held. */
	const seen = newestSeen(store);

	/** An entry that is on the screen already keeps its row, so that React can skip it. */
	const toRows = (entries: readonly Entry[]): readonly Row[] => {
		const present = new Map(getState().rows.map(row => [row.entry.token, row]));
		const now = clock.now();
		return entries.map(entry => present.get(entry.token) ?? toRow(shown(entry), formatTime, now));
	};

	const failed = (signal: AbortSignal, error: unknown): void => {
		if (!signal.aborted) {
			dispatch({type: 'failed', problem: problemOf(error), status: store.status()});
		}
	};

	const refresher = listingRefresher({
		store,
		query,
		clock,
		getState,
		dispatch,
		toRows,
		seen,
		isTurning: () => mover.isTurning(),
		answered: () => mover.moveOn(),
		unanswered: () => mover.clear(),
		failed,
	});

	/** What comes from now on is new, also to another query. */
	const noteNewest = (): void => seen.note(getState(), refresher.query());

	/** From following to holding: what was asked for the flowing page is of no use any more. */
	const hold = (): void => {
		if (getState().mode === 'following') {
			if (refresher.stop()) {
				refresher.later();
			}

			noteNewest();
		}
	};

	const mover = listingMover({
		store,
		getState,
		getQuery: () => (refresher.isShown() ? refresher.query() : null),
		dispatch,
		toRows,
		hold,
		seenAll: noteNewest,
		refreshNow: refresher.now,
		failed,
	});
	refresher.later();
	return {
		getState,
		subscribe,
		move: mover.move,
		select(token) {
			mover.run(() => {
				const index = getState().rows.findIndex(row => row.entry.token === token);
				if (index !== -1) {
					hold();
					dispatch({type: 'selected', index});
				}
			});
		},
		release() {
			mover.stop();
			dispatch({type: 'released'});
			refresher.now();
		},
		setQuery(next, isPassing = false) {
			if (!isPassing) {
				dispatch({type: 'anchored'});
			}

			if (next !== refresher.query()) {
				refresher.setQuery(next);
			}
		},
		selectCell(cell) {
			if (cell !== null && getState().rows.length > 0) {
				hold();
			}

			dispatch({type: 'cellSelected', cell});
		},
		seek: mover.seek,
		stopSeeking() {
			const isStopped = mover.stopSeeking();
			if (isStopped && !refresher.isShown()) {
				refresher.now();
			}

			return isStopped;
		},
		afterMoves: mover.run,
		toggleFrozen() {
			dispatch({type: 'frozen', frozen: !getState().frozen});
			if (getState().frozen && refresher.isShown()) {
				refresher.stop();
			} else {
				refresher.later();
			}
		},
		resize(size) {
			if (size === getState().size) {
				return;
			}

			dispatch({type: 'resized', size});
			mover.fill();
		},
		reshow() {
			const now = clock.now();
			const rows = getState().rows.map(({entry}) => toRow(shown(entry), formatTime, now));
			dispatch({type: 'reshown', rows, notices: store.status().notices});
		},
		close() {
			mover.stop();
			refresher.close();
			seen.close();
		},
	};
}
