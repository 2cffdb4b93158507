import {logFieldsIn, needsLines} from '../../query/expression.js';
import {isEverything, type Query} from '../../query/query.js';
import {condition, weakerCondition} from './compile/condition.js';
import {ParameterList} from './compile/parameter-list.js';
import type {Tables} from './tables.js';

/** The conditions of a statement, and the values of their parameters. */
export class Question {
	readonly parameters = new ParameterList();
	readonly #conditions: string[] = [];
	/** The condition of the query; undefined if everything matches. */
	readonly condition: string | undefined;
	/** True if the condition is NULL for rows whose result is unknown: see `condition`. */
	readonly mayBeUnknown: boolean;

	/** @throws ServerProblem if the query needs log fields and the table doesn't have them */
	constructor(query: Query, tables: Pick<Tables, 'now' | 'needFields'>) {
		const {expression} = query;
		this.mayBeUnknown = needsLines(expression);
		if (isEverything(query)) {
			return;
		}
		if (logFieldsIn(expression).length > 0) {
			tables.needFields();
		}
		const now = tables.now();
		this.condition = condition(expression, this.parameters, now);
		const possible = this.mayBeUnknown ? weakerCondition(expression, this.parameters, now) : undefined;
		if (possible !== undefined) {
			this.and(possible);
		}
	}

	/** Adds a condition. */
	and(text: string): this {
		this.#conditions.push(text);
		return this;
	}

	/** The WHERE clause; empty if everything matches. */
	get where(): string {
		return clause(this.condition === undefined ? this.#conditions : [this.condition, ...this.#conditions]);
	}

	/** The WHERE clause of the other conditions, which also hold for the rows whose result is unknown. */
	get wherePossible(): string {
		return clause(this.#conditions);
	}
}

function clause(conditions: readonly string[]): string {
	return conditions.length === 0 ? '' : ` WHERE (${conditions.join(') AND (')})`;
}
