import {everything, type Query} from '../../query/query.js';
import {QueryError} from '../../query/query-error.js';
import type {Store} from '../../store/store.js';
import {externalStore} from '../state/external-store.js';
import type {Typed} from '../terminal/key-queue.js';
import {barDriver} from './bar-driver.js';
import {withoutLastTerm, withoutTerm, withTerms, withTermsFor} from './chips.js';
import type {SavedSearches, SearchHistory} from './search-history.js';
import {type Reading, reduceSearch, type SearchState} from './search-state.js';

/** The current search, and how panels and keys change it. */
export type Search = {
	/** The active query: the last valid one. */
	readonly query: Query;
	/** Adds terms in the syntax of the search bar. Skips terms that are already present; a term replaces its opposite. */
	add(...terms: readonly string[]): void;
	/** Replaces all terms of these fields (`status`, `since`, …) with `terms`. */
	replace(fields: readonly string[], ...terms: readonly string[]): void;
	/** Replaces the whole search, unless `text` is invalid. */
	begin(text: string): void;
	/** Removes the last term. Returns false if there is none. */
	dropLast(): boolean;
};

/** Dependencies of a live search. */
type LiveSearchOptions = {
	readonly store: Pick<Store, 'count' | 'facets'>;
	/** The initial query. */
	readonly query: Query;
	parse(text: string): Query;
	readonly history: SearchHistory;
	/** The user's saved searches, offered by name. */
	readonly saved?: SavedSearches;
	/** Shows the result of a new query. `isPassing` is true while the user is still typing and may return to the earlier result. */
	readonly show: (query: Query, isPassing: boolean) => void;
};

/** The search with its state, as an external store for React. Keys, panels and answers of the store change it. */
export type LiveSearch = Search & {
	getState(): SearchState;
	subscribe(listener: () => void): () => void;
	/** Clears the search. Returns false if it was already empty. */
	clear(): boolean;
	/** Replaces the whole search and adds it to the history. Returns the error message if `text` is invalid, otherwise null. */
	put(text: string): string | null;
	/** Returns the error message for a search, or null if it is valid. */
	problemOf(text: string): string | null;
	/** Removes a term. `fromLast` counts from the end; the last term is 1. */
	dropTerm(fromLast: number): void;
	open(): void;
	/** True while the bar takes the keyboard input. */
	isOpen(): boolean;
	/** Handles one key or text typed into the bar. */
	type(typed: Typed): void;
	/** Inserts pasted text into the bar. */
	paste(text: string): void;
	close(): void;
};

/** Creates a live search. */
export function liveSearch({
	store,
	query: first,
	parse,
	history,
	saved = new Map(),
	show,
}: LiveSearchOptions): LiveSearch {
	const initial: SearchState = {query: first, bar: null};
	const {getState, subscribe, dispatch} = externalStore(initial, reduceSearch);

	const read = (text: string): Reading => {
		const trimmed = text.trim();
		// The store recognises a repeated question by the identity of its query object and already knows the answer.
		const {query, bar} = getState();
		const known = [query, bar?.before].find(candidate => candidate?.text === trimmed);
		if (known) {
			return {query: known};
		}

		try {
			// Parses the untrimmed text, so that error positions are positions in the line.
			const {expression} = parse(text);
			return {query: trimmed === '' ? everything : {text: trimmed, expression}};
		} catch (error) {
			if (!(error instanceof QueryError)) {
				throw error;
			}

			return {problem: {message: error.message, start: error.start, end: error.end}};
		}
	};

	/** Runs `change`, then shows the active query if it changed or `isPassing` is false. */
	const showing = (change: () => void, isPassing: boolean): void => {
		const {query} = getState();
		change();
		const {query: next} = getState();
		if (next !== query || !isPassing) {
			show(next, isPassing);
		}
	};

	/** Replaces the search. Returns the error message if `text` is invalid, otherwise null. */
	const change = (text: string): string | null => {
		const reading = read(text);
		if ('problem' in reading) {
			return reading.problem.message;
		}

		showing(() => dispatch({type: 'applied', query: reading.query}), false);
		return null;
	};

	const bar = barDriver({getState, dispatch, read, showing, store, history, saved});
	return {
		get query() {
			return getState().query;
		},
		getState,
		subscribe,
		add(...terms) {
			change(withTerms(getState().query.text, terms));
		},
		replace(fields, ...terms) {
			change(withTermsFor(getState().query.text, fields, terms));
		},
		begin: change,
		dropLast() {
			const text = withoutLastTerm(getState().query.text);
			if (text !== null) {
				change(text);
			}

			return text !== null;
		},
		dropTerm(fromLast) {
			const text = withoutTerm(getState().query.text, fromLast);
			if (text !== null) {
				change(text);
			}
		},
		clear() {
			const {text} = getState().query;
			change('');
			return text !== '';
		},
		put(text) {
			const problem = change(text);
			if (problem === null) {
				history.add(getState().query.text);
			}

			return problem;
		},
		problemOf(text) {
			const reading = read(text);
			return 'problem' in reading ? reading.problem.message : null;
		},
		open: bar.open,
		isOpen: () => getState().bar !== null,
		type: bar.type,
		paste: bar.paste,
		close: bar.close,
	};
}
