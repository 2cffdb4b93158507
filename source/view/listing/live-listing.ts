import type {Column} from '../../listing/columns.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import {externalStore} from '../external-store.js';
import {problemOf} from '../problem-of.js';
import {answerTo} from './answer-to.js';
import {type Clock, systemClock} from './clock.js';
import {type Finder, listingMover} from './listing-mover.js';
import {initialListing, type ListingState} from './listing-state.js';
import {newestPage} from './newest-page.js';
import {newestSeen} from './newest-seen.js';
import {pacer} from './pacer.js';
import type {MoveCommand} from './planned-move.js';
import {reduceListing} from './reduce-listing.js';
import {rolls} from './rolls.js';
import {type Row, toRow} from './row.js';

export type LiveListingOptions = {
	readonly store: Store;
	/** What is asked for to begin with. */
	readonly query: Query;
	/** Rows to a page. */
	readonly size: number;
	readonly formatTime: TimeFormatter;
	readonly clock?: Clock;
};

/** The listing as it lives: an external store for React, fed by the `Store` and moved by the user. */
export type LiveListing = {
	getState(): ListingState;
	/** Calls the listener after every change of the state. Returns the function that ends it. */
	subscribe(listener: () => void): () => void;
	/** Moves are carried out one after the other, in the order of the keys, also where a page must be fetched. */
	move(command: MoveCommand): void;
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
	close(): void;
};

/** What takes longer than this, milliseconds, is noticed: one is told that it goes on. */
const noticed = 300;
/** Data updates are drawn at most every so many milliseconds; keys are answered at once. */
const pause = 100;
/** Rows ahead of the clock are looked at again now and then: the clock catches up with them. */
const aheadPause = 10_000;
/** What depends on the present moment is asked again so often, also when nothing comes. */
const rollingPause = 1000;
/** A store that failed is asked again. */
const retryPause = 2000;

export function liveListing({
	store,
	query: firstQuery,
	size: firstSize,
	formatTime,
	clock = systemClock,
}: LiveListingOptions): LiveListing {
	const {getState, subscribe, dispatch} = externalStore(
		initialListing(firstSize, store.status()),
		reduceListing,
	);
	let query = firstQuery;
	/** The query whose answer is shown: another one while an answer is waited for. */
	let shown = firstQuery;
	/** What was there when the page began to be held. */
	const seen = newestSeen(store);
	let cancelLater: (() => void) | undefined;
	let cancelTelling: (() => void) | undefined;

	/** An entry that is on the screen already keeps its row, so that React can skip it. */
	const toRows = (entries: readonly Entry[]): readonly Row[] => {
		const present = new Map(getState().rows.map(row => [row.entry.token, row]));
		const now = clock.now();
		return entries.map(entry => present.get(entry.token) ?? toRow(entry, formatTime, now));
	};

	const fail = (signal: AbortSignal, error: unknown): void => {
		if (!signal.aborted) {
			dispatch({type: 'failed', problem: problemOf(error)});
		}
	};

	const refresh = async (signal: AbortSignal): Promise<void> => {
		try {
			if (shown === query) {
				await refreshShown(signal);
			} else if (!mover.isTurning()) {
				await requery(signal);
			}
		} catch (error) {
			if (signal.aborted) {
				return;
			}

			fail(signal, error);
			if (shown !== query) {
				mover.clear();
			}

			lookAgain(retryPause);
		}
	};

	const refreshShown = async (signal: AbortSignal): Promise<void> => {
		const [count, page] = await Promise.all([
			store.count(query, signal),
			getState().mode === 'following' ? newestPage(store, query, clock.now(), getState().size, signal) : null,
		]);
		if (!signal.aborted) {
			const rowPage = page && {rows: toRows(page.entries), newer: page.newer};
			dispatch({type: 'refreshed', count, status: store.status(), page: rowPage});
			lookAgain(getState().mode === 'following' && getState().newer > 0 ? aheadPause : undefined);
		}
	};

	/** Asks for what another query shows. Nothing of the one before is changed until all of the answer is there. */
	const requery = async (signal: AbortSignal): Promise<void> => {
		const asked = query;
		const {entries, newer, ...answer} = await answerTo(
			store,
			asked,
			getState(),
			seen.position,
			clock.now(),
			signal,
		);
		if (!signal.aborted) {
			shown = asked;
			const page = {rows: toRows(entries), newer};
			dispatch({type: 'requeried', ...answer, status: store.status(), page});
			tellOfSearch();
			lookAgain(undefined);
			mover.moveOn();
		}
	};

	/** Says that another query is being asked, if it still is after a while. */
	const tellOfSearch = (): void => {
		if (shown === query) {
			cancelTelling?.();
			cancelTelling = undefined;
			dispatch({type: 'searching', isSearching: false});
			return;
		}

		cancelTelling ??= clock.after(noticed, () => {
			cancelTelling = undefined;
			dispatch({type: 'searching', isSearching: shown !== query});
		});
	};

	const refreshing = pacer(clock, pause, refresh);
	const refreshLater = (): void => {
		if (!getState().frozen || shown !== query) {
			refreshing.want();
		}
	};

	const lookAgain = (milliseconds: number | undefined): void => {
		cancelLater?.();
		const pauses = [milliseconds, rolls(query.expression) ? rollingPause : undefined];
		const least = Math.min(...pauses.filter(value => value !== undefined));
		cancelLater = Number.isFinite(least) ? clock.after(least, refreshLater) : undefined;
	};

	/** From following to holding: what was asked for the flowing page is of no use any more. */
	const hold = (): void => {
		if (getState().mode === 'following') {
			if (refreshing.stop()) {
				refreshLater();
			}

			noteNewest();
		}
	};

	/** What comes from now on is new, also to another query. */
	const noteNewest = (): void => seen.note(getState(), query);

	const mover = listingMover({
		store,
		getState,
		getQuery: () => (shown === query ? query : null),
		dispatch,
		toRows,
		hold,
		seenAll: noteNewest,
		refreshNow: refreshing.now,
		failed: fail,
	});
	let unsubscribe = store.subscribe(query, () => refreshLater());
	refreshing.want();
	return {
		getState,
		subscribe,
		move: mover.move,
		release() {
			mover.stop();
			dispatch({type: 'released'});
			refreshing.now();
		},
		setQuery(next, isPassing = false) {
			if (!isPassing) {
				dispatch({type: 'anchored'});
			}

			if (next !== query) {
				query = next;
				const leave = unsubscribe;
				unsubscribe = store.subscribe(query, () => refreshLater());
				leave();
				tellOfSearch();
				if (!mover.isTurning()) {
					refreshing.now();
				}
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
			if (isStopped && shown !== query) {
				refreshing.now();
			}

			return isStopped;
		},
		afterMoves: mover.run,
		toggleFrozen() {
			dispatch({type: 'frozen', frozen: !getState().frozen});
			if (getState().frozen && shown === query) {
				refreshing.stop();
			} else {
				refreshing.want();
			}
		},
		resize(size) {
			if (size === getState().size) {
				return;
			}

			dispatch({type: 'resized', size});
			mover.fill();
		},
		close() {
			mover.stop();
			refreshing.stop();
			cancelLater?.();
			cancelTelling?.();
			seen.close();
			unsubscribe();
		},
	};
}
