import {useMemo} from 'react';
import type {Clock} from '../../clock.js';
import type {Query} from '../../query/query.js';
import {termsOf} from '../../query/terms.js';
import type {Store} from '../../store/store.js';
import type {TermCount} from '../listing/empty-texts.js';
import {type Asking, useLiveAnswer} from '../state/use-live-answer.js';
import {withoutTerm} from './chips.js';
import type {LiveSearch} from './live-search.js';

/** Maximum number of terms: the last ones, which the user added last. */
const maxTerms = 5;

/** Results without each term, by distance from the last term. */
type Counts = ReadonlyArray<{readonly fromLast: number; readonly n: number}>;

/** Pause between two answers, in ms. The search has no results, so the counts only show which term is to blame. */
const pause = 2000;

const none: readonly TermCount[] = [];

/**
 * Counts what a search without results would find without each of its last terms.
 * @param shownText - the search as shown, in which secrets are hidden
 * @param isEmpty - true if the search has no results
 */
export function useTermCounts(
	{store, clock, search}: {readonly store: Store; readonly clock: Clock; readonly search: LiveSearch},
	query: Query,
	shownText: string,
	isEmpty: boolean,
): readonly TermCount[] {
	const asking = useMemo(
		(): Asking<Counts> => ({
			...{store, clock, pause},
			answer: ({query}, signal) => askCounts(store, search, query, signal),
		}),
		[store, clock, search],
	);
	const isAsked = isEmpty && termsOf(query.text).length > 1;
	const {answer, answered} = useLiveAnswer(asking, isAsked ? {query} : null, false);
	const shown = termsOf(shownText);
	if (
		!isAsked ||
		answer === null ||
		answered?.query !== query ||
		shown.length !== termsOf(query.text).length
	) {
		return none;
	}
	return answer.map(({fromLast, n}) => ({term: shown.at(-fromLast)?.text ?? '', n}));
}

async function askCounts(
	store: Pick<Store, 'count'>,
	search: Pick<LiveSearch, 'queryOf'>,
	{text}: Query,
	signal: AbortSignal,
): Promise<Counts> {
	const counted = Math.min(maxTerms, termsOf(text).length);
	const counts = await Promise.all(
		Array.from({length: counted}, async (_, index) => {
			const fromLast = counted - index;
			const query = search.queryOf(withoutTerm(text, fromLast) ?? '');
			return query ? [{fromLast, n: (await store.count(query, signal)).n}] : [];
		}),
	);
	return counts.flat();
}
