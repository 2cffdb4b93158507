import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';
import type {Move} from './planned-move.js';

type Turn = Extract<Move, {type: 'older' | 'newer' | 'oldest'}>;

export type TurnedPage = {
	readonly entries: readonly Entry[];
	readonly newer: number;
	/** Which of the entries is to be selected. */
	readonly index: number;
};

/**
 * Fetches the page that a move leads to. Pages are keyed by position, so that rows that come meanwhile shift
 * nothing. At either end, where there is no further page, the present one stays with its outermost row selected.
 */
export async function turnedPage(
	store: Store,
	query: Query,
	state: Pick<ListingState, 'rows' | 'size' | 'newer'>,
	turn: Turn,
	signal: AbortSignal,
): Promise<TurnedPage> {
	const {rows, size} = state;
	const present = rows.map(row => row.entry);
	const stay = (index: number): TurnedPage => ({entries: present, newer: state.newer, index});
	const first = present[0];
	const last = present.at(-1);
	if (turn.type === 'oldest' || !first || !last) {
		const {entries, newer} = await store.page(query, {from: 'oldest'}, size, signal);
		return {entries, newer, index: entries.length - 1};
	}

	if (turn.type === 'older') {
		const page = await store.page(query, {from: 'older', position: last.position}, size, signal);
		const {entries, newer} = page;
		return entries.length === 0
			? stay(present.length - 1)
			: {entries, newer, index: Math.min(turn.index, entries.length - 1)};
	}

	const above = await store.page(query, {from: 'newer', position: first.position}, size, signal);
	const top = above.entries[0];
	if (!top) {
		return stay(0);
	}

	const index = Math.max(0, above.entries.length - turn.above);
	if (above.entries.length === size) {
		return {...above, index};
	}

	// Fewer than a page are left above: the newest page, filled up from below.
	const page = await store.page(query, {from: 'at', position: top.position}, size, signal);
	return {...page, index: Math.min(index, page.entries.length - 1)};
}
