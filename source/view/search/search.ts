import type {Query} from '../../query/query.js';

/** What is searched for, and how panels and keys change it. */
export type Search = {
	/** The query in force: the last one that was right. */
	readonly query: Query;
	/**
	 * Adds terms, as they are written in the search bar; those that are there already are not added again, and a term
	 * gives way to its opposite.
	 */
	add(...terms: readonly string[]): void;
	/** Takes out the terms whose fields are among these (`status`, `since`, …) and adds others in their place. */
	replace(fields: readonly string[], ...terms: readonly string[]): void;
	/** Searches for that in place of all that is searched for, unless it can't be understood. */
	begin(text: string): void;
	/** Takes the last term off; false when there is none. */
	dropLast(): boolean;
};
