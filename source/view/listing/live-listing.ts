import {aheadTolerance} from '../../listing/odd-time.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Query} from '../../query/query.js';
import type {Entry, Page, Store} from '../../store/store.js';
import {type Clock, systemClock} from './clock.js';
import {initialListing, type ListingAction, type ListingState, reduceListing} from './listing-state.js';
import {pacer} from './pacer.js';
import {type MoveCommand, plannedMove} from './planned-move.js';
import {type Row, toRow} from './row.js';
import {surroundings} from './surroundings.js';
import {turnedPage} from './turned-page.js';

export type LiveListingOptions = {
	readonly store: Store;
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
	toggleFrozen(): void;
	resize(size: number): void;
	close(): void;
};

/** Data updates are drawn at most every so many milliseconds; keys are answered at once. */
const pause = 100;
/** Rows ahead of the clock are looked at again now and then: the clock catches up with them. */
const aheadPause = 10_000;
/** A store that failed is asked again. */
const retryPause = 2000;

/** A move that waits for a page, so many times; `fill`: the page has become larger than its rows. */
type Waiting = {readonly command: MoveCommand | 'fill'; times: number};

export function liveListing({
	store,
	query,
	size: firstSize,
	formatTime,
	clock = systemClock,
}: LiveListingOptions): LiveListing {
	let state = initialListing(firstSize, store.status());
	const listeners = new Set<() => void>();
	const waiting: Waiting[] = [];
	let turning: AbortController | undefined;
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
		const shown = new Map(state.rows.map(row => [row.entry.token, row]));
		const now = clock.now();
		return entries.map(entry => shown.get(entry.token) ?? toRow(entry, formatTime, now));
	};

	const fail = (signal: AbortSignal, error: unknown): void => {
		if (!signal.aborted) {
			dispatch({type: 'failed', problem: error instanceof Error ? error.message : String(error)});
		}
	};

	/** The newest entries that aren't ahead of the clock; only when there are none but those, those. */
	const newestPage = async (signal: AbortSignal): Promise<Page> => {
		const {size} = state;
		const notAfter = clock.now() + aheadTolerance;
		const page = await store.page(query, {from: 'newest', notAfter}, size, signal);
		return page.entries.length === 0 && page.newer > 0
			? store.page(query, {from: 'newest'}, size, signal)
			: page;
	};

	const refresh = async (signal: AbortSignal): Promise<void> => {
		try {
			const [count, page] = await Promise.all([
				store.count(query, signal),
				state.mode === 'following' ? newestPage(signal) : null,
			]);
			if (!signal.aborted) {
				const rowPage = page && {rows: toRows(page.entries), newer: page.newer};
				dispatch({type: 'refreshed', count, status: store.status(), page: rowPage});
				lookAgain(state.mode === 'following' && state.newer > 0 ? aheadPause : undefined);
			}
		} catch (error) {
			fail(signal, error);
			lookAgain(signal.aborted ? undefined : retryPause);
		}
	};

	const refreshing = pacer(clock, pause, refresh);
	const refreshLater = (): void => {
		if (!state.frozen) {
			refreshing.want();
		}
	};

	const lookAgain = (milliseconds: number | undefined): void => {
		cancelLater?.();
		cancelLater = milliseconds === undefined ? undefined : clock.after(milliseconds, refreshLater);
	};

	/** From following to holding: what was asked for the flowing page is of no use any more. */
	const hold = (): void => {
		if (state.mode === 'following' && refreshing.stop()) {
			refreshLater();
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
					moveOn();
				}
			});
	};

	const stopTurning = (): void => {
		turning?.abort();
		turning = undefined;
		waiting.length = 0;
	};

	/** Equal moves are added up: a key held down over a slow store is carried out in one step, and none is lost. */
	const wait = (command: Waiting['command']): void => {
		const last = waiting.at(-1);
		if (last?.command === command) {
			last.times++;
		} else {
			waiting.push({command, times: 1});
		}
	};

	const moveOn = (): void => {
		while (!turning) {
			const next = waiting.shift();
			if (!next) {
				return;
			}

			const {command, times} = next;
			if (command === 'fill') {
				fill();
				continue;
			}

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

	const unsubscribe = store.subscribe(query, refreshLater);
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
		toggleFrozen() {
			dispatch({type: 'frozen', frozen: !state.frozen});
			if (state.frozen) {
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
			wait('fill');
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
