import {setTimeout as after} from 'node:timers/promises';
import type {FacetField} from '../../query/facet-field.js';
import {isLogFieldName, nameOfLogField} from '../../query/log-field-name.js';
import {everything, type Query} from '../../query/query.js';
import {complete, type TypedPart, typedAt} from '../../query/suggestions/complete.js';
import {meantTerm} from '../../query/suggestions/meant-term.js';
import {valueText} from '../../query/terms.js';
import type {Store} from '../../store/store.js';
import {maxValues} from '../components/completion-lines.js';
import type {Completion, Completions} from '../prompt/line-editor.js';
import type {TextLine} from '../prompt/text-line.js';
import type {SavedSearches} from './search-history.js';

/** The part of a store that completions query. */
export type AskedStore = Pick<Store, 'count' | 'facets' | 'logFields' | 'shownField' | 'searched'>;

/** Sources of completions. */
type CompletionSources = {
	readonly store: AskedStore;
	/** Parses a search. Returns null if it is invalid. */
	readonly read: (text: string) => Query | null;
	readonly saved: SavedSearches;
};

/** A completion of a part of a search. `isTerm` is true if `name` is a whole term that replaces a bare word. */
type SearchCompletion = Completion & {readonly isTerm?: true};

/** Completions, and the way to get more. */
type Found = {
	readonly items: readonly SearchCompletion[];
	/** Returns the completions when more is known. Undefined if they are complete. */
	readonly later?: (() => Promise<Found>) | undefined;
	/** The completions that aren't about whole lines, if others are. */
	readonly ofFields?: readonly SearchCompletion[];
};

/** Finds completions for the caret position in a search; null without completions. */
export async function searchCompletions(
	{text, caret}: TextLine,
	{store, read, saved}: CompletionSources,
	signal: AbortSignal,
): Promise<Completions | null> {
	const typed = typedAt(text, caret);
	if (!typed) {
		return null;
	}
	const ofSaved = savedCompletions(saved, typed);
	const listOf = async (found: Found): Promise<Completions | null> => {
		const {later} = found;
		const items: readonly SearchCompletion[] = [...ofSaved, ...found.items];
		if (items.length === 0) {
			return later === undefined ? null : listOf(await later());
		}
		return {
			kind: typed.kind === 'value' ? 'values' : 'words',
			items,
			chosen: null,
			...(later !== undefined && {later: async () => listOf(await later())}),
			take(index) {
				const {name = '', search, isTerm} = items[index] ?? {};
				return search === undefined ? complete(text, typed, name, isTerm) : withSearchAt(text, typed, search);
			},
		};
	};
	const found = await foundCompletions(store, text, typed, read, signal);
	// The name of a saved search is hardly text of a line.
	return listOf(ofSaved.length > 0 && found.ofFields !== undefined ? {items: found.ofFields} : found);
}

/** Interval in which values are counted again whose lines are still being read, in ms. */
const pause = 500;

/**
 * Finds completions for a part of a search. Values that start with the typed text precede values that contain it. Both groups are
 * sorted by frequency among the requests that match the other terms. If a bare word probably stands for a term, that term is
 * first. If no URL contains the word, returns terms that find it in other fields.
 * @param read - parses a search and returns null if it is invalid
 */
async function foundCompletions(
	store: AskedStore,
	text: string,
	typed: TypedPart,
	read: (text: string) => Query | null,
	signal: AbortSignal,
): Promise<Found> {
	if (typed.kind === 'logField') {
		const names = await store.logFields(signal);
		return {
			items: names
				.filter(({name}) => name.toLowerCase().startsWith(typed.prefix))
				.map(({name, n}) => ({
					name,
					shown: nameOfLogField(store.shownField(`@${name}`)),
					detail: `in ${n} of the newest lines`,
				})),
		};
	}
	if (typed.kind !== 'value') {
		const words = typed.candidates.map(({name, explained}) => ({name, detail: explained}));
		return typed.kind === 'word' && typed.field !== undefined
			? {items: [...words, ...(await valueWords(store, text, typed, typed.field, read, signal))]}
			: {items: words};
	}
	const others = withoutTerm(text, typed);
	const query = read(others) ?? everything;
	const options = {containing: typed.typed, signal};
	const {values, estimated, partial} = await store.facets(query, typed.field, maxValues, options);
	const found = values.flatMap(({value, n}) =>
		value === null ? [] : [{name: value, detail: `${estimated ? 'about ' : ''}${n}`}],
	);
	const wanted = typed.typed.toLowerCase();
	const isBeginning = ({name}: SearchCompletion): boolean => name.toLowerCase().startsWith(wanted);
	const meant = typed.isBare ? meantTerm(text.slice(typed.start, typed.end)) : null;
	const first: readonly SearchCompletion[] = meant ? [{name: meant.term, detail: '', isTerm: true}] : [];
	if (typed.isBare && first.length === 0 && found.length === 0 && typed.typed !== '') {
		return elsewhere(store, others, text.slice(typed.start, typed.end), read, signal);
	}
	const again = async (): Promise<Found> => {
		await after(pause, undefined, {signal});
		return foundCompletions(store, text, typed, read, signal);
	};
	return {
		items: [...first, ...found.filter(isBeginning), ...found.filter(one => !isBeginning(one))],
		...(partial && isLogFieldName(typed.field) && {later: again}),
	};
}

