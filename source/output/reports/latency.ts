import {roundedQuantile} from '../../answers/durations/duration-sketches.js';
import {counted} from '../../format/amounts.js';
import {durationColumn} from './figures.js';
import {type CountedInterval, countIn, type Interval, intervalColumns, intervalsIn} from './intervals.js';
import type {QuestionOf, Report, ReportSource} from './report.js';
import {emptyReport, type TableColumn, tableReport} from './table.js';

/** The bounds of the bands of durations, in ms: the same in every output, so that rows of several logs can be added. */
const bounds: readonly number[] = [
	...[0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500],
	...[1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
];

/** A band of durations with the number of requests in it. */
type Band = {
	/** Its shortest duration, in ms. */
	readonly fromMs: number;
	readonly n: number;
};

type LatencyRow = {
	readonly interval: Interval;
	/** Number of requests with a duration. */
	readonly n: number;
	readonly p50: number | null;
	readonly p95: number | null;
	readonly p99: number | null;
	readonly max: number | null;
	/** Without empty bands. */
	readonly bands: readonly Band[];
};

const columns: ReadonlyArray<TableColumn<LatencyRow>> = [
	...intervalColumns,
	{path: 'n', value: ({n}) => n, heading: 'requests'},
	durationColumn('p50', 'p50', ({p50}) => p50),
	durationColumn('p95', 'p95', ({p95}) => p95),
	durationColumn('p99', 'p99', ({p99}) => p99),
	durationColumn('max', 'max', ({max}) => max),
	{path: 'bands', value: () => null, json: ({bands}) => bands},
];

/** Returns the durations over time, one row per interval. Without any duration, the report has only a remark. */
export async function latencyReport(source: ReportSource, {step}: QuestionOf<'latency'>): Promise<Report> {
	const {limit} = source;
	const found = limit === 0 ? null : await intervalsIn(source, step);
	if (found === null) {
		return emptyReport(columns, limit === 0 ? '' : 'no request has a time');
	}
	const {rows: counts, partial} = await countIn(source, found, bounds);
	const rows = counts.map(rowOf);
	const inAll = rows.reduce((sum, {n}) => sum + n, 0);
	if (inAll === 0) {
		const {n} = await source.store.count(source.query, source.signal);
		const remark =
			n === 0
				? 'no request matches'
				: 'no request has a duration: reqscope doctor FILE shows whether the log could have one';
		return emptyReport(columns, remark, partial);
	}
	const title = `${found.title}, ${counted(inAll, 'request')} with a duration`;
	return tableReport([{title, columns, rows}], {remark: '', partial});
}

function rowOf({interval, histogram, heatmap, at, size}: CountedInterval): LatencyRow {
	const {durations, figures} = histogram;
	const known = (values: Float64Array | undefined): number | null => {
		const value = values?.[at] ?? Number.NaN;
		return Number.isNaN(value) ? null : value;
	};
	const max = known(figures?.max);
	const bands = [0, ...bounds]
		.map((fromMs, band): Band => ({fromMs, n: heatmap?.counts[band * size + at] ?? 0}))
		.filter(({n}) => n > 0);
	return {
		interval,
		n: bands.reduce((sum, {n}) => sum + n, 0),
		p50: roundedQuantile(known(durations?.p50), max),
		p95: roundedQuantile(known(durations?.p95), max),
		p99: roundedQuantile(known(durations?.p99), max),
		max,
		bands,
	};
}
