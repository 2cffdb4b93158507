import type {Query} from '../../query/query.js';
import type {Cursor, Entry, Page, Position, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';
import type {PageMove} from './planned-move.js';

/** The page that was turned to. */
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
