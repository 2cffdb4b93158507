import type {Column} from '../../listing/columns.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import {everything, isEverything, type Query} from '../../query/query.js';
import type {Entry, Position, Store} from '../../store/store.js';
import {type Clock, systemClock} from './clock.js';
import {
	initialListing,
	type ListingAction,
	type ListingState,
	reduceListing,
	selectedLine,
} from './listing-state.js';
import {newestPage} from './newest-page.js';
import {pacer} from './pacer.js';
import {type PlacedPage, placedPage} from './placed-page.js';
import {type MoveCommand, plannedMove} from './planned-move.js';
import {rolls} from './rolls.js';
import {type Row, toRow} from './row.js';
import {surroundings} from './surroundings.js';
import {turnedPage} from './turned-page.js';

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

/**
 * Looks for an entry. `from`: the first row of the page, or the selected one where `isSelected`; null when there is none.
 */
export type Finder = (
	from: {readonly entry: Entry; readonly isSelected: boolean} | null,
	query: Query,
	signal: AbortSignal,
) => Promise<Entry | null>;

/** Data updates are drawn at most every so many milliseconds; keys are answered at once. */
const pause = 100;
/** Rows ahead of the clock are looked at again now and then: the clock catches up with them. */
const aheadPause = 10_000;
/** What depends on the present moment is asked again so often, also when nothing comes. */
const rollingPause = 1000;
/** A store that failed is asked again. */
const retryPause = 2000;

/** What waits for a page. */
type Waiting =
	| {readonly command: MoveCommand; times: number}
	/** The page has become larger than its rows. */
	| {readonly command: 'fill'}
	| {readonly command: 'run'; readonly run: () => void};

