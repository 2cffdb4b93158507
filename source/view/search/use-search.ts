import {useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import {isEverything} from '../../query/query.js';
import type {LiveSearch, Search} from './live-search.js';
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

/** A search that is offered until something is searched for. */
type OfferedSearch = {
	/** Empty: none is. */
	readonly text: string;
	/** Searches for it; false when none is offered. */
	take(): boolean;
	/** Offers it no more; false when none is offered. */
	dismiss(): boolean;
};

/**
 * Offers what was last searched for here.
 * @param last - finds it out; empty: nothing
 * @param hasRows - whether there are rows on the screen: they come first
 */
export function useOfferedSearch(
	last: () => Promise<string>,
	hasRows: boolean,
	search: LiveSearch,
	{query, bar}: SearchState,
): OfferedSearch {
	const [text, setText] = useState('');
	const isOver = useRef(false);
	const isSearching = bar === null && !isEverything(query);
	useEffect(() => {
		if (isSearching) {
			isOver.current = true;
			setText('');
		}
	}, [isSearching]);
	useEffect(() => {
		if (hasRows && !isOver.current) {
			void last().then(found => {
				if (!isOver.current && found !== '' && search.problemOf(found) === null) {
					setText(found);
				}
			});
		}
	}, [hasRows, last, search]);
	return {
		text,
		take() {
			if (text === '' || isOver.current) {
				return false;
			}

			search.put(text);
			return true;
		},
		dismiss() {
			if (text === '' || isOver.current) {
				return false;
			}

			isOver.current = true;
			setText('');
			return true;
		},
	};
}
