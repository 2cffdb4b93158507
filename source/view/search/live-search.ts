import {everything, type Query} from '../../query/query.js';
import {QueryError} from '../../query/query-error.js';
import {isUnfinished} from '../../query/suggestions/is-unfinished.js';
import {type EditedLine, type LineEditor, type LineProblem, lineEditor} from '../prompt/line-editor.js';
import {lineOf, type TextLine, tooLongText} from '../prompt/text-line.js';
import {externalStore} from '../state/external-store.js';
import {withoutLastTerm, withoutTerm, withTerms, withTermsFor} from './chips.js';
import {type AskedStore, searchCompletions} from './search-completions.js';
import type {SavedSearches, SearchHistory} from './search-history.js';

/** The current search, and how panels and keys change it. */
export type Search = {
	/** The active query: the last valid one. */
	readonly query: Query;
	/** Parses a search. Throws a QueryError if it is invalid. */
	parse(text: string): Query;
	/** Adds terms in the syntax of the search bar. Skips terms that are already present; a term replaces its opposite. */
	add(...terms: readonly string[]): void;
	/** Replaces all terms of these fields (`status`, `since`, …) with `terms`. */
	replace(fields: readonly string[], ...terms: readonly string[]): void;
	/** Replaces the whole search, unless `text` is invalid. */
	begin(text: string): void;
};

/** Dependencies of a live search. */
type LiveSearchOptions = {
	readonly store: AskedStore;
	/** The initial query. */
	readonly query: Query;
	parse(text: string): Query;
	readonly history: SearchHistory;
	/** The user's saved searches, offered by name. */
	readonly saved?: SavedSearches;
	/** Shows the result of a new query. `isPassing` is true while the user is still typing and may return to the earlier result. */
	readonly show: (query: Query, isPassing: boolean) => void;
};

/** State of the search and the search bar. Immutable. */
export type SearchState = {
	/** The active query: the last valid one. */
	readonly query: Query;
	/** The query before the bar was last opened. Escape restores it. */
	readonly before: Query;
	/** Null while the bar is closed. */
	readonly bar: EditedLine | null;
};

/** Result of parsing a line: a query or an error. */
type Reading = {readonly query: Query} | {readonly problem: LineProblem};

/** The search with its state, as an external store for React. Keys, panels and answers of the store change it. */
export type LiveSearch = Search &
	Omit<LineEditor, 'open' | 'stop'> & {
		getState(): SearchState;
		subscribe(listener: () => void): () => void;
		/** Runs the same search again, because other requests match it now. */
		renew(): void;
		/** Clears the search. */
		clear(): void;
		/** Removes the last term, if there is one. */
		dropLast(): void;
		/** Replaces the whole search and adds it to the history. Returns the error message if `text` is invalid, otherwise null. */
		put(text: string): string | null;
		/** Returns the error message for a search, or null if it is valid. */
		problemOf(text: string): string | null;
		/** Returns the query for a search; null if it is invalid. */
		queryOf(text: string): Query | null;
		/** Removes a term. `fromLast` counts from the end; the last term is 1. */
		dropTerm(fromLast: number): void;
		/** Opens the search bar. */
		open(): void;
		/** Aborts a running request for completions. */
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
	const initial: SearchState = {query: first, before: first, bar: null};
	const {
		getState,
		subscribe,
		dispatch: set,
	} = externalStore(initial, (state, changes: Partial<SearchState>) => ({...state, ...changes}));

	const read = (text: string): Reading => {
		const trimmed = text.trim();
		// The store recognises a repeated question by the identity of its query object and already knows the answer.
		const {query, before, bar} = getState();
		const known = [query, ...(bar ? [before] : [])].find(({text: other}) => other === trimmed);
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
	const readRight = (text: string): Query | null => {
		const reading = read(text);
		return 'query' in reading ? reading.query : null;
	};

	/** Makes a query active. Shows it if it changed or `isPassing` is false. */
	const apply = (query: Query, isPassing: boolean): void => {
		const {query: old} = getState();
		if (query !== old) {
			set({query});
		}
		if (query !== old || !isPassing) {
			show(query, isPassing);
		}
	};

	/** Replaces the search. Returns the error message if `text` is invalid, otherwise null. */
	const change = (text: string): string | null => {
		const reading = read(text);
		if ('problem' in reading) {
			return reading.problem.message;
		}
		apply(reading.query, false);
		return null;
	};

	/** Parses the line of the bar. If only the caret moved, returns the earlier result. */
	const readingOf = ({text, caret, left}: TextLine): Reading => {
		const {query, bar} = getState();
		const isSame = text === bar?.line.text;
		if (left !== undefined && !(isSame && left === bar?.line.left)) {
			// Reports a truncated search as an error, because its result would belong to a different search.
			const message = tooLongText({text, caret, left});
			return {problem: {message, start: Math.max(0, caret - 1), end: caret}};
		}
		return !isSame ? read(text) : bar.problem ? {problem: bar.problem} : {query};
	};
	const editor = lineEditor(
		{
			history,
			complete: (line, signal) => searchCompletions(line, {store, read: readRight, saved}, signal),
			read(edited) {
				const {line, recall} = edited;
				const reading = readingOf(line);
				if ('query' in reading) {
					apply(reading.query, true);
					return {...edited, problem: null, isUnfinished: false};
				}
				const {problem} = reading;
				const isBegun =
					!recall &&
					line.left === undefined &&
					line.caret === line.text.length &&
					isUnfinished(line.text, text => readRight(text) !== null);
				if (isBegun) {
					// While the last term is unfinished, the terms before it stay active. The half-typed word would match as a bare word,
					// mostly nothing.
					apply(readRight(line.text.replace(/[^\s()]*$/, '')) ?? getState().query, true);
				}
				return {...edited, problem, isUnfinished: isBegun};
			},
			enter(edited) {
				if (edited.problem) {
					return {...edited, isUnfinished: false};
				}
				const {query} = getState();
				history.add(query.text);
				apply(query, false);
				return null;
			},
			leave: () => apply(getState().before, true),
		},
		{latest: () => getState().bar, set: bar => set({bar})},
	);

	return {
		get query() {
			return getState().query;
		},
		getState,
		subscribe,
		parse,
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
		},
		dropTerm(fromLast) {
			const text = withoutTerm(getState().query.text, fromLast);
			if (text !== null) {
				change(text);
			}
		},
		renew() {
			// A new object is a new question for everything that shows the search.
			const {query, before} = getState();
			set({query: {...query}, before: {...before}});
			show(getState().query, false);
		},
		clear: () => void change(''),
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
		queryOf: readRight,
		...editor,
		open() {
			const {query} = getState();
			set({before: query});
			apply(query, false);
			// New terms follow the existing ones.
			editor.open(lineOf(query.text === '' ? '' : `${query.text} `));
		},
		close: editor.stop,
	};
}