export function liveListing({
	store,
	query: firstQuery,
	size: firstSize,
	formatTime,
	clock = systemClock,
}: LiveListingOptions): LiveListing {
	let state = initialListing(firstSize, store.status());
	let query = firstQuery;
	/** The query whose answer is shown: another one while an answer is waited for. */
	let shown = firstQuery;
	/** The newest entry of all when the page began to be held. */
	let newestSeen: Position | null = null;
	const listeners = new Set<() => void>();
	const waiting: Waiting[] = [];
	let turning: AbortController | undefined;
	let seeking: AbortController | undefined;
	let cancelLater: (() => void) | undefined;

	const dispatch = (action: ListingAction): void => {
		const next = reduceListing(state, action);
		if (next !== state) {
			state = next;
			for (const listener of listeners) {
				listener();
			}
		}
	};

	/** An entry that is on the screen already keeps its row, so that React can skip it. */
	const toRows = (entries: readonly Entry[]): readonly Row[] => {
		const present = new Map(state.rows.map(row => [row.entry.token, row]));
		const now = clock.now();
		return entries.map(entry => present.get(entry.token) ?? toRow(entry, formatTime, now));
	};

	const fail = (signal: AbortSignal, error: unknown): void => {
		if (!signal.aborted) {
			dispatch({type: 'failed', problem: error instanceof Error ? error.message : String(error)});
		}
	};

	const refresh = async (signal: AbortSignal): Promise<void> => {
		try {
			if (shown === query) {
				await refreshShown(signal);
			} else if (!turning) {
				await requery(signal);
			}
		} catch (error) {
			fail(signal, error);
			if (shown !== query && !signal.aborted) {
				waiting.length = 0;
			}

			lookAgain(signal.aborted ? undefined : retryPause);
		}
	};

	const refreshShown = async (signal: AbortSignal): Promise<void> => {
		const [count, page] = await Promise.all([
			store.count(query, signal),
			state.mode === 'following' ? newestPage(store, query, clock.now(), state.size, signal) : null,
		]);
		if (!signal.aborted) {
			const rowPage = page && {rows: toRows(page.entries), newer: page.newer};
			dispatch({type: 'refreshed', count, status: store.status(), page: rowPage});
			lookAgain(state.mode === 'following' && state.newer > 0 ? aheadPause : undefined);
		}
	};

	/** Asks for what another query shows. Nothing of the one before is changed until all of the answer is there. */
	const requery = async (signal: AbortSignal): Promise<void> => {
		const asked = query;
		const {anchor, size} = state;
		const newest = async (): Promise<PlacedPage> => ({
			...(await newestPage(store, asked, clock.now(), size, signal)),
			index: null,
		});
		const [count, page, since] = await Promise.all([
			store.count(asked, signal),
			anchor ? placedPage(store, asked, anchor, size, signal) : newest(),
			anchor && newestSeen ? store.page(asked, {from: 'at', position: newestSeen}, 1, signal) : null,
		]);
		if (!signal.aborted) {
			shown = asked;
			dispatch({
				type: 'requeried',
				count,
				status: store.status(),
				page: {rows: toRows(page.entries), newer: page.newer},
				index: page.index,
				unseen: since?.newer ?? 0,
			});
			lookAgain(undefined);
			moveOn();
		}
	};

	const refreshing = pacer(clock, pause, refresh);
	const refreshLater = (): void => {
		if (!state.frozen || shown !== query) {
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
		if (state.mode === 'following') {
			if (refreshing.stop()) {
				refreshLater();
			}

			noteNewest();
		}
	};

	/** What comes from now on is new, also to another query. */
	const noteNewest = (): void => {
		newestSeen = (state.newer === 0 && state.rows[0]?.entry.position) || null;
		if (!isEverything(query)) {
			store.page(everything, {from: 'newest'}, 1).then(
				({entries: [newest]}) => {
					newestSeen = newest?.position ?? newestSeen;
				},
				() => {},
			);
		}
	};

	/** Runs one fetch of a page; keys that come meanwhile wait. */
	const turn = (fetch: (signal: AbortSignal) => Promise<void>): void => {
		const controller = new AbortController();
		turning = controller;
		void fetch(controller.signal)
			.catch((error: unknown) => {
				waiting.length = 0;
				fail(controller.signal, error);
			})
			.finally(() => {
				if (turning === controller) {
					turning = undefined;
					seeking = undefined;
					if (shown === query) {
						moveOn();
					} else {
						refreshing.now();
					}
				}
			});
	};

	const stopTurning = (): void => {
		turning?.abort();
		turning = undefined;
		seeking = undefined;
		waiting.length = 0;
	};

	/** Equal moves are added up: a key held down over a slow store is carried out in one step, and none is lost. */
	const wait = (command: MoveCommand): void => {
		const last = waiting.at(-1);
		if (last?.command === command) {
			last.times++;
		} else {
			waiting.push({command, times: 1});
		}
	};

	const moveOn = (): void => {
		while (!turning && shown === query) {
			const next = waiting.shift();
			if (!next) {
				return;
			}

			if (next.command === 'fill') {
				fill();
				continue;
			}

			if (next.command === 'run') {
				next.run();
				continue;
			}

			const {command, times} = next;
			const move = plannedMove(state, command, times);
			if (move.type === 'select') {
				hold();
				dispatch({type: 'selected', index: move.index});
			} else if (move.type !== 'none') {
				hold();
				turn(async signal => {
					const turned = await turnedPage(store, query, state, move, signal);
					const count = state.frozen ? null : await store.count(query, signal);
					if (!signal.aborted) {
						const page = {rows: toRows(turned.entries), newer: turned.newer};
						dispatch({type: 'turned', page, index: turned.index, count});
					}
				});
			}
		}
	};

	const run = (task: () => void): void => {
		waiting.push({command: 'run', run: task});
		moveOn();
	};

	/** Selects an entry, on a page of its own where it isn't on this one. */
	const show = async (entry: Entry, signal: AbortSignal): Promise<void> => {
		const index = state.rows.findIndex(row => row.entry.token === entry.token);
		if (index >= 0) {
			hold();
			dispatch({type: 'selected', index});
			return;
		}

		const middle = {entry, line: Math.floor(state.size / 2)};
		const [placed, count] = await Promise.all([
			placedPage(store, query, middle, state.size, signal),
			state.frozen ? null : store.count(query, signal),
		]);
		if (!signal.aborted) {
			hold();
			const page = {rows: toRows(placed.entries), newer: placed.newer};
			dispatch({type: 'turned', page, index: placed.index ?? 0, count});
		}
	};

	const seek = (find: Finder, done: (isFound: boolean) => void): void => {
		const line = selectedLine(state);
		const entry = state.rows[Math.max(0, line)]?.entry;
		turn(async signal => {
			seeking = turning;
			const found = await find(entry ? {entry, isSelected: line >= 0} : null, query, signal);
			if (found && !signal.aborted) {
				await show(found, signal);
			}

			if (!signal.aborted) {
				done(found !== null);
			}
		});
	};

	const fill = (): void => {
		if (state.mode === 'following' && !state.frozen) {
			refreshing.now();
		} else if (state.rows.length > 0 && state.rows.length < state.size) {
			turn(async signal => {
				const {above, below} = await surroundings(store, query, state, signal);
				if (!signal.aborted) {
					dispatch({type: 'extended', above: toRows(above), below: toRows(below)});
				}
			});
		}
	};

	let unsubscribe = store.subscribe(query, () => refreshLater());
	refreshing.want();
	return {
		getState: () => state,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		move(command) {
			wait(command);
			moveOn();
		},
		release() {
			stopTurning();
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
				if (!turning) {
					refreshing.now();
				}
			}
		},
		selectCell(cell) {
			if (cell !== null && state.rows.length > 0) {
				hold();
			}

			dispatch({type: 'cellSelected', cell});
		},
		seek(find, done) {
			run(() => seek(find, done));
		},
		stopSeeking() {
			if (!seeking) {
				return false;
			}

			stopTurning();
			if (shown !== query) {
				refreshing.now();
			}

			return true;
		},
		afterMoves: run,
		toggleFrozen() {
			dispatch({type: 'frozen', frozen: !state.frozen});
			if (state.frozen && shown === query) {
				refreshing.stop();
			} else {
				refreshing.want();
			}
		},
		resize(size) {
			if (size === state.size) {
				return;
			}

			dispatch({type: 'resized', size});
			waiting.push({command: 'fill'});
			moveOn();
		},
		close() {
			stopTurning();
			refreshing.stop();
			cancelLater?.();
			unsubscribe();
		},
	};
}
