import type {Query} from '../query/query.js';

/** When a rule fires. Windows and pauses in milliseconds. */
export type Condition =
	/** When requests are written that match; then no more for `every`, and those of that time together at its end. */
	| {readonly kind: 'any'; readonly every: number}
	/** When so many requests of the last `window` match. */
	| {readonly kind: 'count'; readonly side: Side; readonly limit: number; readonly window: number}
	/** When that share of the requests of the last `window` matches, percent. */
	| {
			readonly kind: 'share';
			readonly side: Side;
			readonly limit: number;
			readonly window: number;
			/** What it is a share of. */
			readonly of: Query;
			/** With fewer of these there is no share to speak of. */
			readonly least: number;
	  };

/** Whether a rule fires above its limit or below it; at the limit it never does. */
export type Side = 'over' | 'under';

/** A search with a threshold. */
export type Rule = {
	/** What it is called: by the name that it was given, else as it was written. */
	readonly name: string;
	/** As it was written. */
	readonly text: string;
	/** What is counted. Of a share: what of `of` is counted, so that all that matches this also matches that. */
	readonly query: Query;
	readonly condition: Condition;
};
