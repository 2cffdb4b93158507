import {type Routes, statusClasses} from '../../answers/answers.js';
import {compareTexts} from '../../index/file-orders.js';
import type {Query} from '../../query/query.js';
import {binOfDuration, durationIn, quantileBin, sortedBins} from './duration-sql.js';
import {classOfRow} from './histogram-of.js';
import {Question} from './question.js';
import type {Tables} from './tables.js';

const classes = Array.from({length: statusClasses}, (_, one) => one);

/** Returns the `n` most frequent routes of the matching rows. */
export async function routesOf(
	tables: Tables,
	query: Query,
	n: number,
	signal?: AbortSignal,
): Promise<Routes> {
	signal?.throwIfAborted();
	const question = new Question(query, tables);
	const {parameters} = question;
	const counts = classes.map(one => `countIf(ifNull(${classOfRow}, 0) = ${one}) AS class${one}`).join(', ');
	const {rows, partial} = await tables.ask(
		`SELECT route, n, total, size, timedRows, odd, ${classes.map(one => `class${one}`).join(', ')} FROM (
SELECT *, sum(n) OVER () AS total FROM (
SELECT route, count() AS n, ifNull(sum(bytes), 0) AS size, count(duration_ms) AS timedRows, count(oddity) AS odd, ${counts} FROM ${tables.requests} FINAL${question.where} GROUP BY route))
ORDER BY isNull(route), n DESC, route LIMIT ${parameters.add('UInt64', Math.max(0, n) + 1)}`,
		[
			...(['text?', 'count', 'count', 'count', 'count', 'count'] as const),
			...(['count', 'count', 'count', 'count', 'count', 'count'] as const),
		],
		parameters.values,
		signal,
	);
	const found = rows.filter(([route]) => route !== null).slice(0, Math.max(0, n));
	const names = found.map(([route]) => String(route));
	const [slow, odd] = await Promise.all([
		found.some(row => row[4] > 0)
			? durationsOf(tables, query, names, signal)
			: new Map<string | null, number | null>(),
		found.some(row => row[5] > 0)
			? odditiesOf(tables, query, names, signal)
			: new Map<string | null, string>(),
	]);
	return {
		routes: found.map(([route, requests, , size, , oddRows, ...ofClasses]) => ({
			route: String(route),
			n: requests,
			classes: Float64Array.from(ofClasses),
			bytes: size,
			p95: slow.get(route) ?? null,
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

async function durationsOf(
	tables: Tables,
	query: Query,
	names: readonly string[],
	signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string | null, number | null>> {
	const {where, parameters} = ofRoutes(tables, query, names).and('isNotNull(duration_ms)');
	const {rows} = await tables.ask(
		`SELECT route, ${quantileBin('bins', 0.95)} FROM (
SELECT route, ${sortedBins} AS bins FROM (
SELECT route, ${binOfDuration} AS bin, count() AS c FROM ${tables.requests} FINAL${where} GROUP BY route, bin) GROUP BY route)`,
		['text?', 'count?'],
		parameters.values,
		signal,
	);
	return new Map(rows.map(([route, bin]) => [route, durationIn(bin)]));
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
