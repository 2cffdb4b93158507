import type {Query} from '../../query/query.js';
import type {Cursor, Entry, Page, Position, Store} from '../../store/store.js';
import type {Command} from '../keys/command.js';
import {type Anchor, type ListingState, selectedLine} from './listing-state.js';
import type {ListingAction} from './reduce-listing.js';
import type {Row} from './row.js';

/** Commands that move about in the listing. */
export type MoveCommand = Extract<
	Command,
	'rowDown' | 'rowUp' | 'pageDown' | 'pageUp' | 'halfDown' | 'halfUp' | 'oldest'
>;

/** What a move comes to. */
export type Move =
	| {readonly type: 'none'}
	/** A row of the page is selected. */
	| {readonly type: 'select'; readonly index: number}
	| PageMove;

/** A move to another page. */
type PageMove =
	/** A later page is turned to, the first after this one or a further one, and its row `index` selected. */
	| {readonly type: 'older'; readonly pages: number; readonly index: number}
	/** An earlier page is turned to, and the row `above` rows above the present first one selected. */
	| {readonly type: 'newer'; readonly above: number}
	| {readonly type: 'oldest'};

/**
 * What a command that was given so many times in a row means for the listing as it stands. Rows are numbered through
 * as if there were no pages: a move that leaves the page turns it, and selects the row that the move would have come
 * to.
 */
export function plannedMove(state: ListingState, command: MoveCommand, times = 1): Move {
	const {rows, size} = state;
	if (rows.length === 0) {
		return {type: 'none'};
	}

	const index = selectedLine(state);
	const half = Math.max(1, Math.floor(size / 2));
	switch (command) {
		case 'rowDown':
			return moved(index + times, rows.length, size);
		case 'rowUp':
			return movedUp(index, 1, times, rows.length, size);
		case 'halfDown':
			return moved(index + half * times, rows.length, size);
		case 'halfUp':
			return movedUp(index, half, times, rows.length, size);
		case 'pageDown':
			return {type: 'older', pages: times, index: Math.max(0, index)};
		case 'pageUp':
			return {type: 'newer', above: size * times - Math.max(0, index)};
		case 'oldest':
			return {type: 'oldest'};
	}
}

function moved(index: number, length: number, size: number): Move {
	if (index < 0) {
		return {type: 'newer', above: -index};
	}

	const beyond = index - length;
	return beyond < 0
		? {type: 'select', index}
		: {type: 'older', pages: 1 + Math.floor(beyond / size), index: beyond % size};
}

/** Where nothing is selected, the first time selects the first row. */
function movedUp(index: number, rows: number, times: number, length: number, size: number): Move {
	return index === -1
		? moved(0 - rows * (times - 1), length, size)
		: moved(index - rows * times, length, size);
}

/** The page that was turned to. */
type TurnedPage = {
	readonly entries: readonly Entry[];
	readonly newer: number;
	/** Which of the entries is to be selected. */
	readonly index: number;
};

/**
 * Fetches the page that a move leads to. Pages are keyed by position, so that rows that come meanwhile shift
 * nothing. At either end, where there is no further page, the present one stays with its outermost row selected.
 */
async function turnedPage(
	store: Store,
	query: Query,
	state: Pick<ListingState, 'rows' | 'size' | 'newer'>,
	turn: PageMove,
	signal: AbortSignal,
): Promise<TurnedPage> {
	const {rows, size} = state;
	const ask: Ask = (cursor, most) => store.page(query, cursor, most, signal);
	const present = rows.map(row => row.entry);
	/** The last page, filled up from above. */
	const filled = async ({entries, newer}: Page, index: number): Promise<TurnedPage> => {
		const [top] = entries;
		const missing = size - entries.length;
		if (!top || missing === 0) {
			return {entries, newer, index};
		}

		const above = await ask({from: 'newer', position: top.position}, missing);
		const added = above.entries.length;
		return {
			entries: [...above.entries, ...entries],
			newer: added === 0 ? newer : above.newer,
			index: index + added,
		};
	};
	const stay = (index: number): TurnedPage => ({entries: present, newer: state.newer, index});
	const first = present[0];
	const last = present.at(-1);
	if (turn.type === 'oldest' || !first || !last) {
		const {entries, newer} = await ask({from: 'oldest'}, size);
		return {entries, newer, index: entries.length - 1};
	}

	if (turn.type === 'older') {
		const skipped = await skip(last.position, 'older', size * (turn.pages - 1), ask);
		const page = await ask({from: 'older', position: skipped.edge}, size);
		const {entries} = page;
		if (entries.length > 0 && skipped.isWhole) {
			return filled(page, Math.min(turn.index, entries.length - 1));
		}

		// The end: the page that paging one by one would have stayed at.
		const {length} = skipped;
		if (length === 0) {
			return stay(present.length - 1);
		}

		const lastSize = length % size || size;
		const from = await skip(last.position, 'older', length - lastSize, ask);
		const end = await ask({from: 'older', position: from.edge}, size);
		return filled(end, end.entries.length - 1);
	}

	const skipped = await skip(first.position, 'newer', size * (Math.ceil(turn.above / size) - 1), ask);
	const above = await ask({from: 'newer', position: skipped.edge}, size);
	const top = above.entries[0]?.position ?? skipped.edge;
	const length = skipped.length + above.entries.length;
	if (length === 0) {
		return stay(0);
	}

	const index = Math.max(0, length - turn.above);
	if (above.entries.length === size) {
		return {...above, index};
	}

	// Fewer than a page are left above: the newest page, filled up from below.
	const page = await ask({from: 'at', position: top}, size);
	return {...page, index: Math.min(index, page.entries.length - 1)};
}

