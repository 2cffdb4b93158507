import {lone} from '../clickhouse/answer-rows.js';
import type {Question} from './question.js';
import type {Tables} from './tables.js';

/** Counts the matching rows. A row that was sent more than once counts once. `partial` is true if a shard didn't answer. */
export async function countOf(
	tables: Tables,
	{where, parameters}: Question,
	signal?: AbortSignal,
): Promise<{readonly n: number; readonly partial: boolean}> {
	const {rows, partial} = await tables.ask(
		`SELECT count() FROM ${tables.requests} FINAL${where}`,
		['count'],
		parameters.values,
		signal,
	);
	return {n: lone(rows)[0], partial};
}

/** The same, and for a query that needs lines also the number of rows whose result is unknown. */
export async function knownCountOf(
	tables: Tables,
	question: Question,
	signal?: AbortSignal,
): Promise<{readonly n: number; readonly partial: boolean; readonly unknown?: number}> {
	const {mayBeUnknown, condition, wherePossible, parameters} = question;
	if (!mayBeUnknown || condition === undefined) {
		return countOf(tables, question, signal);
	}
	const {rows, partial} = await tables.ask(
		`SELECT countIf(ifNull(isMatch, false)), countIf(isNull(isMatch)) FROM (SELECT ${condition} AS isMatch FROM ${tables.requests} FINAL${wherePossible})`,
		['count', 'count'],
		parameters.values,
		signal,
	);
	const [n, unknown] = lone(rows);
	return {n, partial, unknown};
}
