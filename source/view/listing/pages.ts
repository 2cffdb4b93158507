import {aheadTolerance} from '../../format/odd-time.js';
import {periodOf} from '../../query/period-of.js';
import {everything, type Query} from '../../query/query.js';
import type {Count, Cursor, Entry, Page, Position, Store} from '../../store/store.js';
import type {Anchor, ListingState} from './listing-state.js';
import type {PageMove} from './moves.js';

/** A page as it was fetched. */
export type FetchedPage = {
	readonly entries: readonly Entry[];
	/** How many matching entries are newer than the first. */
	readonly newer: number;
	/** The entry to select; null when there is none. */
	readonly index: number | null;
};

/**
 * Fetches the page that a move leads to. Pages are keyed by position, so that rows that come meanwhile shift
 * nothing. At either end, where there is no further page, the present one stays with its outermost row selected.
 */
export async function turnedPage(
	store: Store,
	query: Query,
	state: Pick<ListingState, 'rows' | 'size' | 'newer'>,
	turn: PageMove,
	signal: AbortSignal,
): Promise<FetchedPage> {
	const {rows, size} = state;
	const ask: Ask = (cursor, most) => store.page(query, cursor, most, signal);
	const present = rows.map(row => row.entry);
	/** The last page, filled up from above. */
	const filled = async ({entries, newer}: Page, index: number): Promise<FetchedPage> => {
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
	const stay = (index: number): FetchedPage => ({entries: present, newer: state.newer, index});
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
): Promise<FetchedPage> {
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
function joined({entry}: Anchor, line: number, size: number, above: Page, below: Page): FetchedPage {
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

/** The newest entries that aren't ahead of the clock; only when there are none but those, those. */
export async function newestPage(
	store: Pick<Store, 'page'>,
	query: Query,
	now: number,
	size: number,
	signal: AbortSignal,
): Promise<FetchedPage> {
	const page = await store.page(query, {from: 'newest', notAfter: now + aheadTolerance}, size, signal);
	const {entries, newer} =
		page.entries.length === 0 ? await store.page(query, {from: 'newest'}, size, signal) : page;
	return {entries, newer, index: null};
}

/**
 * The time of the newest entry of all, milliseconds since 1970, where a search finds nothing because it asks for what
 * is newer: `since:1h` in a log of last week. Else null.
 */
export async function newestBefore(
	store: Pick<Store, 'page'>,
	query: Query,
	{n}: Count,
	now: number,
	signal: AbortSignal,
): Promise<number | null> {
	const {from} = periodOf(query.expression, now);
	if (n > 0 || from === null) {
		return null;
	}

	const {entries} = await store.page(everything, {from: 'newest'}, 1, signal);
	const time = entries[0]?.time ?? null;
	return time !== null && time < from ? time : null;
}