/** Entries asked for at a time when many are skipped. */
const most = 1000;

type Ask = (cursor: Cursor, size: number) => Promise<Page>;

/**
 * Goes so many entries from a position. `edge` is the last one on the way, `length` how many there were, `isWhole`
 * false when there were fewer than asked for.
 */
async function skip(
	from: Position,
	direction: 'older' | 'newer',
	rows: number,
	ask: Ask,
): Promise<{readonly edge: Position; readonly length: number; readonly isWhole: boolean}> {
	let edge = from;
	let length = 0;
	while (length < rows) {
		const {entries} = await ask({from: direction, position: edge}, Math.min(most, rows - length));
		const last = entries.at(direction === 'older' ? -1 : 0);
		if (!last) {
			return {edge, length, isWhole: false};
		}

		edge = last.position;
		length += entries.length;
	}

	return {edge, length, isWhole: true};
}

/** A page on which an entry has been given a line. */
export type PlacedPage = {
	readonly entries: readonly Entry[];
	readonly newer: number;
	/** The entry that stands in the anchor's place; null when there is no entry at all. */
	readonly index: number | null;
};

/**
 * Fetches the page that has an entry on its line, or, where it doesn't match, the one that is nearest to it in time.
 * Where fewer entries than that are above, it stands higher, and where the page would be left short below, lower.
 */
export async function placedPage(
	store: Pick<Store, 'page'>,
	query: Query,
	anchor: Anchor,
	size: number,
	signal: AbortSignal,
): Promise<PlacedPage> {
	const {position} = anchor.entry;
	const line = Math.min(anchor.line, size - 1);
	const [above, below] = await Promise.all([
		store.page(query, {from: 'newer', position}, size, signal),
		store.page(query, {from: 'at', position}, size, signal),
	]);
	return joined(anchor, line, size, above, below);
}

/**
 * @param above - a page of the entries above the anchor
 * @param below - a page of those from the anchor on
 */
function joined({entry}: Anchor, line: number, size: number, above: Page, below: Page): PlacedPage {
	const [next] = below.entries;
	const previous = above.entries.at(-1);
	if (!next && !previous) {
		return {entries: [], newer: 0, index: null};
	}

	const isAbove = previous !== undefined && (!next || isNearer(entry, previous, next));
	const moved = isAbove ? 1 : 0;
	// Where too few are left below to fill the page, it stands lower.
	const index = Math.min(Math.max(line, size - below.entries.length - moved), above.entries.length - moved);
	const left = above.entries.length - moved - index;
	return {
		entries: [...above.entries.slice(left), ...below.entries].slice(0, size),
		newer: previous ? above.newer + left : below.newer,
		index,
	};
}

/** Whether `above` is nearer in time than `below`, which may be the entry itself. */
function isNearer(entry: Entry, above: Entry, below: Entry): boolean {
	const {time} = entry.position;
	return below.token !== entry.token && above.position.time - time < time - below.position.time;
}

/**
 * Fetches what a held page lacks since it has become larger: older entries, and where there are none left,
 * newer ones.
 */
export async function surroundings(
	store: Store,
	query: Query,
	{rows, size}: Pick<ListingState, 'rows' | 'size'>,
	signal: AbortSignal,
): Promise<{readonly above: readonly Entry[]; readonly below: readonly Entry[]}> {
	const first = rows[0]?.entry.position;
	const last = rows.at(-1)?.entry.position;
	const missing = size - rows.length;
	if (!first || !last || missing < 1) {
		return {above: [], below: []};
	}

	const {entries: below} = await store.page(query, {from: 'older', position: last}, missing, signal);
	const stillMissing = missing - below.length;
	if (stillMissing === 0) {
		return {above: [], below};
	}

	const {entries: above} = await store.page(query, {from: 'newer', position: first}, stillMissing, signal);
	return {above, below};
}

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
type PageTurns = {
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
