import {aheadTolerance} from '../../format/odd-time.js';
import {periodOf} from '../../query/period-of.js';
import {everything, type Query} from '../../query/query.js';
import type {Count, Cursor, Entry, Page, Position, Store} from '../../store/store.js';
import type {Anchor, ListingState} from './listing-state.js';
import type {PageMove} from './moves.js';

/** The result of fetching a page. */
export type FetchedPage = {
	readonly entries: readonly Entry[];
	/** Number of matching entries newer than the first one. */
	readonly newer: number;
	/** Index of the entry to select; null for no selection. */
	readonly index: number | null;
};

/**
 * Fetches the page for a move. Pages are keyed by position, so rows that arrive in the meantime shift nothing. At either end of
 * the listing, the current page stays and its outermost row is selected.
 */
export async function turnedPage(
	store: Pick<Store, 'page'>,
	query: Query,
	state: Pick<ListingState, 'rows' | 'size' | 'newer'>,
	turn: PageMove,
	signal: AbortSignal,
): Promise<FetchedPage> {
	const {rows, size} = state;
	const ask: Ask = (cursor, size) => store.page(query, cursor, size, signal);
	const present = rows.map(row => row.entry);
	/** Fills the last page with newer rows at its top. */
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
		// The end is reached: fetches the page where paging one by one would have stopped.
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
	// Less than a page is left above: fetches the newest page, filled with older rows at its bottom.
	const page = await ask({from: 'at', position: top}, size);
	return {...page, index: Math.min(index, page.entries.length - 1)};
}

/** Maximum number of entries per query when many are skipped. */
const maxSkipped = 1000;

type Ask = (cursor: Cursor, size: number) => Promise<Page>;

/**
 * Skips `rows` entries from a position. `edge` is the position of the last skipped entry, `length` the number of skipped entries.
 * `isWhole` is false if there were fewer than `rows`.
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
		const {entries} = await ask({from: direction, position: edge}, Math.min(maxSkipped, rows - length));
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
 * Fetches the page that has the anchor's entry on its line. If the entry doesn't match, the nearest match in time takes its line.
 * The entry moves up if fewer entries are above it, and down if the page would otherwise be short.
 */
export async function heldPage(
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
 * @param below - a page that begins with the anchor
 */
function joined({entry}: Anchor, line: number, size: number, above: Page, below: Page): FetchedPage {
	const [next] = below.entries;
	const previous = above.entries.at(-1);
	if (!next && !previous) {
		return {entries: [], newer: 0, index: null};
	}
	const isAbove = previous !== undefined && (!next || isNearer(entry, previous, next));
	const moved = isAbove ? 1 : 0;
	// With too few entries below to fill the page, the anchor moves down.
	const index = Math.min(Math.max(line, size - below.entries.length - moved), above.entries.length - moved);
	const left = above.entries.length - moved - index;
	return {
		entries: [...above.entries.slice(left), ...below.entries].slice(0, size),
		newer: previous ? above.newer + left : below.newer,
		index,
	};
}

/** True if `above` is nearer in time than `below`, which may be the entry itself. */
function isNearer(entry: Entry, above: Entry, below: Entry): boolean {
	const {time} = entry.position;
	return below.token !== entry.token && above.position.time - time < time - below.position.time;
}

/** Fetches the entries missing on a held page that has grown: older ones, then newer ones if too few are left. */
export async function entriesAround(
	store: Pick<Store, 'page'>,
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

/**
 * Fetches the newest entries that aren't ahead of the clock; if all are ahead, the newest ones. In another order, fetches the first
 * entries.
 */
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
 * Returns the time of the newest entry, in ms since 1970, if a search finds nothing because all entries are older than its
 * period, such as `since:1h` in last week's log. Otherwise returns null.
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
