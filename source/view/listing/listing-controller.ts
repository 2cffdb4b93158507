import {type Clock, systemClock} from '../../clock.js';
import {errorMessage} from '../../error-message.js';
import type {Column} from '../../format/columns.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {rolls} from '../../query/expression.js';
import {everything, isEverything, type Query} from '../../query/query.js';
import type {Entry, Position, Store} from '../../store/store.js';
import {externalStore} from '../state/external-store.js';
import {initialListing, type ListingState, selectedLine} from './listing-state.js';
import {type MoveCommand, plannedMove} from './moves.js';
import {type FetchedPage, newestBefore, newestPage, placedPage, surroundings, turnedPage} from './pages.js';
import {type ListingAction, reduceListing} from './reduce-listing.js';
import {pacer, refreshPace} from './refresh-pace.js';
import {type Row, toRow} from './row.js';
import {isAway} from './status-texts.js';

type ListingOptions = {
	readonly store: Store;
	/** The first query. */
	readonly query: Query;
	/** Rows to a page. */
	readonly size: number;
	readonly formatTime: TimeFormatter;
	readonly clock?: Clock;
	/** Makes the entry that is shown of the store's, see `Redaction`; by default it is the same. */
	readonly shown?: (entry: Entry) => Entry;
};

/**
 * Looks for an entry, beginning at `from`: the selected row, or the first of the page where none `isSelected`. Resolves
 * with null when there is none.
 */
export type Finder = (
	from: {readonly entry: Entry; readonly isSelected: boolean},
	query: Query,
	signal: AbortSignal,
) => Promise<Entry | null>;

/** What the user has asked for and that waits for the page or the answer before it. */
type Waiting =
	| {readonly type: 'move'; readonly command: MoveCommand; readonly times: number}
	/** The page has more lines than rows. */
	| {readonly type: 'fill'}
	| {readonly type: 'task'; readonly run: () => void};

/** After this many milliseconds the screen says that a search is still running. */
const searchingNotice = 300;
/** Rows ahead of the clock are asked for again after this many milliseconds: the clock catches up with them. */
const aheadPause = 10_000;
/** A query that depends on the present moment is asked again after this many milliseconds, also when nothing comes. */
const rollingPause = 1000;
/** A store that failed is asked again after this many milliseconds. */
const retryPause = 2000;

/**
 * The listing: an external store for React. It asks the `Store` for the count and the page, at once and again whenever
 * something changes, until it is closed; and it carries out the user's moves one after the other, in the order of the
 * keys, also where a page has to be fetched first.
 */
export class ListingController {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #formatTime: TimeFormatter;
	readonly #shown: (entry: Entry) => Entry;
	readonly #state;
	readonly #dispatch: (action: ListingAction) => void;
	readonly #pace;
	readonly #asking;

	/** The query that is asked for. */
	#query: Query;
	/** The query whose answer is on the screen. */
	#answered: Query;
	#unsubscribe: () => void;
	#cancelLater: (() => void) | undefined;
	#cancelNotice: (() => void) | undefined;

	/** Moves that wait for their turn. */
	#waiting: Waiting[] = [];
	/** The page that is being fetched for a move. */
	#turning: AbortController | undefined;
	/** The same, where it is for `seek`. */
	#seeking: AbortController | undefined;

	/** The newest entry of all when the page began to be held: what comes later is new, to whichever query. */
	#newest: Position | null = null;
	#askingNewest: AbortController | undefined;

