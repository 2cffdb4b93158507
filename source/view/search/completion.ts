import type {FacetField} from '../../query/facet-field.js';

/** What a part of a search can be completed to. */
export type Completion = {
	/** What is written in its place. */
	readonly text: string;
	/** What it is called in the list, as it was logged: not yet fit for a terminal. */
	readonly label: string;
	/** What is said of it: an explanation, or how many requests have it. */
	readonly detail: string;
};

/** What can be completed at a place of a search. */
export type Completable = {
	/** What is completed. */
	readonly start: number;
	readonly end: number;
} & (
	| {readonly items: readonly Completion[]}
	/** The most frequent values of a field that contain this, among the requests that the other terms leave. */
	| {
			readonly field: FacetField;
			readonly containing: string;
			/** The search without the term that is completed. */
			readonly others: string;
			/** How a value is written; null when it can't be. */
			write(value: string): string | null;
	  }
);
