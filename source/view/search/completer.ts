import type {Query} from '../../query/query.js';
import {complete, typedAt} from '../../query/suggestions/complete.js';
import type {Store} from '../../store/store.js';
import type {TextLine} from '../prompt/text-line.js';
import {foundCompletions} from './found-completions.js';
import {type SavedSearches, savedCompletions, withSearchAt} from './search-history.js';
import type {SearchAction, SearchState} from './search-state.js';

/** What the completer works on. */
type CompleterOptions = {
	readonly getState: () => SearchState;
	readonly dispatch: (action: SearchAction) => void;
	/** What a search says; null when it is wrong. */
	readonly read: (text: string) => Query | null;
	/** Puts a line into the bar in place of what is written. */
	readonly write: (line: TextLine) => void;
	readonly store: Pick<Store, 'count' | 'facets'>;
	readonly saved: SavedSearches;
};

/** The list of what the line in the search bar can be completed to. */
export type Completer = {
	/**
	 * Finds out what a line can be completed to, and shows it; what was asked for another line is given up.
	 * @param isAsked - by a key, which takes it where there is nothing to choose
	 */
	offer(line: TextLine, isAsked?: boolean): void;
	/** Chooses the next one; the only one is written at once. */
	choose(): void;
	/** Writes what is chosen; false when nothing is. */
	insertChosen(): boolean;
	/** Gives up what is being asked. */
	stop(): void;
};

/** Completes what is written in the search bar. */
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
			// Without the store's answer there is nothing to offer; what the matter is with it, the listing says.
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