	constructor({store, query, size, formatTime, clock = systemClock, shown = entry => entry}: ListingOptions) {
		this.#store = store;
		this.#clock = clock;
		this.#formatTime = formatTime;
		this.#shown = shown;
		this.#state = externalStore(initialListing(size, store.status()), reduceListing);
		this.#dispatch = this.#state.dispatch;
		this.#pace = refreshPace(clock);
		this.#asking = pacer(
			clock,
			() => this.#pace.pause(this.getState()),
			signal => this.#refresh(signal),
		);
		this.#query = query;
		this.#answered = query;
		this.#unsubscribe = store.subscribe(query, this.#refreshLater);
		this.#refreshLater();
	}

	readonly getState = (): ListingState => this.#state.getState();

	/** Calls the listener after every change of the state. Returns the function that ends it. */
	readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

	/** Moves the selection, or turns the page. */
	move(command: MoveCommand): void {
		const last = this.#waiting.at(-1);
		if (last?.type === 'move' && last.command === command) {
			// A key held down over a slow store is carried out in one step, and no press is lost.
			this.#waiting[this.#waiting.length - 1] = {...last, times: last.times + 1};
		} else {
			this.#waiting.push({type: 'move', command, times: 1});
		}
		this.#moveOn();
	}

	/** Selects a row of the page, once the moves so far have been carried out; none where it has gone meanwhile. */
	select(token: string): void {
		this.afterMoves(() => {
			const index = this.getState().rows.findIndex(row => row.entry.token === token);
			if (index !== -1) {
				this.#hold();
				this.#dispatch({type: 'selected', index});
			}
		});
	}

	/** Selects a cell of the selected row, or of the first one; null: the whole row. */
	selectCell(cell: Column | null): void {
		if (cell !== null && this.getState().rows.length > 0) {
			this.#hold();
		}
		this.#dispatch({type: 'cellSelected', cell});
	}

	/** Selects the entry that is found, and tells `done` whether there was one. Later moves wait for it. */
	seek(find: Finder, done: (isFound: boolean) => void): void {
		this.afterMoves(() => {
			const query = this.#answeredQuery();
			const line = selectedLine(this.getState());
			const entry = this.getState().rows[Math.max(0, line)]?.entry;
			if (!query || !entry) {
				done(false);
				return;
			}
			this.#turn(async signal => {
				this.#seeking = this.#turning;
				const found = await find({entry, isSelected: line >= 0}, query, signal);
				if (found && !signal.aborted) {
					await this.#show(query, found, signal);
				}
				if (!signal.aborted) {
					done(found !== null);
				}
			});
		});
	}

	/** Ends `seek`, and drops the moves that wait for it. False when nothing is being sought. */
	stopSeeking(): boolean {
		if (!this.#seeking) {
			return false;
		}
		this.#stopMoves();
		if (this.#answered !== this.#query) {
			this.#asking.now();
		}
		return true;
	}

	/** Calls back when the moves so far have been carried out. */
	afterMoves(task: () => void): void {
		this.#waiting.push({type: 'task', run: task});
		this.#moveOn();
	}

	/** Shows the newest rows and follows. */
	release(): void {
		this.#stopMoves();
		this.#dispatch({type: 'released'});
		this.#asking.now();
	}

	/**
	 * Shows what matches another query. While the page is held, the selected row stays on its line as long as it
	 * matches, else the nearest in time is selected.
	 * @param isPassing - whether others follow, as while the user types: the row that was selected before the first of
	 * them is the one that comes back
	 */
	setQuery(query: Query, isPassing = false): void {
		if (!isPassing) {
			this.#dispatch({type: 'anchored'});
		}
		if (query === this.#query) {
			return;
		}
		this.#query = query;
		const unsubscribe = this.#unsubscribe;
		this.#unsubscribe = this.#store.subscribe(query, this.#refreshLater);
		unsubscribe();
		this.#noticeSearch();
		if (!this.#turning) {
			this.#asking.now();
		}
	}

	toggleFrozen(): void {
		this.#dispatch({type: 'frozen', frozen: !this.getState().frozen});
		if (this.getState().frozen && this.#answered === this.#query) {
			this.#asking.stop();
		} else {
			this.#refreshLater();
		}
	}

	resize(size: number): void {
		if (size !== this.getState().size) {
			this.#dispatch({type: 'resized', size});
			this.#waiting.push({type: 'fill'});
			this.#moveOn();
		}
	}

	/** Makes all rows again, also held ones, because their entries are to be shown in another way. */
	reshow(): void {
		const now = this.#clock.now();
		const rows = this.getState().rows.map(({entry}) => toRow(this.#shown(entry), this.#formatTime, now));
		this.#dispatch({type: 'reshown', rows, notices: this.#store.status().notices});
	}

	close(): void {
		this.#stopMoves();
		this.#asking.stop();
		this.#cancelLater?.();
		this.#cancelNotice?.();
		this.#unsubscribe();
		this.#askingNewest?.abort();
	}

	/** An entry that is on the screen already keeps its row, so that React can skip it. */
	#toRows(entries: readonly Entry[]): readonly Row[] {
		const present = new Map(this.getState().rows.map(row => [row.entry.token, row]));
		const now = this.#clock.now();
		return entries.map(entry => present.get(entry.token) ?? toRow(this.#shown(entry), this.#formatTime, now));
	}

	#failed(signal: AbortSignal, error: unknown): void {
		if (!signal.aborted) {
			this.#dispatch({type: 'failed', problem: errorMessage(error), status: this.#store.status()});
		}
	}

	// Moves

	/** The query, once its answer is on the screen; null before: moves wait for it. */
	#answeredQuery(): Query | null {
		return this.#answered === this.#query ? this.#query : null;
	}

	#moveOn(): void {
		for (;;) {
			const query = this.#turning ? null : this.#answeredQuery();
			const next = query && this.#waiting.shift();
			if (!next) {
				return;
			}
			if (next.type === 'move') {
				this.#move(query, next.command, next.times);
			} else if (next.type === 'fill') {
				this.#fill(query);
			} else {
				next.run();
			}
		}
	}

	#move(query: Query, command: MoveCommand, times: number): void {
		const planned = plannedMove(this.getState(), command, times);
		if (planned.type === 'none') {
			return;
		}
		this.#hold();
		if (planned.type === 'select') {
			this.#dispatch({type: 'selected', index: planned.index});
			return;
		}
		this.#turn(async signal =>
			this.#turnTo(query, await turnedPage(this.#store, query, this.getState(), planned, signal), signal),
		);
	}

	/** Fills a page up that has more lines than rows. */
	#fill(query: Query): void {
		const {mode, frozen, rows, size} = this.getState();
		if (mode === 'following' && !frozen) {
			this.#asking.now();
		} else if (rows.length > 0 && rows.length < size) {
			this.#turn(async signal => {
				const {above, below} = await surroundings(this.#store, query, this.getState(), signal);
				if (!signal.aborted) {
					this.#dispatch({type: 'extended', above: this.#toRows(above), below: this.#toRows(below)});
				}
			});
		}
	}

	/** Selects an entry, on a page of its own where it isn't on this one. */
	async #show(query: Query, entry: Entry, signal: AbortSignal): Promise<void> {
		this.#hold();
		const {rows, size} = this.getState();
		const index = rows.findIndex(row => row.entry.token === entry.token);
		if (index >= 0) {
			this.#dispatch({type: 'selected', index});
			return;
		}
		const anchor = {entry, line: Math.floor(size / 2)};
		await this.#turnTo(query, await placedPage(this.#store, query, anchor, size, signal), signal);
	}

	async #turnTo(query: Query, {entries, newer, index}: FetchedPage, signal: AbortSignal): Promise<void> {
		const count = this.getState().frozen ? null : await this.#store.count(query, signal);
		if (signal.aborted) {
			return;
		}
		this.#dispatch({type: 'turned', page: {rows: this.#toRows(entries), newer}, index: index ?? 0, count});
		if (newer === 0 && count) {
			this.#noteNewest();
		}
	}

	/** Runs one fetch of a page. Moves that come meanwhile wait. */
	#turn(fetch: (signal: AbortSignal) => Promise<void>): void {
		const controller = new AbortController();
		this.#turning = controller;
		void fetch(controller.signal)
			.catch((error: unknown) => {
				this.#waiting = [];
				this.#failed(controller.signal, error);
			})
			.finally(() => {
				if (this.#turning === controller) {
					this.#turning = undefined;
					this.#seeking = undefined;
					if (this.#answeredQuery()) {
						this.#moveOn();
					} else {
						this.#asking.now();
					}
				}
			});
	}

	#stopMoves(): void {
		this.#turning?.abort();
		this.#turning = undefined;
		this.#seeking = undefined;
		this.#waiting = [];
	}

	/** Before the page stops following: what was asked for the flowing page is of no use any more. */
	#hold(): void {
		if (this.getState().mode === 'following') {
			if (this.#asking.stop()) {
				this.#refreshLater();
			}
			this.#noteNewest();
		}
	}

	/** What comes from now on is new, also to another query. Where the query leaves entries out, the store is asked. */
	#noteNewest(): void {
		this.#askingNewest?.abort();
		const {newer, rows} = this.getState();
		this.#newest = (newer === 0 && rows[0]?.entry.position) || null;
		if (isEverything(this.#query)) {
			return;
		}
		const controller = new AbortController();
		this.#askingNewest = controller;
		this.#store.page(everything, {from: 'newest'}, 1, controller.signal).then(
			({entries: [newest]}) => {
				if (!controller.signal.aborted) {
					this.#newest = newest?.position ?? this.#newest;
				}
			},
			// The page's own newest row is near enough; the next refresh reports the error.
			() => {},
		);
	}

	// Refreshing

	/** Asks the store again soon; not while the screen is frozen, unless for another query. */
	readonly #refreshLater = (): void => {
		const {
			frozen,
			status: {server},
		} = this.getState();
		const isAnswered = this.#answered === this.#query;
		// Only a server's: with thousands of files, to ask for the status with each chunk that is read would take all the time.
		const status = server && this.#store.status();
		if (status && isAway(status.server) && isAnswered) {
			// The store itself tries to reach the server, and says when it is back.
			if (!frozen) {
				this.#dispatch({type: 'told', status});
			}
		} else if (!frozen || !isAnswered) {
			this.#asking.want();
		}
	};

	/** Refreshes after the pause given, or earlier where the query depends on the present moment. */
	#refreshAfter(milliseconds: number | undefined): void {
		this.#cancelLater?.();
		const pauses = [milliseconds, rolls(this.#query.expression) ? rollingPause : undefined];
		const shortest = Math.min(...pauses.filter(value => value !== undefined));
		this.#cancelLater = Number.isFinite(shortest)
			? this.#clock.after(shortest, this.#refreshLater)
			: undefined;
	}

	async #refresh(signal: AbortSignal): Promise<void> {
		try {
			if (this.#answered === this.#query) {
				await this.#refreshAnswered(signal);
			} else if (!this.#turning) {
				await this.#answer(signal);
			}
		} catch (error) {
			if (signal.aborted) {
				return;
			}
			this.#failed(signal, error);
			if (this.#answered !== this.#query) {
				this.#waiting = [];
			}
			this.#refreshAfter(isAway(this.#store.status().server) ? undefined : retryPause);
		}
	}

	async #refreshAnswered(signal: AbortSignal): Promise<void> {
		const store = this.#store;
		const query = this.#query;
		const now = this.#clock.now();
		this.#pace.asked();
		const {mode, size, rows} = this.getState();
		const last = rows.at(-1)?.entry.position;
		const [count, page, below] = await Promise.all([
			store.count(query, signal),
			mode === 'following' ? newestPage(store, query, now, size, signal) : null,
			// The backfill may have gone further since the page was fetched.
			mode === 'held' && last && rows.length < size
				? store.page(query, {from: 'older', position: last}, size - rows.length, signal)
				: null,
		]);
		if (signal.aborted) {
			return;
		}
		this.#pace.answered(count.arrived, this.getState());
		const before = await newestBefore(store, query, count, this.#clock.now(), signal);
		if (signal.aborted) {
			return;
		}
		this.#dispatch({
			...{type: 'refreshed', count, status: store.status(), newestBefore: before},
			page: page && {rows: this.#toRows(page.entries), newer: page.newer},
		});
		if (below && below.entries.length > 0) {
			this.#fillBelow(rows, below.entries);
		}
		const next = this.getState();
		this.#refreshAfter(next.mode === 'following' && next.newer > 0 ? aheadPause : undefined);
	}

	/** Fills the page with older entries, unless it has changed meanwhile, or is about to. */
	#fillBelow(before: readonly Row[], older: readonly Entry[]): void {
		const {frozen, rows, size} = this.getState();
		if (!frozen && rows === before && !this.#turning) {
			this.#dispatch({
				type: 'extended',
				above: [],
				below: this.#toRows(older.slice(0, size - rows.length)),
			});
		}
	}

	/** Asks for another query. The screen keeps what it shows until all of the answer is there. */
	async #answer(signal: AbortSignal): Promise<void> {
		const store = this.#store;
		const query = this.#query;
		const {anchor, size} = this.getState();
		const now = this.#clock.now();
		const [count, {entries, newer, index}, since] = await Promise.all([
			store.count(query, signal),
			anchor ? placedPage(store, query, anchor, size, signal) : newestPage(store, query, now, size, signal),
			anchor && this.#newest ? store.page(query, {from: 'at', position: this.#newest}, 1, signal) : null,
		]);
		const before = await newestBefore(store, query, count, this.#clock.now(), signal);
		if (signal.aborted) {
			return;
		}
		this.#answered = query;
		this.#dispatch({
			...{type: 'requeried', count, index, status: store.status(), newestBefore: before},
			page: {rows: this.#toRows(entries), newer},
			unseen: since?.newer ?? 0,
		});
		this.#noticeSearch();
		this.#refreshAfter(undefined);
		this.#moveOn();
	}

	/** Says that a search is running, if it still is after a while. */
	#noticeSearch(): void {
		if (this.#answered === this.#query) {
			this.#cancelNotice?.();
			this.#cancelNotice = undefined;
			this.#dispatch({type: 'searching', isSearching: false});
			return;
		}
		this.#cancelNotice ??= this.#clock.after(searchingNotice, () => {
			this.#cancelNotice = undefined;
			this.#dispatch({type: 'searching', isSearching: this.#answered !== this.#query});
		});
	}
}
