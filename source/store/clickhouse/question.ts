import {isEverything, type Query} from '../../query/query.js';
import {condition} from './compile/condition.js';
import {ParameterList} from './compile/parameter-list.js';

/** The conditions of a statement, and the values of their parameters. */
export class Question {
	readonly parameters = new ParameterList();
	readonly #conditions: string[] = [];

	/** @param now - current time, in ms since 1970 */
	constructor(query: Query, now: number) {
		if (!isEverything(query)) {
			this.#conditions.push(condition(query.expression, this.parameters, now));
		}
	}

	/** Adds a condition. */
	and(text: string): this {
		this.#conditions.push(text);
		return this;
	}

	/** The WHERE clause; empty if everything matches. */
	get where(): string {
		return this.#conditions.length === 0 ? '' : ` WHERE (${this.#conditions.join(') AND (')})`;
	}
}
