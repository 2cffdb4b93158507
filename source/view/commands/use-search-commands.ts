import {useMemo} from 'react';
import type {Store} from '../../store/store.js';
import {clientFinders} from '../story/facts/client-finders.js';
import {type SearchCommands, type SearchCommandsOptions, searchCommands} from './search-commands.js';
import {statusFinders} from './status-finders.js';

/** What the keys that search work on. */
type Options = Omit<SearchCommandsOptions, 'store' | 'statusFinders' | 'clientFinders'> & {
	readonly store: Store;
};

/** What the keys do that change the search, or look for a row; what they have found out is kept for as long as the store. */
export function useSearchCommands(options: Options): SearchCommands {
	const {store} = options;
	const finders = useMemo(
		() => ({statusFinders: statusFinders(store), clientFinders: clientFinders(store)}),
		[store],
	);
	return searchCommands({...options, ...finders});
}
