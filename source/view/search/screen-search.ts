import type {Clock} from '../../clock.js';
import {calendarIn} from '../../format/calendar.js';
import type {Zone} from '../../format/time-formatter.js';
import {parseQuery} from '../../query/parsing/parse-query.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {ListingController} from '../listing/listing-controller.js';
import {type LiveSearch, liveSearch} from './live-search.js';
import type {SavedSearches, SearchHistory} from './search-history.js';

/** What the search of a listing is made with. */
type ScreenSearchOptions = {
	readonly store: Pick<Store, 'count' | 'facets'>;
	readonly listing: Pick<ListingController, 'setQuery'>;
	/** What is searched for to begin with. */
	readonly query: Query;
	readonly zone: Zone;
	readonly clock: Pick<Clock, 'now'>;
	readonly history: SearchHistory;
	readonly saved?: SavedSearches;
};

/** The search of a listing, whose times are read in a zone. */
export function screenSearch({
	store,
	listing,
	query,
	zone,
	clock,
	history,
	saved = new Map(),
}: ScreenSearchOptions): LiveSearch {
	return liveSearch({
		store,
		query,
		parse: text => parseQuery(text, calendarIn(zone, clock.now())),
		history,
		saved,
		show: (next, isPassing) => listing.setQuery(next, isPassing),
	});
}
