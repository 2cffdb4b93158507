import {statusClasses} from '../../answers/answers.js';
import {roundedQuantile} from '../../answers/durations/duration-sketches.js';
import {counted} from '../../format/amounts.js';
import {bytesColumn, classColumn, durationColumn} from './figures.js';
import {type CountedInterval, countIn, type Interval, intervalColumns, intervalsIn} from './intervals.js';
import type {QuestionOf, Report, ReportSource} from './report.js';
import {emptyReport, type TableColumn, tableReport} from './table.js';

type TimelineRow = {
	readonly interval: Interval;
	readonly n: number;
	/** Number of requests by the first digit of the status. */
	readonly classes: readonly number[];
	readonly bytes: number;
	readonly p50: number | null;
	readonly p95: number | null;
};

const columns: ReadonlyArray<TableColumn<TimelineRow>> = [
	...intervalColumns,
	{path: 'n', value: ({n}) => n, heading: 'requests'},
	...[2, 3, 4, 5].map(statusClass =>
		classColumn<TimelineRow>(statusClass, ({classes}) => classes[statusClass] ?? 0),
	),
	bytesColumn(({bytes}) => bytes),
	durationColumn('p50', 'p50', ({p50}) => p50),
	durationColumn('p95', 'p95', ({p95}) => p95),
];

/** Returns the numbers of requests over time, one row per interval. */
export async function timelineReport(source: ReportSource, {step}: QuestionOf<'timeline'>): Promise<Report> {
	const {store, query, limit, signal} = source;
	const found = limit === 0 ? null : await intervalsIn(source, step);
	if (found === null) {
		return emptyReport(columns, limit === 0 ? '' : 'no request has a time');
	}
	const {rows: counts, partial} = await countIn(source, found, null);
	const rows = counts.map(rowOf);
	const inAll = rows.reduce((sum, {n}) => sum + n, 0);
	const {n} = await store.count(query, signal);
	const title = `${found.title}, ${counted(inAll, 'request')}`;
	// With a limit, the other requests are in earlier intervals.
	const remark =
		limit === undefined && n > inAll
			? `${counted(n - inAll, 'request')} in no step: without a valid time`
			: '';
	return tableReport([{title, columns, rows}], {remark, partial});
}

function rowOf({interval, histogram, at}: CountedInterval): TimelineRow {
	const {durations, figures} = histogram;
	const classes = Array.from({length: statusClasses}, (_, one) => histogram.classes[one]?.[at] ?? 0);
	const max = figures?.max[at] ?? null;
	const quantile = (values: Float64Array | undefined): number | null =>
		Number.isNaN(values?.[at] ?? Number.NaN) ? null : roundedQuantile(values?.[at] ?? null, max);
	return {
		interval,
		n: classes.reduce((sum, one) => sum + one, 0),
		classes,
		bytes: figures?.bytes[at] ?? 0,
		p50: quantile(durations?.p50),
		p95: quantile(durations?.p95),
	};
}
