import {type Heatmap, type Histogram, type Quantiles, statusClasses} from '../../answers/answers.js';
import {type HistogramRange, intervalsOf} from '../../answers/histogram.js';
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
	{from, to, step}: HistogramRange,
	signal?: AbortSignal,
	withFigures = false,
): Promise<Histogram> {
	const length = intervalsOf({from, to, step});
	signal?.throwIfAborted();
	const {parameters, bucketSql, rowsOf} = intervalSql(tables, query, {from, to, step});
	const counted = await tables.ask(
		`SELECT ${bucketSql} AS bucket, ifNull(${classOfRow}, 0) AS class, count(), count(duration_ms), ${withFigures ? 'ifNull(sum(bytes), 0), max(duration_ms)' : '0, NULL'} ${rowsOf} GROUP BY bucket, class`,
		['count', 'count', 'count', 'count', 'count', 'amount?'],
		parameters.values,
		signal,
	);
	const classes = Array.from({length: statusClasses}, () => new Float64Array(length));
	const figures = {bytes: new Float64Array(length), max: new Float64Array(length).fill(Number.NaN)};
	let isTimed = false;
	for (const [bucket, ofClass, n, durations, size, slowest] of counted.rows) {
		const counts = classes[ofClass];
		if (counts !== undefined) {
			counts[bucket] = n;
		}
		isTimed ||= durations > 0;
		figures.bytes[bucket] = (figures.bytes[bucket] ?? 0) + size;
		if (slowest !== null) {
			const before = figures.max[bucket] ?? Number.NaN;
			figures.max[bucket] = Number.isNaN(before) ? slowest : Math.max(before, slowest);
		}
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
		...(withFigures && {figures}),
		partial: counted.partial || (quantiled?.partial ?? false),
	};
}

/** Counts the matching rows by time interval and band of durations. Throws like `histogramOf`. */
export async function heatmapOf(
	tables: Tables,
	query: Query,
	range: HistogramRange,
	bounds: readonly number[],
	signal?: AbortSignal,
): Promise<Heatmap> {
	const {from, step} = range;
	const length = intervalsOf(range);
	signal?.throwIfAborted();
	const {parameters, bucketSql, rowsOf} = intervalSql(tables, query, range);
	const band = `arrayCount(bound -> duration_ms >= bound, ${parameters.add('Array(Float64)', bounds)})`;
	const {rows, partial} = await tables.ask(
		`SELECT ${bucketSql} AS bucket, ${band} AS band, countIf(duration_ms IS NOT NULL) ${rowsOf} GROUP BY bucket, band`,
		['count', 'count', 'count'],
		parameters.values,
		signal,
	);
	const counts = new Float64Array((bounds.length + 1) * length);
	for (const [bucket, of, n] of rows) {
		counts[of * length + bucket] = n;
	}
	return {from, step, bounds, counts, partial};
}

/** The rows of a range that match a query, and the SQL expression for their interval. */
function intervalSql(tables: Tables, query: Query, range: HistogramRange) {
	const {from, step} = range;
	const question = new Question(query, tables);
	const {parameters} = question;
	const first = Math.max(earliestTime, Math.ceil(from));
	const last = Math.min(latestTime, Math.ceil(from + intervalsOf(range) * step) - 1);
	question.and(
		first > last
			? 'false'
			: `timed AND time >= ${timeValue(parameters, first)} AND time <= ${timeValue(parameters, last)}`,
	);
	const bucketSql = `toUInt32(floor((toUnixTimestamp64Milli(time) - ${parameters.add('Float64', from)}) / ${parameters.add('Float64', step)}))`;
	return {parameters, bucketSql, rowsOf: `FROM ${tables.requests} FINAL${question.where}`};
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