/** Returns the values of a field that contain the typed text, as written in a search. */
async function valueWords(
	store: AskedStore,
	text: string,
	typed: TypedPart & {readonly kind: 'word'},
	field: FacetField,
	read: (text: string) => Query | null,
	signal: AbortSignal,
): Promise<readonly SearchCompletion[]> {
	const query = read(withoutTerm(text, typed)) ?? everything;
	const {values} = await store.facets(query, field, maxValues, {containing: typed.prefix, signal});
	return values.flatMap(({value, n}) => {
		const name = value === null ? null : valueText(field, value);
		return value === null || name === null ? [] : [{name, shown: value, detail: `${n}`}];
	});
}

/** The fields to check for a word that no URL contains. Users who come from grep type the plain name of a program or site. */
const otherFields = ['agent', 'host', 'referer', 'user'];

/** Returns the terms that find a word in other fields or anywhere in the lines, with their numbers of requests. */
async function elsewhere(
	store: AskedStore,
	others: string,
	word: string,
	read: (text: string) => Query | null,
	signal: AbortSignal,
): Promise<Found> {
	// With an OR, the other terms may not parse without this one. Then the term is counted without them.
	const queryOf = (name: string): Query | null =>
		read(others) === null ? read(name) : read(`${others} ${name}`);
	const counted = async (name: string): Promise<readonly SearchCompletion[]> => {
		const query = queryOf(name);
		const n = query === null ? 0 : (await store.count(query, signal)).n;
		return n === 0 ? [] : [{name, detail: `${n}`, isTerm: true}];
	};
	const ofFields = (await Promise.all(otherFields.map(field => counted(`${field}:${word}`)))).flat();
	const ofLines = `line:${word}`;
	const query = queryOf(ofLines);
	if (query === null) {
		return {items: ofFields};
	}
	return {
		items: [...ofFields, {name: ofLines, detail: 'searching …', isTerm: true}],
		ofFields,
		async later() {
			await store.searched(query, signal);
			return {items: [...ofFields, ...(await counted(ofLines))]};
		},
	};
}

/** Returns the search without the term that contains the typed part. */
function withoutTerm(text: string, {start, end}: TypedPart): string {
	const before = text.slice(0, start).replace(/[^\s()]*$/, '');
	return `${before} ${text.slice(end)}`;
}

/** Returns the saved searches whose names contain the typed text. */
export function savedCompletions(saved: SavedSearches, typed: TypedPart): readonly Completion[] {
	const isBegun = typed.kind === 'field' || (typed.kind === 'value' && typed.isBare);
	if (!isBegun) {
		return [];
	}
	const wanted = (typed.kind === 'field' ? typed.prefix : typed.typed).toLowerCase();
	return Array.from(saved, ([name, search]) => ({name, detail: search, search})).filter(({name}) =>
		name.toLowerCase().includes(wanted),
	);
}

/** Replaces the typed part with a saved search. Puts parentheses around alternatives (`OR`) if there are other terms. */
export function withSearchAt(text: string, {start, end}: TypedPart, search: string): TextLine {
	const [before, after] = [text.slice(0, start), text.slice(end).trimStart()];
	const isAlone = before.trim() === '' && after.trim() === '';
	const put = !isAlone && /(?:^|\s)OR(?:\s|$)/.test(search) ? `(${search})` : search;
	const head = `${before}${put} `;
	return {text: head + after, caret: head.length};
}
