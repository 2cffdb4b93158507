import {useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import {isEverything} from '../../query/query.js';
import {surelyMeantText} from '../../query/suggestions/likely-meanings.js';
import type {Prompt} from '../prompt/line-editor.js';
import type {LiveSearch, Search, SearchState} from './live-search.js';

const barHints: Prompt['hints'] = [
	{key: 'Enter', text: 'keeps it'},
	{key: 'Esc', text: 'goes back'},
	{key: 'Tab', text: 'completes'},
	{key: '↑ ^R', text: 'earlier searches'},
	{key: '^U', text: 'empty'},
];

/** Subscribes a component to the search. The prompt is the search bar; null while it is closed. */
export function useSearch(search: LiveSearch): {
	readonly search: Search;
	readonly state: SearchState;
	readonly prompt: Prompt | null;
} {
	const state = useSyncExternalStore(search.subscribe, search.getState);
	useEffect(() => () => search.close(), [search]);
	const {query} = state;
	return useMemo(
		() => ({
			state,
			prompt: state.bar && {label: '/', edited: state.bar, hints: barHints, meant: surelyMeantText},
			search: {
				query,
				parse: search.parse,
				add: search.add,
				replace: search.replace,
				begin: search.begin,
			},
		}),
		[search, state, query],
	);
}

/** A search from an earlier session, offered until the user searches for something. */
export type OfferedSearch = {
	/** Empty if there is no offer. */
	readonly text: string;
	/** True while there is an offer. */
	isOpen(): boolean;
	/** Applies the offered search. */
	take(): void;
	/** Withdraws the offer. Returns false if there is no offer. */
	dismiss(): boolean;
};

/**
 * Offers the last search of an earlier session for these logs.
 * @param last - finds that search; may be empty
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
	const isOpen = (): boolean => text !== '' && !isOver.current;
	return {
		text,
		isOpen,
		take: () => void search.put(text),
		dismiss() {
			if (!isOpen()) {
				return false;
			}
			isOver.current = true;
			setText('');
			return true;
		},
	};
}
