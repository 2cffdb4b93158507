import {useMemo} from 'react';
import type {Clock} from '../../clock.js';
import {onlyPeriod} from '../../query/period-of.js';
import {isEverything, type Query} from '../../query/query.js';
import {termsOf} from '../../query/terms.js';
import type {Store} from '../../store/store.js';
import type {TermCount} from '../listing/empty-texts.js';
import {type Asking, useLiveAnswer} from '../state/use-live-answer.js';
import {withoutTerm} from './chips.js';
import type {LiveSearch} from './live-search.js';

/** Maximum number of terms: the last ones, which the user added last. */
const maxTerms = 5;

/** The results of shorter versions of a search that has no results. */
export type EmptyCounts = {
	/** Results without each of the last terms; empty with a single term. */
	readonly terms: readonly TermCount[];
	/** Number of all requests in the searched period. */
	readonly inPeriod: number;
};

type Counts = {
	/** By distance from the last term. */
	readonly terms: ReadonlyArray<{readonly fromLast: number; readonly n: number}>;
	readonly inPeriod: number;
};

/** Pause between two answers, in ms. The search has no results, so the counts only show which term is to blame. */
const pause = 2000;

/**
 * For a search without results, counts the matches of the search without each of its last terms, and of its period. Returns null
 * until known.
 * @param shownText - the search as shown, in which secrets are hidden
 * @param isEmpty - true if the search has no results
 */
export function useEmptyCounts(
	{store, clock, search}: {readonly store: Store; readonly clock: Clock; readonly search: LiveSearch},
	query: Query,
	shownText: string,
	isEmpty: boolean,
): EmptyCounts | null {
	const asking = useMemo(
		(): Asking<Counts> => ({
			...{store, clock, pause},
			answer: ({query}, signal) => askCounts(store, search, query, signal),
		}),
		[store, clock, search],
	);
	const isAsked = isEmpty && !isEverything(query);
	const {answer, answered} = useLiveAnswer(asking, isAsked ? {query} : null, false);
	const shown = termsOf(shownText);
	if (
		!isAsked ||
		answer === null ||
		answered?.query !== query ||
		shown.length !== termsOf(query.text).length
	) {
		return null;
	}
	const {terms, inPeriod} = answer;
	return {terms: terms.map(({fromLast, n}) => ({term: shown.at(-fromLast)?.text ?? '', n})), inPeriod};
}

async function askCounts(
	store: Pick<Store, 'count'>,
	search: Pick<LiveSearch, 'queryOf'>,
	query: Query,
	signal: AbortSignal,
): Promise<Counts> {
	const all = termsOf(query.text).length;
	const counted = all < 2 ? 0 : Math.min(maxTerms, all);
	const [{n: inPeriod}, ...counts] = await Promise.all([
		store.count(onlyPeriod(query), signal),
		...Array.from({length: counted}, async (_, index) => {
			const fromLast = counted - index;
			const without = search.queryOf(withoutTerm(query.text, fromLast) ?? '');
			return without ? [{fromLast, n: (await store.count(without, signal)).n}] : [];
		}),
	]);
	return {terms: counts.flat(), inPeriod};
}
