import {shortAddress} from '../../entries/values/network.js';
import {keyed} from '../../keys/keyed.js';
import {type Term, termsOf} from '../../query/terms.js';
import {tokensOf} from '../../query/tokens/query-token.js';
import type {Search} from './live-search.js';

/** The effect of the addition of a term. */
export type Added = {
	/** Message about networks; mostly empty. */
	readonly note: string;
	/** True if adding the same term again has a different effect: the terms of an address and of its network alternate. */
	readonly isAlternating: boolean;
};

/**
 * Adds the term of a value to a search. If the search has the term of an address already, its network replaces it, and vice versa:
 * a user who sees one address of a scanner wants to see its other addresses.
 */
export function addValue(search: Pick<Search, 'add' | 'begin' | 'query'>, term: string): Added {
	const {text} = search.query;
	const terms = termsOf(text);
	const network = networkTerm(term);
	const wider = terms.find(one => one.text === network);
	const same = terms.find(one => one.text === term);
	const replace = ({start, end}: Term, by: string): void =>
		search.begin(text.slice(0, start) + by + text.slice(end));
	if (network === null || (wider && same)) {
		search.add(term);
		return {note: '', isAlternating: false};
	}
	const again = keyed`${'wanted'} again takes its network`;
	const note = again === null ? '' : `${again}: ${network}`;
	if (same) {
		replace(same, network);
		return {note: `The network replaces the address: ${network}`, isAlternating: true};
	}
	if (wider) {
		replace(wider, term);
		return {note: `The address replaces its network${note === '' ? '' : `; ${note}`}`, isAlternating: true};
	}
	search.add(term);
	return {note, isAlternating: true};
}

/** Returns the term for the network of an address, given the term of the address; null for any other term. */
function networkTerm(term: string): string | null {
	const [token, ...others] = tokensOf(term);
	const [item, ...more] =
		token?.kind === 'term' && token.field === 'ip' && !token.isNegated ? token.items : [];
	const isAlone = more.length + others.length === 0;
	const network = isAlone && item?.sign.startsWith('=') ? shortAddress(item.text) : null;
	return network === null ? null : `network:${network}`;
}
