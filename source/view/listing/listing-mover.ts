import type {Query} from '../../query/query.js';
import type {Entry} from '../../store/store.js';
import {selectedLine} from './listing-state.js';
import {type MoveCommand, pageTurns, plannedMove, type TurnedListing} from './page-turns.js';

/** What waits for a page. */
export type Waiting =
	| {readonly command: MoveCommand; readonly times: number}
	/** The page has become larger than its rows. */
	| {readonly command: 'fill'}
	| {readonly command: 'run'; readonly run: () => void};

/** Moves that wait for their turn. */
type WaitingMoves = {
	/** Equal moves are added up: a key held down over a slow store is carried out in one step, and none is lost. */
	add(move: Waiting): void;
	/** Takes the first one out. */
	next(): Waiting | undefined;
	clear(): void;
};

/** What the keys have asked for and is not carried out yet, in their order. */
function waitingMoves(): WaitingMoves {
	const moves: Waiting[] = [];
	return {
		add(move) {
			const last = moves.at(-1);
			if (last && 'times' in last && 'times' in move && last.command === move.command) {
				moves[moves.length - 1] = {command: move.command, times: last.times + move.times};
			} else {
				moves.push(move);
			}
		},
		next: () => moves.shift(),
		clear() {
			moves.length = 0;
		},
	};
}

/**
 * Looks for an entry. `from`: the selected row, or, where none `isSelected`, the first one of the page; null when there
 * is none.
 */
export type Finder = (
	from: {readonly entry: Entry; readonly isSelected: boolean} | null,
	query: Query,
	signal: AbortSignal,
) => Promise<Entry | null>;

/** What the mover moves. */
type MovedListing = TurnedListing & {
	/** The query that is asked for; null while its answer isn't on the screen yet: moves wait for that. */
	getQuery(): Query | null;
	refreshNow(): void;
	failed(signal: AbortSignal, error: unknown): void;
};

/** What moves the listing. */
type ListingMover = {
	/** Whether a page is being fetched. */
	isTurning(): boolean;
	move(command: MoveCommand): void;
	/** Fills a page up that has become larger than its rows. */
	fill(): void;
	/** Calls back when the moves so far have been carried out. */
	run(task: () => void): void;
	/** Selects the entry that is found, and tells `done` whether there was one. */
	seek(find: Finder, done: (isFound: boolean) => void): void;
	/** Ends what is being sought, and what waits for it; false when nothing is. */
	stopSeeking(): boolean;
	/** Goes on with what has waited for the query's answer. */
	moveOn(): void;
	/** Takes back what was asked and isn't done yet. */
	clear(): void;
	stop(): void;
};

/** Carries moves out one after the other, in the order of the keys, also where a page must be fetched. */
export function listingMover(listing: MovedListing): ListingMover {
	const {getState, getQuery, dispatch, hold, refreshNow, failed} = listing;
	const pages = pageTurns(listing);
	const waiting = waitingMoves();
	let turning: AbortController | undefined;
	let seeking: AbortController | undefined;

	/** Runs one fetch of a page; keys that come meanwhile wait. */
	const turn = (fetch: (signal: AbortSignal) => Promise<void>): void => {
		const controller = new AbortController();
		turning = controller;
		void fetch(controller.signal)
			.catch((error: unknown) => {
				waiting.clear();
				failed(controller.signal, error);
			})
			.finally(() => {
				if (turning === controller) {
					turning = undefined;
					seeking = undefined;
					if (getQuery()) {
						moveOn();
					} else {
						refreshNow();
					}
				}
			});
	};

	const stop = (): void => {
		turning?.abort();
		turning = undefined;
		seeking = undefined;
		waiting.clear();
	};

	const moveOn = (): void => {
		for (;;) {
			const query = turning ? null : getQuery();
			const next = query && waiting.next();
			if (!next) {
				return;
			}

			if (next.command === 'fill') {
				fill(query);
			} else if (next.command === 'run') {
				next.run();
			} else {
				move(query, next.command, next.times);
			}
		}
	};

	const move = (query: Query, command: MoveCommand, times: number): void => {
		const planned = plannedMove(getState(), command, times);
		if (planned.type === 'none') {
			return;
		}

		hold();
		if (planned.type === 'select') {
			dispatch({type: 'selected', index: planned.index});
			return;
		}

		turn(async signal => pages.turn(query, planned, signal));
	};

	const seek = (find: Finder, done: (isFound: boolean) => void): void => {
		const query = getQuery();
		const line = selectedLine(getState());
		const entry = getState().rows[Math.max(0, line)]?.entry;
		if (!query || !entry) {
			done(false);
			return;
		}

		turn(async signal => {
			seeking = turning;
			const found = await find({entry, isSelected: line >= 0}, query, signal);
			if (found && !signal.aborted) {
				await pages.show(query, found, signal);
			}

			if (!signal.aborted) {
				done(found !== null);
			}
		});
	};

	const fill = (query: Query): void => {
		const {mode, frozen, rows, size} = getState();
		if (mode === 'following' && !frozen) {
			refreshNow();
		} else if (rows.length > 0 && rows.length < size) {
			turn(async signal => pages.extend(query, signal));
		}
	};

	const run = (task: () => void): void => {
		waiting.add({command: 'run', run: task});
		moveOn();
	};

	return {
		isTurning: () => turning !== undefined,
		move(command) {
			waiting.add({command, times: 1});
			moveOn();
		},
		fill() {
			waiting.add({command: 'fill'});
			moveOn();
		},
		run,
		seek: (find, done) => run(() => seek(find, done)),
		stopSeeking() {
			if (!seeking) {
				return false;
			}

			stop();
			return true;
		},
		moveOn,
		clear: waiting.clear,
		stop,
	};
}
