import {type EachBin, statusClasses, type ValueFigures} from '../../answers/answers.js';
import {bins, roundedQuantile} from '../../answers/durations/duration-sketches.js';
import {binOfDuration, durationIn, quantileBin, sortedBins} from './duration-sql.js';
import {classOfRow} from './histogram-of.js';
import type {Question} from './question.js';
import type {Tables} from './tables.js';

/** The figures of a value whose rows disappeared between two queries. */
export const noFigures: ValueFigures = {
	classes: new Float64Array(statusClasses),
	status: null,
	bytes: 0,
	p50: null,
	p95: null,
	max: null,
	total: null,
};

/** More than the number of different statuses in a log. With up to three times as many, ClickHouse counts each exactly. */
const manyStatuses = 100;

/**
 * Returns the figures of each value of an expression among the rows of a question.
 * @param value - SQL expression for the value
 * @param prewhere - clause that selects the rows, or empty
 * @param withDurations - true to include the durations of each value by bin
 */
export async function figuresOf(
	tables: Tables,
	question: Question,
	value: string,
	prewhere: string,
	signal: AbortSignal | undefined,
	withDurations = false,
): Promise<ReadonlyMap<string | null, ValueFigures>> {
	const classes = Array.from({length: statusClasses}, (_, one) => `sumIf(c, class = ${one})`).join(', ');
	const {rows} = await tables.ask(
		`SELECT value, size, common, ${quantileBin('bins', 0.5)}, ${quantileBin('bins', 0.95)}, slowest, taken, ${withDurations ? flatBins : '[]::Array(UInt64)'}, counts[1], counts[2], counts[3], counts[4], counts[5], counts[6] FROM (
SELECT value, sum(size) AS size, [${classes}] AS counts, max(slowest) AS slowest, sum(taken) AS taken, ${sortedBins} AS bins, if(countIf(isNotNull(status)) = 0, NULL, arraySort(pair -> (-pair.2, pair.1), topKWeightedIf(${manyStatuses}, 3, 'counts')(assumeNotNull(status), c, isNotNull(status)))[1].1) AS common FROM (
SELECT ${value} AS value, status, ifNull(${classOfRow}, 0) AS class, ${binOfDuration} AS bin, count() AS c, ifNull(sum(bytes), 0) AS size, max(duration_ms) AS slowest, sum(duration_ms) AS taken FROM ${tables.requests} FINAL${prewhere}${question.where} GROUP BY value, status, class, bin) GROUP BY value)`,
		[
			...(['text?', 'count', 'count?', 'count?', 'count?', 'amount?', 'amount?', 'counts'] as const),
			...(['count', 'count', 'count', 'count', 'count', 'count'] as const),
		],
		question.parameters.values,
		signal,
	);
	return new Map(
		rows.map(([name, bytes, status, p50, p95, max, total, binsAndCounts, ...ofClasses]) => [
			name,
			{
				classes: Float64Array.from(ofClasses),
				status,
				bytes,
				p50: roundedQuantile(durationIn(p50), max),
				p95: roundedQuantile(durationIn(p95), max),
				max,
				total,
				...(withDurations && {durations: eachBin(binsAndCounts)}),
			},
		]),
	);
}

/** SQL expression for the bins of a group, each followed by its count. */
const flatBins = 'arrayFlatten(arrayMap(pair -> [toUInt64(pair.1), pair.2], bins))';

function eachBin(flat: readonly number[]): EachBin {
	return visit => {
		for (let at = 0; at < flat.length; at += 2) {
			visit(Math.min(flat[at] ?? 0, bins - 1), flat[at + 1] ?? 0);
		}
	};
}
