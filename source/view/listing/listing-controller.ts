import {isDeepStrictEqual} from 'node:util';
import {type Clock, systemClock} from '../../clock.js';
import {errorMessage} from '../../error-message.js';
import type {Column} from '../../format/columns.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {Listeners} from '../../listeners.js';
import {rolls} from '../../query/expression.js';
import type {Order} from '../../query/order.js';
import {everything, isEverything, type Query} from '../../query/query.js';
import {actualEntry} from '../../redaction/redact-entry.js';
import type {Count, Entry, Position, Store} from '../../store/store.js';
import {unknownFieldsText} from '../../store/unknown-fields.js';
import {externalStore} from '../state/external-store.js';
import {Snapshots} from '../state/snapshots.js';
import {initialListing, type ListingState, selectedLine} from './listing-state.js';
import {type MoveCommand, plannedMove} from './moves.js';
import {entriesAround, type FetchedPage, heldPage, newestBefore, newestPage, turnedPage} from './pages.js';
import {type ListingAction, reduceListing} from './reduce-listing.js';
import {pacer, refreshPace} from './refresh-pace.js';
import {type Row, toRow} from './row.js';
import {isAway} from './status-texts.js';

type ListingOptions = {
	readonly store: Store;
	readonly query: Query;
	/** Counts the requests that match and that the store hides. By default 0. */
	readonly excluded?: (query: Query, signal: AbortSignal) => Promise<number>;
	/** The default is newest first. */
	readonly order?: Order;
	/** Rows per page. */
	readonly size: number;
	readonly formatTime: TimeFormatter;
	readonly clock?: Clock;
	/** Converts an entry of the store to the entry that is shown, see `Redaction`. The default is the identity. */
	readonly shown?: (entry: Entry) => Entry;
};

/**
 * Searches for an entry in the listing's order. It starts at `from`: the selected row, or the first row of the page unless
 * `isSelected`. Resolves with null if no entry is found.
 */
export type Finder = (
	from: {readonly entry: Entry; readonly isSelected: boolean; readonly order: Order},
	query: Query,
	signal: AbortSignal,
) => Promise<Entry | null>;

/** The requests to list, and their order. */
type Question = {readonly query: Query; readonly order: Order};

/** User input that waits for the previous page or answer. */
type Waiting =
	| {readonly type: 'move'; readonly command: MoveCommand; readonly times: number; readonly none: () => void}
	/** Fills a page that has fewer rows than lines. */
	| {readonly type: 'fill'}
	| {readonly type: 'task'; readonly run: () => void};

/** Time after which the screen reports that a search is still running, in ms. */
const searchingNotice = 300;
/** Interval between queries for rows ahead of the clock, in ms. The clock catches up with them. */
const aheadPause = 10_000;
/** Interval between evaluations of a query that depends on the current time, in ms, even if no rows arrive. */
const rollingPause = 1000;
/** Maximum interval between refreshes while the other parts of the screen depend on them, in ms. */
const leadingPause = 500;
/** Delay before a failed store is queried again, in ms. */
const retryPause = 2000;

/**
 * The listing, as an external store for React. Queries the `Store` for the count and the page now and after every change, until
 * it is closed. Executes the user's moves in key order, even if a page has to be fetched first.
 */
export class ListingController {
	readonly #store: Store;
	readonly #excluded: NonNullable<ListingOptions['excluded']>;
	readonly #clock: Clock;
	readonly #formatTime: TimeFormatter;
	readonly #shown: (entry: Entry) => Entry;
	readonly #state;
	readonly #dispatch: (action: ListingAction) => void;
	readonly #pace;
	readonly #asking;
	/** Combines the refreshes of the listing with the queries of the other parts of the screen. */
	readonly snapshots: Snapshots;

	/** The current question. Its answer may not have arrived yet. */
	#asked: Question;
	/** The question whose answer is on the screen. */
	#answered: Question;
	#unsubscribe: () => void;
	#cancelLater: (() => void) | undefined;
	#cancelNotice: (() => void) | undefined;

