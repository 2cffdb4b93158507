import type {FacetField} from './facet-field.js';

/** A term of a search, or a group of them, as it was written. */
export type Term = {
	readonly text: string;
	/** Where it stands in the search. */
	readonly start: number;
	readonly end: number;
	/** The field that it asks for, `url` for a bare word; null for a group. */
	readonly field: string | null;
};

/** The terms of a search that all must hold, in their order; one for the whole where they are joined with `OR`. */
export const termsOf = (_text: string): readonly Term[] => [];

/**
 * The term for the entries with exactly that value of a field, or, unless `isWanted`, for those without it. Null where
 * there is no such term.
 */
export const termFor = (_field: FacetField, _value: string | null, _isWanted: boolean): string | null => null;
