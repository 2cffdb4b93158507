import {everything, type Query} from '../../query/query.js';
import type {TypedPart} from '../../query/suggestions/complete.js';
import {meantTerm} from '../../query/suggestions/meant-term.js';
import type {Store} from '../../store/store.js';
import type {Completion} from './completion.js';

/** Values that are asked for: no list on the screen is longer. */
export const mostValues = 50;

/**
 * What a part of a search can be completed to: of values those that begin with what has been typed, then those that
 * contain it, of either the most frequent first among the requests that the other terms leave. Before all of them stands
 * the term that a bare word may have been meant for; where no URL has it, that which finds it elsewhere.
 * @param read - what a search says; null when it is wrong
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

/** Where a word that is in no URL may be: whoever comes from grep types the name of a program or a site alone. */
const otherFields = ['agent', 'host', 'referer', 'user'];

/** The terms that find a word which is in no URL, and how many requests each does. */
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
			// Beside an OR the others say nothing by themselves.
			const query = read(others) === null ? read(name) : read(`${others} ${name}`);
			const n = query === null ? 0 : (await store.count(query, signal)).n;
			return n === 0 ? null : {name, detail: `${n}`, isTerm: true};
		}),
	);
	return found.filter(completion => completion !== null);
}

/** The search without the term that a part of it belongs to. */
function withoutTerm(text: string, {start, end}: TypedPart): string {
	const before = text.slice(0, start).replace(/[^\s()]*$/, '');
	return `${before} ${text.slice(end)}`;
}