	/** True after `release` until the newest page has arrived. Moves then start from that page. */
	#isReturning = false;
	/** Moves and tasks waiting to be executed. */
	#waiting: Waiting[] = [];
	#isInTask = false;
	/** Notified when `isBusy` ends. */
	readonly #idle = new Listeners();
	/** Aborts the fetch of a page for a move. */
	#turning: AbortController | undefined;
	/** The log fields in the columns, by name in lower case without the @. */
	#fields: readonly string[] = [];
	/** Same as `#turning` if the fetch is for `seek`. */
	#seeking: AbortController | undefined;

	/** Position of the newest entry when the mode changed to `held`. Later entries count as new, for any query. */
	#newest: Position | null = null;
	#askingNewest: AbortController | undefined;

	constructor({
		store,
		query,
		excluded = async () => 0,
		order = 'time',
		size,
		formatTime,
		clock = systemClock,
		shown = entry => entry,
	}: ListingOptions) {
		this.#store = store;
		this.#excluded = excluded;
		this.#clock = clock;
		this.#formatTime = formatTime;
		this.#shown = shown;
		this.#state = externalStore(initialListing(size, store.status(), order), reduceListing);
		this.#dispatch = this.#state.dispatch;
		this.#pace = refreshPace(clock);
		this.snapshots = new Snapshots(store, clock, () => this.#asking.now());
		this.#asking = pacer(
			clock,
			() => Math.max(this.#pace.pause(this.getState()), this.snapshots.pause),
			signal => this.#refresh(signal),
		);
		this.#asked = {query, order};
		this.#answered = this.#asked;
		this.#unsubscribe = store.subscribe(query, this.#refreshLater);
		this.#refreshLater();
	}

	readonly getState = (): ListingState => this.#state.getState();

	/** Calls the listener after every change of the state, and when `isBusy` ends. Returns a function that unsubscribes it. */
	readonly subscribe = (listener: () => void): (() => void) => {
		const unsubscribe = [this.#state.subscribe(listener), this.#idle.add(listener)];
		return () => {
			for (const one of unsubscribe) {
				one();
			}
		};
	};

	/** @param none - called if there is no row to move to */
	move(command: MoveCommand, none = (): void => {}): void {
		const last = this.#waiting.at(-1);
		if (last?.type === 'move' && last.command === command) {
			// With a slow store, the presses of a held key are combined into one step. No press is lost.
			this.#waiting[this.#waiting.length - 1] = {...last, times: last.times + 1};
		} else {
			this.#waiting.push({type: 'move', command, times: 1, none});
		}
		this.#moveOn();
	}

	/** Selects a row of the page after all pending moves. Does nothing if the row is no longer on the page. */
	select(token: string): void {
		this.afterMoves(() => {
			const index = this.getState().rows.findIndex(row => row.entry.token === token);
			if (index !== -1) {
				this.#hold();
				this.#dispatch({type: 'selected', index});
			}
		});
	}

	/** Selects a cell of the selected row, or of the first row if there is no selection. null selects the whole row. */
	selectCell(cell: Column | null): void {
		if (cell !== null && this.getState().rows.length > 0) {
			this.#hold();
		}
		this.#dispatch({type: 'cellSelected', cell});
	}

	/** Selects the entry that `find` returns, and tells `done` whether there was one. Later moves wait until then. */
	seek(find: Finder, done: (isFound: boolean) => void): void {
		this.afterMoves(() => {
			const question = this.#answeredQuestion();
			const line = selectedLine(this.getState());
			const entry = this.getState().rows[Math.max(0, line)]?.entry;
			if (!question || !entry) {
				done(false);
				return;
			}
			this.#turn(async signal => {
				this.#seeking = this.#turning;
				const {query, order} = question;
				const found = await find({entry, isSelected: line >= 0, order}, query, signal);
				if (found && !signal.aborted) {
					await this.#show(question, found, signal);
				}
				if (!signal.aborted) {
					done(found !== null);
				}
			});
		});
	}

