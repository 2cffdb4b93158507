import {everything, type Query} from '../../query/query.js';
import {QueryError} from '../../query/query-error.js';
import type {Store} from '../../store/store.js';
import {externalStore} from '../state/external-store.js';
import type {Typed} from '../terminal/key-queue.js';
import {barDriver} from './bar-driver.js';
import {withoutLastTerm, withoutTerm, withTerms, withTermsFor} from './chips.js';
import type {SavedSearches, SearchHistory} from './search-history.js';
import {type Reading, reduceSearch, type SearchState} from './search-state.js';

/** What is searched for, and how panels and keys change it. */
export type Search = {
	/** The query in force: the last one that was right. */
	readonly query: Query;
	/**
	 * Adds terms, as they are written in the search bar; those that are there already are not added again, and a term
	 * gives way to its opposite.
	 */
	add(...terms: readonly string[]): void;
	/** Takes out the terms whose fields are among these (`status`, `since`, …) and adds others in their place. */
	replace(fields: readonly string[], ...terms: readonly string[]): void;
	/** Searches for that in place of all that is searched for, unless it can't be understood. */
	begin(text: string): void;
	/** Takes the last term off; false when there is none. */
	dropLast(): boolean;
};

/** What a search is made live with. */
type LiveSearchOptions = {
	readonly store: Pick<Store, 'count' | 'facets'>;
	/** What is searched for to begin with. */
	readonly query: Query;
	parse(text: string): Query;
	readonly history: SearchHistory;
	/** Searches of the user's own, to be chosen by their names. */
	readonly saved?: SavedSearches;
	/**
	 * Shows what another query matches. `isPassing`: it is being written still, and what was shown before may come
	 * back.
	 */
	readonly show: (query: Query, isPassing: boolean) => void;
};

/** The search as it lives: an external store for React, changed by the keys, the panels and what the store answers. */
export type LiveSearch = Search & {
	getState(): SearchState;
	subscribe(listener: () => void): () => void;
	/** Searches for nothing in particular any more; false when nothing was searched for. */
	clear(): boolean;
	/** Searches for that in place of what is searched for; what is wrong with it where it can't be understood, or null. */
	put(text: string): string | null;
	/** What is wrong with a search, for reading; null when nothing is. */
	problemOf(text: string): string | null;
	/** Takes a term off, counted from the last one, which is 1. */
	dropTerm(fromLast: number): void;
	/** Opens the search bar. */
	open(): void;
	/** Whether what is typed goes into the bar. */
	isOpen(): boolean;
	/** A key that was typed into the bar. */
	type(typed: Typed): void;
	/** A text that was pasted into the bar. */
	paste(text: string): void;
	close(): void;
};

/** Makes a search live. */
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
		// The same object is the same question, of which the store knows the answer.
		const {query, bar} = getState();
		const known = [query, bar?.before].find(candidate => candidate?.text === trimmed);
		if (known) {
			return {query: known};
		}

		try {
			// Read as it was written, so that a place in it is one in the line.
			const {expression} = parse(text);
			return {query: trimmed === '' ? everything : {text: trimmed, expression}};
		} catch (error) {
			if (!(error instanceof QueryError)) {
				throw error;
			}

			return {problem: {message: error.message, start: error.start, end: error.end}};
		}
	};

	/** Shows the query in force, when it is another one than before. */
	const showing = (change: () => void, isPassing: boolean): void => {
		const {query} = getState();
		change();
		const {query: next} = getState();
		if (next !== query || !isPassing) {
			show(next, isPassing);
		}
	};

	/** Returns why it can't be searched for, or null. */
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
