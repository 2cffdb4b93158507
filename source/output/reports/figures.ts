import type {FacetOrder, ValueFigures} from '../../answers/answers.js';
import {byteSize, percentText} from '../../format/amounts.js';
import {compareSlowness} from '../../format/compare-slowness.js';
import {durationText} from '../../format/time-texts.js';
import type {TableColumn} from './table.js';

/** Default number of values and routes. */
export const defaultLimit = 20;

/** A value or a route with its figures. */
export type FiguredRow = {
	readonly n: number;
	/** Number of all requests that match. */
	readonly total: number;
	readonly figures: ValueFigures;
	/** True if the number of requests is an estimate. */
	readonly estimated: boolean;
};

/** Rounds a share to four digits. */
export function roundedShare(share: number): number {
	return Number(share.toPrecision(4));
}

/** Rounds a sum of durations to microseconds: the rest is an error of the addition. */
function roundedSum(sum: number | null): number | null {
	return sum === null ? null : Number(sum.toFixed(3));
}

/** The columns by importance: on a narrow terminal, the last ones are dropped first. */
const ranked: readonly string[] = [
	...[
		'n5xx',
		'durationMs.p95',
		'durationMs.p99',
		'bytes',
		'n4xx',
		'share',
		'durationMs.p50',
		'durationMs.max',
	],
	...['durationMs.total', 'n2xx', 'n3xx'],
];

/** Returns the rank of a column. */
function rankOf(path: string): number {
	return ranked.indexOf(path) + 1;
}

/** Returns a column with a duration in ms, or nothing. */
export function durationColumn<Row>(
	name: string,
	heading: string,
	value: (row: Row) => number | null,
): TableColumn<Row> {
	const path = `durationMs.${name}`;
	return {
		path,
		value,
		rank: rankOf(path),
		isOptional: true,
		heading,
		text: row => {
			const duration = value(row);
			return duration === null ? '' : durationText(duration);
		},
	};
}

/** Returns a column with the number of requests of a status class. */
export function classColumn<Row>(statusClass: number, value: (row: Row) => number): TableColumn<Row> {
	const path = `n${statusClass}xx`;
	return {path, value, rank: rankOf(path), heading: `${statusClass}xx`};
}

/** Returns a column with a sum of sizes. Text omits it if all are 0. */
export function bytesColumn<Row>(value: (row: Row) => number): TableColumn<Row> {
	return {
		path: 'bytes',
		value,
		rank: rankOf('bytes'),
		heading: 'bytes',
		text: row => byteSize(value(row)),
		has: row => value(row) > 0,
	};
}

/** The columns that orders sort by. */
const sortedPaths: Readonly<Record<FacetOrder, string>> = {
	n: 'n',
	clientErrors: 'n4xx',
	errors: 'n5xx',
	bytes: 'bytes',
	p95: 'durationMs.p95',
	max: 'durationMs.max',
	time: 'durationMs.total',
};

/** Returns the order of the rows in text, for `tableReport`. */
export function orderInText(by: FacetOrder): {
	readonly compareInText?: (a: FiguredRow, b: FiguredRow) => number;
} {
	const slownessOf = ({n, figures: {p95}}: FiguredRow) => ({n, p95});
	return by === 'p95' ? {compareInText: (a, b) => compareSlowness(slownessOf(a), slownessOf(b))} : {};
}

/** Returns the columns with the figures of a value or a route. The column of the order is never dropped. */
export function figureColumnsBy(order: FacetOrder): ReadonlyArray<TableColumn<FiguredRow>> {
	return figureColumns.map(column => (column.path === sortedPaths[order] ? {...column, rank: 0} : column));
}

const figureColumns: ReadonlyArray<TableColumn<FiguredRow>> = [
	{
		path: 'n',
		value: ({n}) => n,
		heading: 'requests',
		text: ({n, estimated}) => `${estimated ? '~' : ''}${n}`,
	},
	{
		path: 'share',
		rank: rankOf('share'),
		value: ({n, total}) => (total === 0 ? 0 : roundedShare(n / total)),
		heading: 'share',
		text: ({n, total}) => percentText(n, total),
	},
	classColumn(4, ({figures}) => figures.classes[4] ?? 0),
	classColumn(5, ({figures}) => figures.classes[5] ?? 0),
	bytesColumn(({figures}) => figures.bytes),
	durationColumn('p50', 'p50', ({figures}) => figures.p50),
	durationColumn('p95', 'p95', ({figures}) => figures.p95),
	durationColumn('max', 'max', ({figures}) => figures.max),
	durationColumn('total', 'time', ({figures}) => roundedSum(figures.total)),
];