	/** Aborts `seek` and drops the moves waiting for it. Returns false if no search for an entry is running. */
	stopSeeking(): boolean {
		if (!this.#seeking) {
			return false;
		}
		this.#stopMoves();
		if (this.#answered !== this.#asked) {
			this.#asking.now();
		}
		return true;
	}

	/** True until the query is answered and all moves are done. */
	get isBusy(): boolean {
		return this.#answeredQuestion() === null || this.#turning !== undefined || this.#waiting.length > 0;
	}

	/** True until all tasks of `afterMoves` are done. Later keys may be meant for a panel or line that they open. */
	get hasTasks(): boolean {
		return this.#isInTask || this.#waiting.some(({type}) => type === 'task');
	}

	/** Runs `task` after all pending moves. */
	afterMoves(task: () => void): void {
		this.#waiting.push({type: 'task', run: task});
		this.#moveOn();
	}

	/** Shows the newest rows and follows. */
	release(): void {
		this.#stopMoves();
		this.#dispatch({type: 'released'});
		this.#isReturning = !this.getState().frozen;
		this.#asking.now();
	}

	/**
	 * Switches to another query. While the page is held, the selected row stays on its line if it matches; otherwise the nearest
	 * row in time is selected.
	 * @param isPassing - true if more queries follow, for example while the user types. Later queries then return to the row selected before the
	 * first of them
	 */
	setQuery(query: Query, isPassing = false): void {
		if (!isPassing) {
			this.#dispatch({type: 'anchored'});
		}
		if (query === this.#asked.query) {
			return;
		}
		this.#ask({...this.#asked, query});
		const unsubscribe = this.#unsubscribe;
		this.#unsubscribe = this.#store.subscribe(query, this.#refreshLater);
		unsubscribe();
		this.#noticeSearch();
		if (!this.#turning) {
			this.#asking.now();
		}
	}

	/** Marks the rows that arrive from now on as new: the window has lost the focus. */
	readonly leave = (): void => this.#dispatch({type: 'left'});

	/** Ends the marking of new rows. */
	markSeen(): void {
		this.#dispatch({type: 'seen'});
	}

	/** The order of the rows. Its answer may not have arrived yet. */
	get order(): Order {
		return this.#asked.order;
	}

	/** Sorts the rows, shows the first ones, and follows. */
	readonly setOrder = (order: Order): void => {
		if (order === this.order) {
			return;
		}
		this.#stopMoves();
		this.#ask({...this.#asked, order});
		this.#dispatch({type: 'released', frozen: this.getState().frozen});
		this.#noticeSearch();
		this.#asking.now();
	};

