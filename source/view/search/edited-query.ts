import type {Query} from '../../query/query.js';
import {termsOf} from '../../query/terms.js';

/** Reads a search. Throws `QueryError`. */
export type ParseQuery = (text: string) => Query;

/**
 * The search with further terms; those that it has already are not added, and those that want the opposite give way:
 * with both, nothing would match.
 */
export function withTerms(text: string, added: readonly string[], parse: ParseQuery): string {
	const terms = termsOf(text).map(term => term.text);
	const present = new Set(terms);
	const news = [...new Set(added)].filter(term => !present.has(term)).join(' ');
	const contrary = new Set(added.flatMap(opposites));
	const kept = terms.filter(term => !contrary.has(term));
	const old = kept.length === terms.length ? text.trim() : kept.join(' ');
	if (old === '' || news === '') {
		return old + news;
	}

	const joined = `${old} ${news}`;
	// What stands side by side binds tighter than OR.
	return parse(joined).expression.type === 'or' ? `(${old}) ${news}` : joined;
}

/** The ways to write a term that is unwanted where this one is wanted, or wanted where it isn't. */
function opposites(term: string): readonly string[] {
	return /^[-!]/.test(term) ? [term.slice(1)] : [`-${term}`, `!${term}`];
}

/** The search with other terms in place of those that ask for one of these fields. */
export function withTermsFor(
	text: string,
	fields: readonly string[],
	added: readonly string[],
	parse: ParseQuery,
): string {
	const kept = termsOf(text).filter(({field}) => field === null || !fields.includes(field));
	return withTerms(kept.map(term => term.text).join(' '), added, parse);
}

/** The search without its last term; null when it has none. */
export function withoutLastTerm(text: string): string | null {
	const last = termsOf(text).at(-1);
	return last ? text.slice(0, last.start).trim() : null;
}
