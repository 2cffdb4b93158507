import {ServerProblem} from './server-problem.js';

/** What reads a value of a column: undefined where the column can't hold such a value. */
type Reader<T> = (value: unknown) => T | undefined;

/** Longer texts are in no log, whose lines are cut at 64 KiB. */
const longestText = 1 << 20;

const text: Reader<string> = value =>
	typeof value === 'string' && value.length <= longestText ? value : undefined;

/** In a view of somebody else's table it may be a number. */
const flag: Reader<boolean> = value =>
	typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : undefined;

/** Minutes from UTC, of 16 bits. */
const zone: Reader<number> = value =>
	Number.isInteger(value) && Math.abs(value as number) <= 32_768 ? (value as number) : undefined;

const count: Reader<number> = value =>
	Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/** The last moment that a date has in JavaScript, in each zone; milliseconds since 1970. */
const lastTime = 8.64e15 - 32_768 * 60_000;

const time: Reader<number> = value =>
	Number.isInteger(value) && Math.abs(value as number) <= lastTime ? (value as number) : undefined;

/** What is no number to JSON is quoted, and stands for none. */
const amount: Reader<number | null> = value => {
	if (typeof value === 'string' && /^-?(?:nan|inf)$/.test(value)) {
		return null;
	}
	return Number.isFinite(value) ? (value as number) : undefined;
};

function orNull<T>(reader: Reader<T>): Reader<T | null> {
	return value => (value === null ? null : reader(value));
}

const readers = {
	text,
	'text?': orNull(text),
	flag,
	'zone?': orNull(zone),
	count,
	'count?': orNull(count),
	time,
	'amount?': orNull(amount),
};

/** What the values of a column are; with `?` they may be null. Times are milliseconds since 1970. */
export type ColumnKind = keyof typeof readers;

/** A row of an answer with such columns. */
export type RowOf<Kinds extends readonly ColumnKind[]> = {
	readonly [Index in keyof Kinds]: Exclude<ReturnType<(typeof readers)[Kinds[Index]]>, undefined>;
};

/** More rows are never asked for at once. */
export const mostRows = 1_000_000;

/**
 * Reads the rows of an answer in the format JSONCompactEachRow.
 * @returns undefined where it isn't that, or has other columns
 */
export function readRows<const Kinds extends readonly ColumnKind[]>(
	answer: string,
	kinds: Kinds,
): Array<RowOf<Kinds>> | undefined {
	const rows: Array<RowOf<Kinds>> = [];
	for (let start = 0; start < answer.length; ) {
		const end = answer.indexOf('\n', start);
		// The last row has an end, too: without it the answer is cut off.
		const row = end === -1 || rows.length === mostRows ? undefined : readRow(answer.slice(start, end), kinds);
		if (row === undefined) {
			return undefined;
		}
		rows.push(row as RowOf<Kinds>);
		start = end + 1;
	}
	return rows;
}

function readRow(line: string, kinds: readonly ColumnKind[]): unknown[] | undefined {
	let row: unknown;
	try {
		row = JSON.parse(line);
	} catch {
		return undefined;
	}
	if (!Array.isArray(row) || row.length !== kinds.length) {
		return undefined;
	}
	for (const [index, kind] of kinds.entries()) {
		const value = readers[kind](row[index]);
		if (value === undefined) {
			return undefined;
		}
		row[index] = value;
	}
	return row;
}

/**
 * The row of an answer that has one, whatever was asked of.
 * @throws ServerProblem where there is none, or more
 */
export function lone<Row>([row, ...others]: readonly Row[]): Row {
	if (row === undefined || others.length > 0) {
		throw new ServerProblem(
			`the server answers with ${others.length + (row === undefined ? 0 : 1)} rows in place of one: see whether a proxy answers in its place`,
			'foreign',
		);
	}
	return row;
}
