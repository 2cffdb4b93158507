import type {Expression} from './expression.js';
import {besideOthers} from './terms.js';

/** What is asked of a store. The same object means the same question: what a store has found out of it is kept by it. */
export type Query = {
	/** As it was written. */
	readonly text: string;
	readonly expression: Expression;
};

/** The query that every entry matches. */
export const everything: Query = {text: '', expression: {type: 'and', of: []}};

/** What both queries match. */
export function both(a: Query, b: Query): Query {
	return isEverything(a)
		? b
		: {
				text: `${besideOthers(a.text)} ${besideOthers(b.text)}`,
				expression: {type: 'and', of: [a.expression, b.expression]},
			};
}

/** Whether it is certain that every entry matches. */
export function isEverything({expression}: Query): boolean {
	return expression.type === 'and' && expression.of.length === 0;
}
