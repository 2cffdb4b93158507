import {type Histogram, type Quantiles, statusClasses} from '../../answers/answers.js';
import {maxBuckets} from '../../answers/histogram.js';
import type {Query} from '../../query/query.js';
import {earliestTime, latestTime, timeValue} from './compile/time-value.js';
import {binOfDuration, durationIn, quantileBin, sortedBins} from './duration-sql.js';
import {Question} from './question.js';
import type {Tables} from './tables.js';

/** SQL expression for the class of a status, see `StatusClasses`. */
export const classOfRow = 'if(status >= 100 AND status < 600, intDiv(status, 100), 0)';

/**
 * Counts the matching rows by time interval and status class, and computes quantiles of their durations.
 * @throws RangeError for too many intervals
 */
export async function histogramOf(
	tables: Tables,
	query: Query,
	{from, to, step}: {readonly from: number; readonly to: number; readonly step: number},
	signal?: AbortSignal,
): Promise<Histogram> {
	const length = Math.max(1, Math.ceil((to - from) / step));
	if (!(step > 0 && length <= maxBuckets)) {
		throw new RangeError(`From ${from} to ${to} in steps of ${step}: no more than ${maxBuckets} are counted`);
	}
	signal?.throwIfAborted();
	const question = new Question(query, tables);
	const {parameters} = question;
	const first = Math.max(earliestTime, Math.ceil(from));
	const last = Math.min(latestTime, Math.ceil(from + length * step) - 1);
	question.and(
		first > last
			? 'false'
			: `timed AND time >= ${timeValue(parameters, first)} AND time <= ${timeValue(parameters, last)}`,
	);
	const bucketSql = `toUInt32(floor((toUnixTimestamp64Milli(time) - ${parameters.add('Float64', from)}) / ${parameters.add('Float64', step)}))`;
	const rowsOf = `FROM ${tables.requests} FINAL${question.where}`;
	const counted = await tables.ask(
		`SELECT ${bucketSql} AS bucket, ifNull(${classOfRow}, 0) AS class, count(), count(duration_ms) ${rowsOf} GROUP BY bucket, class`,
		['count', 'count', 'count', 'count'],
		parameters.values,
		signal,
	);
	const classes = Array.from({length: statusClasses}, () => new Float64Array(length));
	let isTimed = false;
	for (const [bucket, ofClass, n, durations] of counted.rows) {
		const counts = classes[ofClass];
		if (counts !== undefined) {
			counts[bucket] = n;
		}
		isTimed ||= durations > 0;
	}
	const quantiled = isTimed
		? await tables.ask(
				`SELECT bucket, ${[0.5, 0.95, 0.99].map(share => quantileBin('bins', share)).join(', ')} FROM (
SELECT bucket, ${sortedBins} AS bins FROM (
SELECT ${bucketSql} AS bucket, ${binOfDuration} AS bin, count() AS c ${rowsOf} GROUP BY bucket, bin) GROUP BY bucket)`,
				['count', 'count?', 'count?', 'count?'],
				parameters.values,
				signal,
			)
		: undefined;
	return {
		from,
		step,
		classes,
		durations: quantiled === undefined ? null : quantilesOf(quantiled.rows, length),
		partial: counted.partial || (quantiled?.partial ?? false),
	};
}

function quantilesOf(
	rows: ReadonlyArray<readonly [number, ...(number | null)[]]>,
	length: number,
): Quantiles {
	const none = (): Float64Array => new Float64Array(length).fill(Number.NaN);
	const [p50, p95, p99] = [none(), none(), none()];
	for (const [bucket, ...bins] of rows) {
		for (const [index, quantiles] of [p50, p95, p99].entries()) {
			quantiles[bucket] = durationIn(bins[index] ?? null) ?? Number.NaN;
		}
	}
	return {p50, p95, p99};
}
