import {besideOthers, termsOf} from '../../query/terms.js';

/**
 * The search with further terms; those that it has already are not added, and those that say the contrary give way.
 */
export function withTerms(text: string, added: readonly string[]): string {
	const terms = termsOf(text);
	const contrary = new Set(added.flatMap(contraries));
	const kept = terms.filter(term => !contrary.has(term.text));
	const present = new Set(kept.map(term => term.text));
	const news = [...new Set(added)].filter(term => !present.has(term)).join(' ');
	const old = kept.length === terms.length ? text.trim() : kept.map(term => term.text).join(' ');
	return old === '' || news === '' ? old + news : `${besideOthers(old)} ${news}`;
}

/** How the opposite of a term may be written. */
function contraries(term: string): readonly string[] {
	return /^[-!]/.test(term) ? [term.slice(1)] : [`-${term}`, `!${term}`];
}

/** The search with other terms in place of those that ask for one of these fields. */
export function withTermsFor(text: string, fields: readonly string[], added: readonly string[]): string {
	const kept = termsOf(text).filter(({field}) => field === null || !fields.includes(field));
	return withTerms(kept.map(term => term.text).join(' '), added);
}

/** The search without a term, counted from the last one, which is 1; null when it has none there. */
export function withoutTerm(text: string, fromLast: number): string | null {
	const term = termsOf(text).at(-fromLast);
	return term
		? [text.slice(0, term.start).trim(), text.slice(term.end).trim()].filter(part => part !== '').join(' ')
		: null;
}

/** The search without its last term; null when it has none. */
export function withoutLastTerm(text: string): string | null {
	const last = termsOf(text).at(-1);
	return last ? text.slice(0, last.start).trim() : null;
}
