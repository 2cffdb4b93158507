import type {Mark} from '../../marks/mark-record.js';

/** So many tokens can still be looked through, and changed, in the search bar. */
export const mostTokens = 100;

/** The field that a search for marked requests asks for. */
export const markedField = 'token';

/** The term that finds these marked requests, the newest of them; null where there is none. */
export const markedTerm = (marks: readonly Mark[]): string | null =>
	marks.length === 0
		? null
		: `${markedField}:${marks
				.slice(-mostTokens)
				.map(({token}) => token)
				.join(',')}`;
