import {type Alerts, noAlerts} from '../../alerts/alerts.js';
import {storeWithNotices} from '../../alerts/store-with-notices.js';
import type {Clock} from '../../clock.js';
import {calendarIn} from '../../format/calendar.js';
import {timeFormatter, type Zone} from '../../format/time-formatter.js';
import {parseQuery} from '../../query/parsing/parse-query.js';
import {everything, type Query} from '../../query/query.js';
import {redactedStore} from '../../redaction/redacted-store.js';
import {makeRedaction, type Redaction} from '../../redaction/redaction.js';
import type {Store} from '../../store/store.js';
import {screenParts} from '../layout/screen-parts.js';
import {ListingController} from '../listing/listing-controller.js';
import {liveSearch} from '../search/live-search.js';
import {keptInMemory, type SavedSearches, type SearchHistory, withSaved} from '../search/search-history.js';
import type {ShownData, Times} from './app-props.js';
import type {RotatedLogs} from './use-rotated.js';

/** What the data of the screen is made from. */
export type DataOptions = {
	readonly store: Store;
	/** The rotated files beside what is shown, or why none are added. */
	readonly rotated: RotatedLogs | string;
	/** What is searched for to begin with. */
	readonly query?: Query;
	/** Where earlier searches are kept; without it, only until the screen is left. */
	readonly history?: SearchHistory;
	/** Searches of the user's own, to be chosen by their names. */
	readonly saved?: SavedSearches;
	readonly zone: Zone;
	/** Whether what is secret is hidden to begin with. */
	readonly redact?: boolean;
	/** The user's own names of secrets. */
	readonly secretNames?: readonly string[];
	/** Begins to watch rules, over a store that hides what is to be hidden; without it, there are none. */
	readonly startAlerts?: (store: Store, redaction: Redaction) => Alerts;
};

/** All that the screen asks, over one store, and how it reads and writes times. */
export type ScreenData = {
	readonly data: ShownData;
	readonly times: Times;
	/** Asks nothing any more. The store is not closed. */
	close(): void;
};

/**
 * Makes what the screen shows from a store.
 * @param size - rows to a page, until the screen says how many there are
 * @throws RangeError when there is no such zone
 */
export function screenData(
	{
		store: whole,
		rotated,
		query = everything,
		history = keptInMemory(),
		saved = new Map(),
		zone,
		redact = false,
		secretNames = [],
		startAlerts = () => noAlerts,
	}: DataOptions,
	size: number,
	clock: Clock,
): ScreenData {
	const formatTime = timeFormatter(zone);
	const redaction = makeRedaction(redact, secretNames);
	const shownStore = redactedStore(whole, redaction);
	const alerts = startAlerts(shownStore, redaction);
	const store = alerts === noAlerts ? shownStore : storeWithNotices(shownStore, alerts, redaction);
	const listing = new ListingController({store, query, size, formatTime, clock, shown: redaction.shown});
	const search = liveSearch({
		...{store, query, saved},
		history: withSaved(history, saved),
		parse: text => parseQuery(text, calendarIn(zone, clock.now())),
		show: (next, isPassing) => listing.setQuery(next, isPassing),
	});
	return {
		data: {listing, store, rotated, search, redaction, alerts},
		times: {zoneAt: calendarIn(zone, 0).zoneAt, formatTime, clock},
		close() {
			alerts.close();
			listing.close();
		},
	};
}

/**
 * Rows to the first page.
 * @param rows - as they are wanted; `fit`: as many as there is room for
 * @param height - lines of the terminal; 0: it doesn't say
 */
export function firstPageSize(rows: number | 'fit', height: number): number {
	const fitting = screenParts(height || 24).rows;
	return rows === 'fit' ? fitting : Math.min(rows, fitting);
}
