import type {Expression} from './expression.js';
import {besideOthers} from './terms.js';

/** A parsed search. Stores cache results by object identity, so reuse the same object for the same search. */
export type Query = {
	/** The search as the user typed it. */
	readonly text: string;
	readonly expression: Expression;
};

/** The query that every entry matches. */
export const everything: Query = {text: '', expression: {type: 'and', of: []}};

/** Returns the conjunction of two queries. */
export function both(a: Query, b: Query): Query {
	return isEverything(a)
		? b
		: {
				text: `${besideOthers(a.text)} ${besideOthers(b.text)}`,
				expression: {type: 'and', of: [a.expression, b.expression]},
			};
}

/** True if the query has no conditions, so that every entry matches. */
export function isEverything({expression}: Query): boolean {
	return expression.type === 'and' && expression.of.length === 0;
}
