import type {Query} from '../../query/query.js';
import {complete, typedAt} from '../../query/suggestions/complete.js';
import type {Store} from '../../store/store.js';
import type {TextLine} from '../prompt/text-line.js';
import {foundCompletions} from './found-completions.js';
import {type SavedSearches, savedCompletions, withSearchAt} from './search-history.js';
import type {SearchAction, SearchState} from './search-state.js';

/** Dependencies of the completer. */
type CompleterOptions = {
	readonly getState: () => SearchState;
	readonly dispatch: (action: SearchAction) => void;
	/** Parses a search. Returns null if it is invalid. */
	readonly read: (text: string) => Query | null;
	/** Replaces the line in the bar. */
	readonly write: (line: TextLine) => void;
	readonly store: Pick<Store, 'count' | 'facets'>;
	readonly saved: SavedSearches;
};

/** Finds, lists and inserts completions of the line in the search bar. */
export type Completer = {
	/**
	 * Finds and shows the completions of a line. Aborts the request for an earlier line.
	 * @param isAsked - true for the Tab key, which also chooses the first completion and inserts it if it is the only one
	 */
	offer(line: TextLine, isAsked?: boolean): void;
	/** Chooses the next completion. Inserts it at once if it is the only one. */
	choose(): void;
	/** Inserts the chosen completion. Returns false if none is chosen. */
	insertChosen(): boolean;
	/** Aborts the running request. */
	stop(): void;
};

/** Completes the line in the search bar. */
export function completer({getState, dispatch, read, write, store, saved}: CompleterOptions): Completer {
	let asking: AbortController | undefined;

	const find = async ({text, caret}: TextLine, isAsked: boolean): Promise<void> => {
		asking?.abort();
		const typed = typedAt(text, caret);
		if (!typed) {
			return;
		}

		const controller = new AbortController();
		asking = controller;
		try {
			const found = await foundCompletions(store, text, typed, read, controller.signal);
			const items = [...savedCompletions(saved, typed), ...found];
			if (!controller.signal.aborted && items.length > 0) {
				dispatch({type: 'completed', completions: {items, typed, chosen: null}});
				if (isAsked) {
					choose();
				}
			}
		} catch {
			// If the store fails, there are no completions. The listing reports the error.
		}
	};

	const insertChosen = (): boolean => {
		const {line, completions} = getState().bar ?? {};
		const item = completions?.items[completions.chosen ?? -1];
		if (!line || !completions || !item) {
			return false;
		}

		write(
			item.search === undefined
				? complete(line.text, completions.typed, item.name, item.isTerm)
				: withSearchAt(line.text, completions.typed, item.search),
		);
		return true;
	};

	const choose = (): void => {
		dispatch({type: 'chose', step: 1});
		if (getState().bar?.completions?.items.length === 1) {
			insertChosen();
		}
	};

	return {
		offer(line, isAsked = false) {
			void find(line, isAsked);
		},
		choose,
		insertChosen,
		stop() {
			asking?.abort();
		},
	};
}