	toggleFrozen(): void {
		this.#dispatch({type: 'frozen', frozen: !this.getState().frozen});
		if (this.getState().frozen && this.#answered === this.#asked) {
			this.#asking.stop();
			this.#returned();
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

	/** Sets the log fields that rows must have, by name in lower case without the @. Their values may appear later. */
	showFields(names: readonly string[]): void {
		if (!isDeepStrictEqual(names, this.#fields)) {
			this.#fields = names;
			this.#store.showFields(names);
			this.#asking.want();
		}
	}

	/** Rebuilds all rows, even held ones, after a change of how entries are shown. */
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

	/** Reuses the rows of entries already on the screen, so that React can skip them, unless more log fields are known now. */
	#toRows(entries: readonly Entry[]): readonly Row[] {
		const present = new Map(this.getState().rows.map(row => [row.entry.token, row]));
		const now = this.#clock.now();
		return entries.map(entry => {
			const row = present.get(entry.token);
			const isSame =
				row !== undefined &&
				this.#fields.every(name => actualEntry(row.entry).fields[name] === actualEntry(entry).fields[name]);
			return isSame ? row : toRow(this.#shown(entry), this.#formatTime, now);
		});
	}

	/** Checks that the page has log fields whose lines haven't been read yet. */
	#lacksFields(): boolean {
		return (
			this.#fields.length > 0 &&
			this.getState().rows.some(({entry}) => this.#fields.some(name => !Object.hasOwn(entry.fields, name)))
		);
	}

	/** Fetches log fields that the rows of the page lack. A page that follows gets them with its next rows. */
	async #fillFields(signal: AbortSignal): Promise<void> {
		const {rows} = this.getState();
		const position = rows[0]?.entry.position;
		if (position === undefined || !this.#lacksFields()) {
			return;
		}
		// A few more, in case late lines were inserted between the rows.
		const {query, order} = this.#asked;
		const page = await this.#store.page(query, {from: 'at', position, order}, 2 * rows.length, signal);
		const filled = new Map(this.#toRows(page.entries).map(row => [row.entry.token, row]));
		if (!signal.aborted && !this.#turning && rows === this.getState().rows) {
			this.#dispatch({type: 'filled', rows: rows.map(row => filled.get(row.entry.token) ?? row)});
		}
	}

	#failed(signal: AbortSignal, error: unknown): void {
		if (!signal.aborted) {
			this.#dispatch({type: 'failed', problem: errorMessage(error), status: this.#store.status()});
		}
	}

	// Moves

	/** Returns the question if its answer is on the screen; otherwise null, and moves have to wait. */
	#answeredQuestion(): Question | null {
		return this.#answered === this.#asked && !this.#isReturning ? this.#asked : null;
	}

	#returned(): void {
		if (this.#isReturning) {
			this.#isReturning = false;
			this.#moveOn();
			this.#notifyIfIdle();
		}
	}

