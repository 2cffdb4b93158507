/**
 * What is asked of a store: terms that an entry must match, all of them. None: every entry.
 *
 * The search language (terms, negation, `OR`) is not part of this version; every part of the program
 * already passes the query along, so that the language has one place to arrive in.
 */
export type Query = {readonly terms: readonly never[]};

/** The query that every entry matches. */
export const everything: Query = {terms: []};
