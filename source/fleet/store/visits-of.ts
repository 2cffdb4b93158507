import type {Visits} from '../../answers/answers.js';
import {silence} from '../../answers/visit-table.js';
import type {Query} from '../../query/query.js';
import {Question} from './question.js';
import type {Tables} from './tables.js';

/** Counts the clients of the matching rows, and their visits. */
export async function visitsOf(tables: Tables, query: Query, signal?: AbortSignal): Promise<Visits> {
	signal?.throwIfAborted();
	const {parameters, where} = new Question(query, tables).and('timed');
	const {rows, partial} = await tables.ask(
		// The first row of a client has no row before it.
		`SELECT count(), countIf(isNull(before)), countIf(isNull(before) OR at - before >= ${silence}) FROM (
SELECT at, lagInFrame(toNullable(at)) OVER (PARTITION BY ip, agent ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before FROM (
SELECT ip, agent, toUnixTimestamp64Milli(time) AS at FROM ${tables.requests} FINAL${where}))`,
		['count', 'count', 'count'],
		parameters.values,
		signal,
	);
	const [n, clients, visits] = rows[0] ?? [0, 0, 0];
	return {n, clients, visits, isExact: true, partial};
}
