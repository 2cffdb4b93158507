import {everything, type Query} from '../../query/query.js';
import type {TypedPart} from '../../query/suggestions/complete.js';
import {meantTerm} from '../../query/suggestions/meant-term.js';
import type {Store} from '../../store/store.js';
import type {Completion} from './completion.js';

/** Maximum number of values to request. No list on the screen is longer. */
export const mostValues = 50;

/**
 * Finds completions for a part of a search. Values that start with the typed text precede values that contain it. Both groups are
 * sorted by frequency among the requests that match the other terms. If a bare word probably stands for a term, that term is
 * first. If no URL contains the word, returns terms that find it in other fields.
 * @param read - parses a search and returns null if it is invalid
 */
export async function foundCompletions(
	store: Pick<Store, 'count' | 'facets'>,
	text: string,
	typed: TypedPart,
	read: (text: string) => Query | null,
	signal: AbortSignal,
): Promise<readonly Completion[]> {
	if (typed.kind !== 'value') {
		return typed.candidates.map(({name, explained}) => ({name, detail: explained}));
	}

	const others = withoutTerm(text, typed);
	const query = read(others) ?? everything;
	const options = {containing: typed.typed, signal};
	const {values, estimated} = await store.facets(query, typed.field, mostValues, options);
	const found = values.flatMap(({value, n}) =>
		value === null ? [] : [{name: value, detail: `${estimated ? 'about ' : ''}${n}`}],
	);
	const wanted = typed.typed.toLowerCase();
	const isBeginning = ({name}: Completion): boolean => name.toLowerCase().startsWith(wanted);
	const meant = typed.isBare ? meantTerm(text.slice(typed.start, typed.end)) : null;
	const first: readonly Completion[] = meant ? [{name: meant.term, detail: '', isTerm: true}] : [];
	if (typed.isBare && first.length === 0 && found.length === 0 && typed.typed !== '') {
		return elsewhere(store, others, text.slice(typed.start, typed.end), read, signal);
	}

	return [...first, ...found.filter(isBeginning), ...found.filter(completion => !isBeginning(completion))];
}

/** The fields to check for a word that no URL contains. Users who come from grep type the plain name of a program or site. */
const otherFields = ['agent', 'host', 'referer', 'user'];

/** Returns the terms that find a word in other fields, with their numbers of requests. */
async function elsewhere(
	store: Pick<Store, 'count'>,
	others: string,
	word: string,
	read: (text: string) => Query | null,
	signal: AbortSignal,
): Promise<readonly Completion[]> {
	const found = await Promise.all(
		otherFields.map(async (field): Promise<Completion | null> => {
			const name = `${field}:${word}`;
			// With an OR, the other terms may not parse without this one. Then the term is counted without them.
			const query = read(others) === null ? read(name) : read(`${others} ${name}`);
			const n = query === null ? 0 : (await store.count(query, signal)).n;
			return n === 0 ? null : {name, detail: `${n}`, isTerm: true};
		}),
	);
	return found.filter(completion => completion !== null);
}

/** Returns the search without the term that contains the typed part. */
function withoutTerm(text: string, {start, end}: TypedPart): string {
	const before = text.slice(0, start).replace(/[^\s()]*$/, '');
	return `${before} ${text.slice(end)}`;
}
