import {lone} from '../../clickhouse/answer-rows.js';
import type {Question} from './question.js';
import type {Tables} from './tables.js';

/** How many rows match, each once however often it was sent; `partial`: a shard that is away is not among them. */
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
