import {everything, type Query} from '../../query/query.js';
import {QueryError} from '../../query/query-error.js';
import type {Store} from '../../store/store.js';
import type {Typed} from '../keys/typed.js';
import {barDriver} from './bar-driver.js';
import {type ParseQuery, withoutLastTerm, withTerms, withTermsFor} from './edited-query.js';
import type {Search} from './search.js';
import type {SearchHistory} from './search-history.js';
import {type Reading, reduceSearch, type SearchAction, type SearchState} from './search-state.js';

export type LiveSearchOptions = {
	readonly store: Pick<Store, 'facets'>;
	/** What is searched for to begin with. */
	readonly query: Query;
	readonly parse: ParseQuery;
	readonly history: SearchHistory;
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
export function liveSearch({store, query: first, parse, history, show}: LiveSearchOptions): LiveSearch {
	let state: SearchState = {query: first, bar: null};
	const listeners = new Set<() => void>();

	const dispatch = (action: SearchAction): void => {
		const next = reduceSearch(state, action);
		if (next !== state) {
			state = next;
			for (const listener of listeners) {
				listener();
			}
		}
	};

	const read = (text: string): Reading => {
		const trimmed = text.trim();
		// The same object is the same question, of which the store knows the answer.
		const known = [state.query, state.bar?.before].find(query => query?.text === trimmed);
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
		const {query} = state;
		change();
		if (state.query !== query || !isPassing) {
			show(state.query, isPassing);
		}
	};

	const change = (text: string): void => {
		const reading = read(text);
		if ('query' in reading) {
			showing(() => dispatch({type: 'applied', query: reading.query}), false);
		}
	};

	const bar = barDriver({getState: () => state, dispatch, read, showing, store, history});
	return {
		get query() {
			return state.query;
		},
		getState: () => state,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		add(...terms) {
			change(withTerms(state.query.text, terms, parse));
		},
		replace(fields, ...terms) {
			change(withTermsFor(state.query.text, fields, terms, parse));
		},
		dropLast() {
			const text = withoutLastTerm(state.query.text);
			if (text !== null) {
				change(text);
			}

			return text !== null;
		},
		clear() {
			const {text} = state.query;
			change('');
			return text !== '';
		},
		open: bar.open,
		isOpen: () => state.bar !== null,
		type: bar.type,
		paste: bar.paste,
		close: bar.close,
	};
}
