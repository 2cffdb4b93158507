import type {Query} from '../../query/query.js';
import type {Entry, Page, Store} from '../../store/store.js';
import type {Anchor} from './anchor.js';

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