	#moveOn(): void {
		for (;;) {
			const question = this.#turning ? null : this.#answeredQuestion();
			const next = question && this.#waiting.shift();
			if (!next) {
				return;
			}
			if (next.type === 'move') {
				this.#move(question, next);
			} else if (next.type === 'fill') {
				this.#fill(question);
			} else {
				this.#isInTask = true;
				try {
					next.run();
				} finally {
					this.#isInTask = false;
				}
			}
		}
	}

	#move(question: Question, {command, times, none}: Waiting & {readonly type: 'move'}): void {
		const planned = plannedMove(this.getState(), command, times);
		if (planned.type === 'none') {
			none();
			return;
		}
		this.#hold();
		if (planned.type === 'select') {
			this.#dispatch({type: 'selected', index: planned.index});
			return;
		}
		this.#turn(async signal => {
			const page = await turnedPage(this.#listed(question), question.query, this.getState(), planned, signal);
			await this.#turnTo(question, page, signal);
		});
	}

	/** Fills a page that has fewer rows than lines. */
	#fill(question: Question): void {
		const {mode, frozen, rows, size} = this.getState();
		if (mode === 'following' && !frozen) {
			this.#asking.now();
		} else if (rows.length > 0 && rows.length < size) {
			this.#turn(async signal => {
				const {above, below} = await entriesAround(
					this.#listed(question),
					question.query,
					this.getState(),
					signal,
				);
				if (!signal.aborted) {
					this.#dispatch({type: 'extended', above: this.#toRows(above), below: this.#toRows(below)});
				}
			});
		}
	}

	/** Selects an entry, and fetches the page around it if it isn't on the current page. */
	async #show(question: Question, entry: Entry, signal: AbortSignal): Promise<void> {
		this.#hold();
		const {rows, size} = this.getState();
		const index = rows.findIndex(row => row.entry.token === entry.token);
		if (index >= 0) {
			this.#dispatch({type: 'selected', index});
			return;
		}
		const anchor = {entry, line: Math.floor(size / 2)};
		const page = await heldPage(this.#listed(question), question.query, anchor, size, signal);
		await this.#turnTo(question, page, signal);
	}

	async #turnTo({query}: Question, {entries, newer, index}: FetchedPage, signal: AbortSignal): Promise<void> {
		// While the listing leads, the next snapshot counts.
		const isCounted = !this.getState().frozen && !this.snapshots.isLed;
		const count = isCounted ? await this.#store.count(query, signal) : null;
		if (signal.aborted) {
			return;
		}
		this.#dispatch({type: 'turned', page: {rows: this.#toRows(entries), newer}, index: index ?? 0, count});
		if (newer === 0 && count) {
			this.#noteNewest();
		}
	}

	/** Makes a question the current one. Its answer may be on the screen already. */
	#ask(question: Question): void {
		const {query, order} = this.#answered;
		const isAnswered = question.query === query && question.order === order;
		this.#asked = isAnswered ? this.#answered : question;
	}

	/** Returns a store whose pages have the question's order. */
	#listed({order}: Question): Pick<Store, 'page'> {
		return {
			page: (query, cursor, size, signal) => this.#store.page(query, {...cursor, order}, size, signal),
		};
	}

	/** Runs the fetch of a page. Later moves wait for it. */
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
					if (this.#answeredQuestion()) {
						this.#moveOn();
					} else {
						this.#asking.now();
					}
					this.#notifyIfIdle();
				}
			});
	}

	#stopMoves(): void {
		this.#turning?.abort();
		this.#turning = undefined;
		this.#seeking = undefined;
		this.#waiting = [];
	}

	/** Must run before the page stops following: aborts the queries for the flowing page. */
	#hold(): void {
		if (this.getState().mode === 'following') {
			if (this.#asking.stop()) {
				this.#refreshLater();
			}
			this.#noteNewest();
		}
	}

	/**
	 * Remembers the newest entry, so that later ones count as new, even for another query. If the query filters entries, or the order
	 * isn't by time, this takes a query to the store.
	 */
	#noteNewest(): void {
		this.#askingNewest?.abort();
		const {newer, rows} = this.getState();
		const {query, order} = this.#asked;
		this.#newest = (order === 'time' && newer === 0 && rows[0]?.entry.position) || null;
		if (order === 'time' && isEverything(query)) {
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
			// The newest row of the page is close enough. The next refresh reports the error.
			() => {},
		);
	}

	// Refreshing

	/** Schedules a query to the store. While the screen is frozen, only a new query is answered. */
	readonly #refreshLater = (): void => {
		const {
			frozen,
			status: {server},
		} = this.getState();
		const isAnswered = this.#answered === this.#asked;
		// Only for a server. With thousands of files, computing the status for every chunk that is read would take all the time.
		const status = server && this.#store.status();
		if (status && isAway(status.server) && isAnswered) {
			// The store itself reconnects to the server, and reports when it is back.
			if (!frozen) {
				this.#dispatch({type: 'statusChanged', status});
			}
		} else if (!frozen || !isAnswered || this.#lacksFields()) {
			this.#asking.want();
		}
	};

	/** Refreshes after `milliseconds`, or earlier if the query depends on the current time. */
	#refreshAfter(milliseconds: number | undefined): void {
		this.#cancelLater?.();
		const pauses = [
			milliseconds,
			rolls(this.#asked.query.expression) ? rollingPause : undefined,
			this.snapshots.isLed ? leadingPause : undefined,
		];
		const shortest = Math.min(...pauses.filter(value => value !== undefined));
		this.#cancelLater = Number.isFinite(shortest)
			? this.#clock.after(shortest, this.#refreshLater)
			: undefined;
	}

	async #refresh(signal: AbortSignal): Promise<void> {
		try {
			if (this.#answered === this.#asked) {
				await (this.getState().frozen ? this.#fillFields(signal) : this.#refreshAnswered(signal));
			} else if (!this.#turning) {
				await this.#answer(signal);
			}
		} catch (error) {
			if (signal.aborted) {
				return;
			}
			this.#failed(signal, error);
			if (this.#answered !== this.#asked) {
				this.#waiting = [];
			}
			this.#returned();
			this.#refreshAfter(isAway(this.#store.status().server) ? undefined : retryPause);
		}
	}

	async #refreshAnswered(signal: AbortSignal): Promise<void> {
		const store = this.#store;
		const {query} = this.#asked;
		const listed = this.#listed(this.#asked);
		const now = this.#clock.now();
		this.#pace.asked();
		const {mode, size, rows} = this.getState();
		const last = rows.at(-1)?.entry.position;
		await this.snapshots.take(
			async () => {
				const [count, page, below] = await Promise.all([
					store.count(query, signal),
					mode === 'following' ? newestPage(listed, query, now, size, signal) : null,
					// The backfill may have advanced since the page was fetched.
					mode === 'held' && last && rows.length < size
						? listed.page(query, {from: 'older', position: last}, size - rows.length, signal)
						: null,
				]);
				return {count, page, below, ...(await this.#circumstances(query, count, signal))};
			},
			({page, below, ...answer}) => {
				if (signal.aborted) {
					return;
				}
				this.#pace.answered(answer.count.arrived, this.getState());
				this.#dispatch({
					...answer,
					type: 'refreshed',
					page: page && {rows: this.#toRows(page.entries), newer: page.newer},
				});
				if (below && below.entries.length > 0) {
					this.#fillBelow(rows, below.entries);
				}
				this.#returned();
			},
		);
		if (signal.aborted) {
			return;
		}
		if (mode === 'held') {
			await this.#fillFields(signal);
		}
		const next = this.getState();
		this.#refreshAfter(next.mode === 'following' && next.newer > 0 ? aheadPause : undefined);
	}

	/** Fills the page with older entries, unless it has changed in the meantime or is about to. */
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

	/** Answers a new query. The screen keeps its content until the whole answer has arrived. */
	async #answer(signal: AbortSignal): Promise<void> {
		const store = this.#store;
		const question = this.#asked;
		const {query, order} = question;
		const listed = this.#listed(question);
		const {anchor, size} = this.getState();
		const now = this.#clock.now();
		await this.snapshots.take(
			async () => {
				const [count, page, since] = await Promise.all([
					store.count(query, signal),
					anchor
						? heldPage(listed, query, anchor, size, signal)
						: newestPage(listed, query, now, size, signal),
					anchor && this.#newest ? store.page(query, {from: 'at', position: this.#newest}, 1, signal) : null,
				]);
				return {count, page, since, ...(await this.#circumstances(query, count, signal))};
			},
			({page: {entries, newer, index}, since, ...answer}) => {
				if (signal.aborted) {
					return;
				}
				this.#answered = question;
				this.#isReturning = false;
				this.#dispatch({
					...answer,
					...{
						type: 'requeried',
						order,
						index,
						page: {rows: this.#toRows(entries), newer},
						unseen: since?.newer ?? 0,
					},
				});
				this.#noticeSearch();
				this.#refreshAfter(undefined);
				this.#moveOn();
				this.#notifyIfIdle();
			},
		);
	}

	#notifyIfIdle(): void {
		if (!this.isBusy) {
			this.#idle.notify();
		}
	}

	/** Queries what the listing shows next to the count. */
	async #circumstances(query: Query, count: Count, signal: AbortSignal) {
		const store = this.#store;
		const before = await newestBefore(store, query, count, this.#clock.now(), signal);
		const unknownFields = await unknownFieldsText(store, query, signal);
		const excluded = await this.#excluded(query, signal);
		return {newestBefore: before, unknownFields, excluded, status: store.status()};
	}

	/** Shows after `searchingNotice` that a search is still running. Hides that as soon as the search is answered. */
	#noticeSearch(): void {
		if (this.#answered === this.#asked) {
			this.#cancelNotice?.();
			this.#cancelNotice = undefined;
			this.#dispatch({type: 'searching', isSearching: false});
			return;
		}
		this.#cancelNotice ??= this.#clock.after(searchingNotice, () => {
			this.#cancelNotice = undefined;
			this.#dispatch({type: 'searching', isSearching: this.#answered !== this.#asked});
		});
	}
}
