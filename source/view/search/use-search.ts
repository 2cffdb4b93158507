import {useEffect, useMemo, useSyncExternalStore} from 'react';
import type {LiveSearch} from './live-search.js';
import type {Search} from './search.js';
import type {SearchState} from './search-state.js';

/** The search, drawn anew when it changes. */
export function useSearch(search: LiveSearch): {readonly search: Search; readonly state: SearchState} {
	const state = useSyncExternalStore(search.subscribe, search.getState);
	useEffect(() => () => search.close(), [search]);
	const {query} = state;
	return useMemo(
		() => ({
			state,
			search: {
				query,
				add: search.add,
				replace: search.replace,
				begin: search.begin,
				dropLast: search.dropLast,
			},
		}),
		[search, state, query],
	);
}
