import type {Query} from '../../query/query.js';
import type {TypedPart} from '../../query/suggestions/complete.js';
import type {TextLine} from '../prompt/text-line.js';
import type {Completion} from './completion.js';
import type {Recall} from './recall.js';

/** What is searched for, and what is being written in the search bar. Never changed in place. */
export type SearchState = {
	/** The query in force: the last one that was right. */
	readonly query: Query;
	/** Null while it is closed. */
	readonly bar: SearchBar | null;
};

/** The search bar while it is open. */
export type SearchBar = {
	readonly line: TextLine;
	/** What is searched for again when the bar is left without keeping what was written. */
	readonly before: Query;
	/** Why the line can't be understood. */
	readonly problem: SearchProblem | null;
	/** Whether that may only be because it is being written still: nothing is said of it then. */
	readonly isUnfinished: boolean;
	readonly recall: Recall | null;
	readonly completions: Completions | null;
};

/** What is wrong, and its place in the line, in UTF-16 units. */
export type SearchProblem = {readonly message: string; readonly start: number; readonly end: number};

/** What the caret's place can be completed to. */
export type Completions = {
	readonly items: readonly Completion[];
	/** What a chosen one takes the place of. */
	readonly typed: TypedPart;
	/** The place among the items, null while none is chosen. */
	readonly chosen: number | null;
};

/** As much of them as it takes to list them. */
export type CompletionList = Pick<Completions, 'items' | 'chosen'> & {
	readonly typed: Pick<Completions['typed'], 'kind'>;
};

/** What a line says: a query, or why it is none. */
export type Reading = {readonly query: Query} | {readonly problem: SearchProblem};

/** What can happen to the search. */
export type SearchAction =
	| {readonly type: 'opened'; readonly line: TextLine}
	/** The line was changed, or its caret moved. */
	| {
			readonly type: 'edited';
			readonly line: TextLine;
			readonly reading: Reading;
			readonly isUnfinished: boolean;
			readonly recall: Recall | null;
			/** What is in force while the last term is unfinished: the terms before it. */
			readonly fallback?: Query | null;
	  }
	/** The line is to be kept as it is, though it is wrong. */
	| {readonly type: 'insisted'}
	/** Completions were found for the line as it is, or they are of no use any more. */
	| {readonly type: 'completed'; readonly completions: Completions | null}
	/** The next completion was chosen, or the one before: after the last comes none, then the first. */
	| {readonly type: 'chose'; readonly step: 1 | -1}
	/** The bar was closed, with the query that is searched for from then on. */
	| {readonly type: 'closed'; readonly query: Query}
	/** The query was changed without the bar. */
	| {readonly type: 'applied'; readonly query: Query};

/** The state after an action; the same object when nothing changes. */
export function reduceSearch(state: SearchState, action: SearchAction): SearchState {
	const {bar} = state;
	switch (action.type) {
		case 'opened': {
			const opened = {
				line: action.line,
				before: state.query,
				problem: null,
				isUnfinished: false,
				recall: null,
				completions: null,
			};
			return bar ? state : {...state, bar: opened};
		}

		case 'edited': {
			if (!bar) {
				return state;
			}

			const {line, reading, isUnfinished, recall, fallback} = action;
			const isRight = 'query' in reading;
			return {
				...state,
				query: isRight ? reading.query : (fallback ?? state.query),
				bar: {
					...bar,
					line,
					problem: isRight ? null : reading.problem,
					isUnfinished,
					recall,
					completions: null,
				},
			};
		}

		case 'insisted':
			return bar?.isUnfinished ? {...state, bar: {...bar, isUnfinished: false}} : state;
		case 'completed':
			return bar && bar.completions !== action.completions
				? {...state, bar: {...bar, completions: action.completions}}
				: state;
		case 'chose': {
			const completions = bar?.completions;
			return bar && completions && completions.items.length > 0
				? {...state, bar: {...bar, completions: {...completions, chosen: stepped(completions, action.step)}}}
				: state;
		}

		case 'closed':
			return {query: action.query, bar: null};
		case 'applied':
			return state.query === action.query ? state : {...state, query: action.query};
	}
}

function stepped({items, chosen}: Completions, step: 1 | -1): number | null {
	// None has a place of its own, after the last.
	const places = items.length + 1;
	const next = ((chosen ?? items.length) + step + places) % places;
	return next === items.length ? null : next;
}
