import type {Clock} from '../../clock.js';
import {rolls} from '../../query/expression.js';
import type {Query} from '../../query/query.js';
import type {Count, Entry, Position, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';
import {type NewestSeen, newestBefore, newestPage} from './newest.js';
import {type PlacedPage, placedPage} from './page-turns.js';
import type {ListingAction} from './reduce-listing.js';
import {pacer, refreshPace} from './refresh-pace.js';
import type {Row} from './row.js';
import {isAway} from './status-texts.js';

/** What is shown of a query once all of it is known. */
export type Answer = PlacedPage & {
	readonly count: Count;
	/** How many of those that have arrived came while the page was held. */
	readonly unseen: number;
};

/**
 * Fetches what the listing shows of another query: while it is held, the page around its anchor, else the newest.
 * @param newestSeen - the newest entry of all when the page began to be held
 */
async function answerTo(
	store: Pick<Store, 'count' | 'page'>,
	query: Query,
	{anchor, size}: Pick<ListingState, 'anchor' | 'size'>,
	newestSeen: Position | null,
	now: number,
	signal: AbortSignal,
): Promise<Answer> {
	const newest = async (): Promise<PlacedPage> => ({
		...(await newestPage(store, query, now, size, signal)),
		index: null,
	});
	const [count, page, since] = await Promise.all([
		store.count(query, signal),
		anchor ? placedPage(store, query, anchor, size, signal) : newest(),
		anchor && newestSeen ? store.page(query, {from: 'at', position: newestSeen}, 1, signal) : null,
	]);
	return {...page, count, unseen: since?.newer ?? 0};
}

/** What the refresher keeps up to date. */
type RefreshedListing = {
	readonly store: Store;
	/** What is asked for to begin with. */
	readonly query: Query;
	readonly clock: Clock;
	getState(): ListingState;
	dispatch(action: ListingAction): void;
	toRows(entries: readonly Entry[]): readonly Row[];
	readonly seen: Pick<NewestSeen, 'position'>;
	/** Whether a page is being turned to: another query waits for that. */
	isTurning(): boolean;
	/** Called when the answer to another query is on the screen. */
	answered(): void;
	/** Called when that query can't be answered for now. */
	unanswered(): void;
	failed(signal: AbortSignal, error: unknown): void;
};

/** What keeps the listing up to date: while the store changes, while time passes, and with what is searched for. */
type ListingRefresher = {
	/** What is asked for. */
	query(): Query;
	/** Whether that is what is shown; else it is what was asked for before, as long as the answer is waited for. */
	isShown(): boolean;
	/** Asks for another query, in place of this one. */
	setQuery(query: Query): void;
	/** Asks again soon; not while the screen is frozen, unless for another query. */
	later(): void;
	/** Asks again at once. */
	now(): void;
	/** Gives up what is being asked, and what was to be asked. True when there was either. */
	stop(): boolean;
	close(): void;
};

/** What takes longer than this, milliseconds, is noticed: one is told that it goes on. */
const noticed = 300;
/** Rows ahead of the clock are looked at again now and then: the clock catches up with them. */
const aheadPause = 10_000;
/** What depends on the present moment is asked again so often, also when nothing comes. */
const rollingPause = 1000;
/** A store that failed is asked again. */
const retryPause = 2000;

/** Listens to the store from now on; the first question is asked with `later`, or `now`. */
export function listingRefresher({
	store,
	query: firstQuery,
	clock,
	getState,
	dispatch,
	toRows,
	seen,
	isTurning,
	answered,
	unanswered,
	failed,
}: RefreshedListing): ListingRefresher {
	let query = firstQuery;
	/** The query whose answer is shown. */
	let shown = firstQuery;
	let cancelLater: (() => void) | undefined;
	let cancelTelling: (() => void) | undefined;
	const pace = refreshPace(clock);

	const refresh = async (signal: AbortSignal): Promise<void> => {
		try {
			if (shown === query) {
				await refreshShown(signal);
			} else if (!isTurning()) {
				await requery(signal);
			}
		} catch (error) {
			if (signal.aborted) {
				return;
			}

			failed(signal, error);
			if (shown !== query) {
				unanswered();
			}

			lookAgain(isAway(store.status().server) ? undefined : retryPause);
		}
	};

	const refreshShown = async (signal: AbortSignal): Promise<void> => {
		pace.asked();
		const {mode, size, rows} = getState();
		const last = rows.at(-1)?.entry.position;
		const [count, page, below] = await Promise.all([
			store.count(query, signal),
			mode === 'following' ? newestPage(store, query, clock.now(), size, signal) : null,
			// The past may have been read further since the page was fetched.
			mode === 'held' && last && rows.length < size
				? store.page(query, {from: 'older', position: last}, size - rows.length, signal)
				: null,
		]);
		if (!signal.aborted) {
			pace.answered(count.arrived, getState());
			const before = await newestBefore(store, query, count, clock.now(), signal);
			if (signal.aborted) {
				return;
			}

			const rowPage = page && {rows: toRows(page.entries), newer: page.newer};
			dispatch({type: 'refreshed', count, status: store.status(), page: rowPage, newestBefore: before});
			if (below && below.entries.length > 0) {
				fillBelow(rows, below.entries);
			}

			const next = getState();
			lookAgain(next.mode === 'following' && next.newer > 0 ? aheadPause : undefined);
		}
	};

	/** Fills the page with what is older, unless it has changed meanwhile, or is about to. */
	const fillBelow = (before: readonly Row[], older: readonly Entry[]): void => {
		const {frozen, rows, size} = getState();
		if (!frozen && rows === before && !isTurning()) {
			dispatch({type: 'extended', above: [], below: toRows(older.slice(0, size - rows.length))});
		}
	};

	/** Asks for what another query shows. Nothing of the one before is changed until all of the answer is there. */
	const requery = async (signal: AbortSignal): Promise<void> => {
		const asked = query;
		const answer = await answerTo(store, asked, getState(), seen.position, clock.now(), signal);
		const before = await newestBefore(store, asked, answer.count, clock.now(), signal);
		if (!signal.aborted) {
			shown = asked;
			const {entries, newer, ...rest} = answer;
			dispatch({
				...{type: 'requeried', ...rest, status: store.status(), newestBefore: before},
				page: {rows: toRows(entries), newer},
			});
			tellOfSearch();
			lookAgain(undefined);
			answered();
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

	const asking = pacer(clock, () => pace.pause(getState()), refresh);
	const later = (): void => {
		const {
			frozen,
			status: {server},
		} = getState();
		// Only a server's: with thousands of files, to be asked with each piece that is read would take all the time.
		const status = server && store.status();
		if (status && isAway(status.server) && shown === query) {
			// It is tried by the store, which says when it is back.
			if (!frozen) {
				dispatch({type: 'told', status});
			}
		} else if (!frozen || shown !== query) {
			asking.want();
		}
	};

	const lookAgain = (milliseconds: number | undefined): void => {
		cancelLater?.();
		const pauses = [milliseconds, rolls(query.expression) ? rollingPause : undefined];
		const least = Math.min(...pauses.filter(value => value !== undefined));
		cancelLater = Number.isFinite(least) ? clock.after(least, later) : undefined;
	};

	let unsubscribe = store.subscribe(query, later);
	return {
		query: () => query,
		isShown: () => shown === query,
		setQuery(next) {
			query = next;
			const leave = unsubscribe;
			unsubscribe = store.subscribe(query, later);
			leave();
			tellOfSearch();
			if (!isTurning()) {
				asking.now();
			}
		},
		later,
		now: asking.now,
		stop: asking.stop,
		close() {
			asking.stop();
			cancelLater?.();
			cancelTelling?.();
			unsubscribe();
		},
	};
}
