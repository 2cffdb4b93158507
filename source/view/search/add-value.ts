import {shortAddress} from '../../entries/values/network.js';
import {keyed} from '../../keys/keyed.js';
import {termsOf} from '../../query/terms.js';
import {tokensOf} from '../../query/tokens/query-token.js';
import type {Search} from './live-search.js';

/** What the addition of a term did. */
export type Added = {
	/** Message about networks; mostly empty. */
	readonly note: string;
	/** True if another addition of the same term takes the network of its address. */
	readonly isWidenable: boolean;
};

/**
 * Adds the term of a value to a search. If the search has the term of an address already, its network replaces it: who sees one
 * address of a scanner wants to see the others.
 */
export function addValue(search: Pick<Search, 'add' | 'begin' | 'query'>, term: string): Added {
	const {text} = search.query;
	const terms = termsOf(text);
	const network = networkTerm(term);
	const wider = terms.some(one => one.text === network) ? null : network;
	const same = terms.find(one => one.text === term);
	if (wider === null || same === undefined) {
		search.add(term);
		const again = wider === null ? null : keyed`${'wanted'} again takes its network`;
		return {note: again === null ? '' : `${again}: ${wider}`, isWidenable: wider !== null};
	}
	search.begin(text.slice(0, same.start) + wider + text.slice(same.end));
	return {note: `The network replaces the address: ${wider}`, isWidenable: false};
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
