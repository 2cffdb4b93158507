import {type Alerts, noAlerts} from '../../alerts/alerts.js';
import {storeWithNotices} from '../../alerts/store-with-notices.js';
import type {Clock} from '../../clock.js';
import {calendarIn} from '../../format/calendar.js';
import {timeFormatter, type Zone} from '../../format/time-formatter.js';
import type {Order} from '../../query/order.js';
import {parseExclude} from '../../query/parsing/parse-exclude.js';
import {parseQuery} from '../../query/parsing/parse-query.js';
import {everything, type Query} from '../../query/query.js';
import {redactedStore} from '../../redaction/redacted-store.js';
import {makeRedaction, type Redaction} from '../../redaction/redaction.js';
import type {Store} from '../../store/store.js';
import {excludingStore} from '../exclude/excluding-store.js';
import {standingExclude} from '../exclude/standing-exclude.js';
import {screenParts} from '../layout/screen-parts.js';
import {ListingController} from '../listing/listing-controller.js';
import type {RotatedLogs} from '../listing/use-rotated.js';
import {liveSearch} from '../search/live-search.js';
import {keptInMemory, type SavedSearches, type SearchHistory, withSaved} from '../search/search-history.js';
import type {ShownData, Times} from './app-props.js';

/** Inputs of `screenData`. */
export type DataOptions = {
	readonly store: Store;
	/** Access to rotated files, or the reason why none can be added. */
	readonly rotated: RotatedLogs | string;
	/** The initial query. */
	readonly query?: Query;
	/** What to hide, see `parseExclude`; null: nothing. */
	readonly exclude?: Query | null;
	/** The initial order. */
	readonly order?: Order;
	/** Storage for earlier searches. Default: memory, until the screen closes. */
	readonly history?: SearchHistory;
	/** The user's saved searches, offered by name. */
	readonly saved?: SavedSearches;
	readonly zone: Zone;
	/** True if secrets are initially hidden. */
	readonly redact?: boolean;
	/** Custom names of secrets. */
	readonly secretNames?: readonly string[];
	/** Starts the alert rules on a store that hides secrets. Default: no alerts. */
	readonly startAlerts?: (store: Store, redaction: Redaction) => Alerts;
};

/** All data sources of the screen on top of one store, with its parsing and formatting of times. */
export type ScreenData = {
	readonly data: ShownData;
	readonly times: Times;
	/** Stops all queries. Doesn't close the store. */
	close(): void;
};

/**
 * Creates the data sources of the screen.
 * @param size - rows per page until the screen reports its size
 * @throws RangeError for an unknown time zone
 */
export function screenData(
	{
		store: whole,
		rotated,
		query = everything,
		exclude: excludedFirst = null,
		order = 'time',
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
	const exclude = standingExclude({
		query: excludedFirst,
		parse: text => parseExclude(text, calendarIn(zone, clock.now())),
		changed: () => search.renew(),
	});
	// Rules count all requests.
	const {store, excluded} = excludingStore(
		alerts === noAlerts ? shownStore : storeWithNotices(shownStore, alerts, redaction),
		exclude,
	);
	const listing = new ListingController({
		...{store, excluded},
		query,
		order,
		size,
		formatTime,
		clock,
		shown: redaction.shown,
	});
	const search = liveSearch({
		...{store, query, saved},
		history: withSaved(history, saved),
		parse: text => parseQuery(text, calendarIn(zone, clock.now())),
		show: (next, isPassing) => listing.setQuery(next, isPassing),
	});
	return {
		data: {listing, store, rotated, search, exclude, excluded, redaction, alerts},
		times: {zoneAt: calendarIn(zone, 0).zoneAt, formatTime, clock},
		close() {
			alerts.close();
			listing.close();
		},
	};
}

/**
 * Returns the number of rows on the first page.
 * @param rows - the requested number; `fit`: the number that fits on the screen
 * @param height - lines of the terminal; 0 if unknown
 */
export function firstPageSize(rows: number | 'fit', height: number): number {
	const fitting = screenParts(height || 24).rows;
	return rows === 'fit' ? fitting : Math.min(rows, fitting);
}
