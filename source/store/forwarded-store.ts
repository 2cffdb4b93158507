import {noGeo} from '../geo/geo.js';
import type {Store} from './store.js';

/** Returns a store that forwards every call to `store`. Wrappers of a store override the methods that they change. */
export function forwardedStore(store: Store): Store {
	return {
		isFleet: store.isFleet ?? false,
		geoFields: store.geoFields ?? noGeo.fields,
		format: store.format,
		count: (...args) => store.count(...args),
		page: (...args) => store.page(...args),
		histogram: (...args) => store.histogram(...args),
		heatmap: (...args) => store.heatmap(...args),
		facets: (...args) => store.facets(...args),
		routes: (...args) => store.routes(...args),
		visits: (...args) => store.visits(...args),
		differences: (...args) => store.differences(...args),
		get: (...args) => store.get(...args),
		arrivals: (...args) => store.arrivals(...args),
		isAfter: (...args) => store.isAfter(...args),
		raw: (...args) => store.raw(...args),
		unrecognisedLines: (...args) => store.unrecognisedLines(...args),
		subscribe: (...args) => store.subscribe(...args),
		status: () => store.status(),
		together: queries => store.together(queries),
		holdAtMost: entries => store.holdAtMost(entries),
		showFields: names => store.showFields(names),
		logFields: signal => store.logFields(signal),
		shownField: store.shownField,
		logValues: (...args) => store.logValues(...args),
		addJson: (...args) => store.addJson(...args),
		unknownLogFields: query => store.unknownLogFields(query),
		searched: (...args) => store.searched(...args),
		settled: signal => store.settled(signal),
		close: () => store.close(),
	};
}
