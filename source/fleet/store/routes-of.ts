import type {Routes, ValueFigures} from '../../answers/answers.js';
import {compareTexts} from '../../index/file-orders.js';
import type {Query} from '../../query/query.js';
import {figuresOf, noFigures} from './figures-of.js';
import {Question} from './question.js';
import type {Tables} from './tables.js';

/** Returns the `n` most frequent routes of the matching rows. */
export async function routesOf(
	tables: Tables,
	query: Query,
	n: number,
	signal?: AbortSignal,
	withDurations = false,
): Promise<Routes> {
	signal?.throwIfAborted();
	const question = new Question(query, tables);
	const {parameters} = question;
	const {rows, partial} = await tables.ask(
		`SELECT route, n, total, odd FROM (
SELECT *, sum(n) OVER () AS total FROM (
SELECT route, count() AS n, count(oddity) AS odd FROM ${tables.requests} FINAL${question.where} GROUP BY route))
ORDER BY isNull(route), n DESC, route LIMIT ${parameters.add('UInt64', Math.max(0, n) + 1)}`,
		['text?', 'count', 'count', 'count'],
		parameters.values,
		signal,
	);
	const found = rows.filter(([route]) => route !== null).slice(0, Math.max(0, n));
	const names = found.map(([route]) => String(route));
	const [figures, odd] = await Promise.all([
		found.length > 0
			? figuresOf(tables, ofRoutes(tables, query, names), 'route', '', signal, withDurations)
			: new Map<string | null, ValueFigures>(),
		found.some(row => row[3] > 0)
			? odditiesOf(tables, query, names, signal)
			: new Map<string | null, string>(),
	]);
	return {
		routes: found.map(([route, requests, , oddRows]) => ({
			...(figures.get(route) ?? noFigures),
			route: String(route),
			n: requests,
			odd: oddRows,
			oddity: odd.get(route) ?? null,
		})),
		total: rows[0]?.[2] ?? 0,
		partial,
	};
}

/** Conditions for the matching rows with one of these routes. */
function ofRoutes(tables: Tables, query: Query, names: readonly string[]): Question {
	const question = new Question(query, tables);
	return question.and(`route IN (${question.parameters.add('Array(String)', names)})`);
}

/** Returns the most frequent oddity of each route. */
async function odditiesOf(
	tables: Tables,
	query: Query,
	names: readonly string[],
	signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string | null, string>> {
	const {where, parameters} = ofRoutes(tables, query, names).and('isNotNull(oddity)');
	const {rows} = await tables.ask(
		`SELECT route, oddity, count() AS n FROM ${tables.requests} FINAL${where} GROUP BY route, oddity`,
		['text?', 'text', 'count'],
		parameters.values,
		signal,
	);
	const sorted = [...rows].sort(([, a, n], [, b, m]) => n - m || compareTexts(b, a));
	return new Map(sorted.map(([route, oddity]) => [route, oddity]));
}
