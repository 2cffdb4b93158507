import type {Bookmark, Separator} from '../../bookmarks/bookmark-record.js';
import type {KeptBookmarks} from '../../bookmarks/kept-bookmarks.js';
import {isOf} from '../../bookmarks/log-names.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {afterColon, keyed} from '../../keys/keyed.js';
import type {Store} from '../../store/store.js';
import type {Direction} from '../find/entry-finder.js';
import type {ListingController} from '../listing/listing-controller.js';
import {bookmarksIn, type FoundBookmark, findBookmark, separatorsIn} from './bookmark-finder.js';
import {foundText} from './bookmark-texts.js';
import {separatorText} from './separators.js';

/** The selected separator, and the request below it. */
export type SelectedSeparator = {readonly separator: Separator; readonly token: string};

/** The bookmarks to visit, and the callbacks for the result. */
type BookmarkWalkOptions = {
	readonly kept: KeptBookmarks;
	readonly listing: ListingController;
	readonly store: Pick<Store, 'get' | 'page'>;
	readonly formatTime: TimeFormatter;
	/** Returns the names of the followed logs. */
	readonly files: () => readonly string[];
	/** Returns the selected separator, or null. */
	readonly atNow: () => Separator | null;
	/** Selects a separator; null selects none. */
	readonly goTo: (selected: SelectedSeparator | null) => void;
	readonly showHint: (hint: string) => void;
};

/** Goes from one bookmark or separator to the next. */
export function bookmarkWalk({
	kept,
	listing,
	store,
	formatTime,
	files,
	atNow,
	goTo,
	showHint,
}: BookmarkWalkOptions): (direction: Direction) => void {
	return direction => {
		if (listing.order !== 'time') {
			showHint(`Bookmarks are only found newest first${afterColon(keyed`${'sort'} changes the order`)}`);
			return;
		}
		const way: {found: FoundBookmark | null} = {found: null};
		const finder: Parameters<ListingController['seek']>[0] = async (from, query, signal) => {
			// A user who presses the key right after the start finds the saved bookmarks, too.
			await kept.loaded();
			const names = new Set(files());
			const findable = {
				bookmarks: bookmarksIn(kept.getState()),
				separators: separatorsIn(kept.getState(), names),
				isHere: ({logs}: Bookmark) => isOf(logs, names),
			};
			const start = from && {...from, separator: atNow()};
			way.found = start && (await findBookmark(store, query, direction, start, findable, signal));
			return way.found?.entry ?? null;
		};
		listing.seek(finder, () => {
			const {found} = way;
			if (found === null) {
				showHint(
					`There is no request here to start from${afterColon(keyed`${'clearSearch'} shows all requests`)}`,
				);
				return;
			}
			const {entry, separator} = found;
			const isReading = listing.getState().status.indexing !== null;
			const text = separator && separatorText(separator, formatTime, entry?.zone ?? null);
			showHint(foundText(found, direction, text, isReading));
			if (entry) {
				goTo(separator && {separator, token: entry.token});
			}
		});
	};
}
