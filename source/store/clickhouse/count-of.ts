import {lone} from '../../clickhouse/answer-rows.js';
import type {Question} from './question.js';
import type {Tables} from './tables.js';

/** Counts the matching rows, each once even if it was sent more than once. `partial` is true if a shard didn't answer. */
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
