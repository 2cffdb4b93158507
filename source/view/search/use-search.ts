import {useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import {isEverything} from '../../query/query.js';
import type {LiveSearch, Search} from './live-search.js';
import type {SearchState} from './search-state.js';

/** Subscribes a component to the search. */
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

/** A search from an earlier session, offered until the user searches for something. */
type OfferedSearch = {
	/** Empty if there is no offer. */
	readonly text: string;
	/** Applies the offered search. Returns false if there is no offer. */
	take(): boolean;
	/** Withdraws the offer. Returns false if there is no offer. */
	dismiss(): boolean;
};

/**
 * Offers the last search of an earlier session in this place.
 * @param last - finds that search; empty if there is none
 * @param hasRows - true once the screen shows rows, which take precedence
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
