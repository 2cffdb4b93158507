import type {Query} from '../../query/query.js';
import type {TypedPart} from '../../query/suggestions/complete.js';
import type {TextLine} from '../prompt/text-line.js';
import type {Completion} from './completion.js';
import type {Recall} from './recall.js';

/** State of the search and the search bar. Immutable. */
export type SearchState = {
	/** The active query: the last valid one. */
	readonly query: Query;
	/** Null while the bar is closed. */
	readonly bar: SearchBar | null;
};

/** State of the open search bar. */
export type SearchBar = {
	readonly line: TextLine;
	/** The query before the bar was opened. Escape restores it. */
	readonly before: Query;
	/** The parse error of the line, or null. */
	readonly problem: SearchProblem | null;
	/** True if the line is probably invalid only because it is incomplete. The screen shows no error then. */
	readonly isUnfinished: boolean;
	readonly recall: Recall | null;
	readonly completions: Completions | null;
};

/** A parse error with its position in the line, in UTF-16 units. */
export type SearchProblem = {readonly message: string; readonly start: number; readonly end: number};

/** Completions for the caret position. */
export type Completions = {
	readonly items: readonly Completion[];
	/** The part of the line that a completion replaces. */
	readonly typed: TypedPart;
	/** Index of the chosen item, or null. */
	readonly chosen: number | null;
};

/** The properties of completions that the list needs. The palette has no other ones. */
export type CompletionList = Pick<Completions, 'items' | 'chosen'> & {
	readonly typed: Pick<Completions['typed'], 'kind'>;
};

/** Result of parsing a line: a query or an error. */
export type Reading = {readonly query: Query} | {readonly problem: SearchProblem};

/** Actions on the search state. */
export type SearchAction =
	| {readonly type: 'opened'; readonly line: TextLine}
	/** The text or the caret changed. */
	| {
			readonly type: 'edited';
			readonly line: TextLine;
			readonly reading: Reading;
			readonly isUnfinished: boolean;
			readonly recall: Recall | null;
			/** The terms before the unfinished last one. They are the active query until that term is complete. */
			readonly fallback?: Query | null;
	  }
	/** Enter was pressed although the line is invalid. Shows the error. */
	| {readonly type: 'insisted'}
	/** Completions for the line arrived, or null removes the list. */
	| {readonly type: 'completed'; readonly completions: Completions | null}
	/** The next or previous completion was chosen. After the last one no completion is chosen, then the first. */
	| {readonly type: 'chose'; readonly step: 1 | -1}
	/** The bar was closed with this query. */
	| {readonly type: 'closed'; readonly query: Query}
	/** The query changed without the bar. */
	| {readonly type: 'applied'; readonly query: Query};

/** Returns the next state, or the same object if nothing changes. */
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
	// "No completion" has its own position, after the last item.
	const places = items.length + 1;
	const next = ((chosen ?? items.length) + step + places) % places;
	return next === items.length ? null : next;
}
