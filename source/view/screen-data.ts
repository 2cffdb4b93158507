import {noAlerts} from '../alerts/alerts.js';
import {storeWithNotices} from '../alerts/store-with-notices.js';
import {calendarIn} from '../listing/calendar.js';
import {timeFormatter} from '../listing/time-formatter.js';
import {everything} from '../query/query.js';
import {redactedStore} from '../redaction/redacted-store.js';
import {makeRedaction} from '../redaction/redaction.js';
import type {ShownData, Times} from './app-props.js';
import type {Clock} from './clock.js';
import {liveListing} from './listing/live-listing.js';
import type {DataOptions} from './screen-options.js';
import {withSaved} from './search/saved-searches.js';
import {screenSearch} from './search/screen-search.js';
import {keptInMemory} from './search/search-history.js';

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
		query = everything,
		history = keptInMemory(),
		saved = new Map(),
		zone,
		redact = false,
		startAlerts = () => noAlerts,
	}: DataOptions,
	size: number,
	clock: Clock,
): ScreenData {
	const formatTime = timeFormatter(zone);
	const redaction = makeRedaction(redact);
	const shownStore = redactedStore(whole, redaction);
	const alerts = startAlerts(shownStore, redaction);
	const store = alerts === noAlerts ? shownStore : storeWithNotices(shownStore, alerts, redaction);
	const listing = liveListing({store, query, size, formatTime, clock, shown: redaction.shown});
	const search = screenSearch({
		...{store, listing, query, zone, clock, saved},
		history: withSaved(history, saved),
	});
	return {
		data: {listing, store, search, redaction, alerts},
		times: {zoneAt: calendarIn(zone, 0).zoneAt, formatTime, clock},
		close() {
			alerts.close();
			listing.close();
		},
	};
}
