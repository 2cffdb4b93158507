import type {Bookmark, Separator} from '../../bookmarks/bookmark-record.js';
import type {BookmarksState} from '../../bookmarks/kept-bookmarks.js';
import {isOf} from '../../bookmarks/log-names.js';
import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import type {Direction} from '../find/entry-finder.js';

/** Returns all marks, including marks of other logs. */
export function bookmarksIn({records}: BookmarksState): readonly Bookmark[] {
	return records.filter(record => record.kind === 'mark');
}

/** Returns the separators of the followed logs, newest first. */
export function separatorsIn({records}: BookmarksState, names: ReadonlySet<string>): readonly Separator[] {
	return records
		.filter(record => record.kind === 'separator')
		.filter(({logs}) => isOf(logs, names))
		.toSorted((a, b) => b.time - a.time);
}

/** Returns the times of the bookmarked requests of the followed logs, in ms since 1970. */
export function timesIn(state: BookmarksState, names: ReadonlySet<string>): readonly number[] {
	return bookmarksIn(state)
		.filter(({logs}) => isOf(logs, names))
		.map(({time}) => time);
}

/** The result of a search for the next bookmark or separator. */
export type FoundBookmark = {
	/** The entry to select: the bookmarked request, or the request below the separator; null if no bookmark follows. */
	readonly entry: Entry | null;
	readonly separator: Separator | null;
	/** Number of skipped bookmarks: hidden by the search, and no longer in memory. */
	readonly leftOut: number;
	readonly gone: number;
};

/** The current position: a request, or the separator above it. */
type BookmarkPosition = {
	readonly entry: Entry;
	/** False if the entry itself may be the result. */
	readonly isSelected: boolean;
	readonly separator: Separator | null;
};

/** The bookmarks and separators to search. */
type Findable = {
	readonly bookmarks: readonly Bookmark[];
	readonly separators: readonly Separator[];
	/** Checks whether a bookmark belongs to a followed log. Bookmarks of other logs don't count as missing. */
	isHere(bookmark: Bookmark): boolean;
};

/**
 * Finds the next bookmark or separator in a direction. It looks bookmarks up by token and time, so the number of requests in
 * between doesn't matter.
 */
export async function findBookmark(
	store: Pick<Store, 'get' | 'page'>,
	query: Query,
	direction: Direction,
	from: BookmarkPosition,
	{bookmarks, separators, isHere}: Findable,
	signal: AbortSignal,
): Promise<FoundBookmark> {
	const isOlder = direction === 'older';
	const passed = {leftOut: 0, gone: 0};
	const rankOf = async (entry: Entry): Promise<number | null> => {
		const page = await store.page(query, {from: 'at', position: entry.position}, 1, signal);
		return page.entries[0]?.token === entry.token ? page.newer : null;
	};
	const {time: here} = from.separator ?? from.entry.position;
	const isFurther = (time: number): boolean => (isOlder ? time < here : time > here);
	// A separator is above the requests that have the same time.
	const isTie = (time: number): boolean => time === here && (from.separator === null || isOlder);
	// Without a selection, a separator above the first row is next.
	const isSeparatorFurther = ({time}: Separator): boolean =>
		from.separator !== null ? isFurther(time) : isOlder ? time < here || !from.isSelected : time >= here;
	const times = [
		...bookmarks.filter(({time}) => isFurther(time) || isTie(time)).map(({time}) => time),
		...separators.filter(isSeparatorFurther).map(({time}) => time),
	].sort((a, b) => (isOlder ? b - a : a - b));

	const bookmarkAt = async (time: number): Promise<Entry | null> => {
		let found: {readonly entry: Entry; readonly rank: number} | null = null;
		const isHereToo = time === here && from.separator === null;
		const own = isHereToo ? await rankOf(from.entry) : null;
		for (const bookmark of bookmarks.filter(one => one.time === time)) {
			const entry = await store.get(bookmark.token, signal);
			const rank = entry && (await rankOf(entry));
			if (entry === null) {
				passed.gone += isHere(bookmark) ? 1 : 0;
			} else if (rank === null) {
				passed.leftOut += entry.token === from.entry.token ? 0 : 1;
			} else if (isPast(rank, own) && (found === null || rank < found.rank === isOlder)) {
				found = {entry, rank};
			}
		}
		return found?.entry ?? null;
	};

	/** Checks whether a request with the same time as the current one follows it in the direction. */
	const isPast = (rank: number, own: number | null): boolean =>
		own === null || (isOlder ? rank > own || (rank === own && !from.isSelected) : rank < own);

	const separatorAt = async (time: number): Promise<FoundBookmark | null> => {
		const separator = separators.find(one => one.time === time && isSeparatorFurther(one));
		const entry = separator && (await below(separator));
		return separator && entry ? {entry, separator, ...passed} : null;
	};
	const below = async ({time}: Separator): Promise<Entry | null> => {
		const {entries} = await store.page(query, {from: 'newest', notAfter: time}, 1, signal);
		return entries[0] ?? (await store.page(query, {from: 'oldest'}, 1, signal)).entries[0] ?? null;
	};
	for (const time of new Set(times)) {
		const first = isOlder ? await separatorAt(time) : null;
		const entry = first ? null : await bookmarkAt(time);
		const found =
			first ?? (entry ? {entry, separator: null, ...passed} : isOlder ? null : await separatorAt(time));
		if (found) {
			return found;
		}
	}
	return {entry: null, separator: null, ...passed};
}
