import {isEverything, type Query} from '../../query/query.js';
import {condition} from './compile/condition.js';
import {ParameterList} from './compile/parameter-list.js';

/** What is asked of a table: its conditions, and the values of their parameters. */
export class Question {
	readonly parameters = new ParameterList();
	readonly #conditions: string[] = [];

	/** @param now - the time that it is asked at, milliseconds since 1970 */
	constructor(query: Query, now: number) {
		if (!isEverything(query)) {
			this.#conditions.push(condition(query.expression, this.parameters, now));
		}
	}

	/** Has one more hold. */
	and(text: string): this {
		this.#conditions.push(text);
		return this;
	}

	/** The clause, empty where everything matches. */
	get where(): string {
		return this.#conditions.length === 0 ? '' : ` WHERE (${this.#conditions.join(') AND (')})`;
	}
}
