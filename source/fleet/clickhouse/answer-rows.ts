import {ServerProblem} from './server-problem.js';

/** Reads a value of a column; returns undefined if the value is invalid for the column. */
type Reader<T> = (value: unknown) => T | undefined;

/** Maximum length of a string. Logs contain no longer ones, because lines are cut at 64 KiB. */
const maxTextLength = 1 << 20;

const text: Reader<string> = value =>
	typeof value === 'string' && value.length <= maxTextLength ? value : undefined;

/** In a view of another application's table, a flag may be a number. */
const flag: Reader<boolean> = value =>
	typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : undefined;

/** UTC offset in minutes, as a 16-bit number. */
const zone: Reader<number> = value =>
	Number.isInteger(value) && Math.abs(value as number) <= 32_768 ? (value as number) : undefined;

const count: Reader<number> = value =>
	Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/** Maximum time that is a valid JavaScript date in every zone, in ms since 1970. */
const lastTime = 8.64e15 - 32_768 * 60_000;

const time: Reader<number> = value =>
	Number.isInteger(value) && Math.abs(value as number) <= lastTime ? (value as number) : undefined;

/** Values that JSON can't represent as numbers are quoted. They become null. */
const amount: Reader<number | null> = value => {
	if (typeof value === 'string' && /^-?(?:nan|inf)$/.test(value)) {
		return null;
	}
	return Number.isFinite(value) ? (value as number) : undefined;
};

function orNull<T>(reader: Reader<T>): Reader<T | null> {
	return value => (value === null ? null : reader(value));
}

/** An array of strings. */
const texts: Reader<readonly string[]> = value =>
	Array.isArray(value) && value.every(one => text(one) !== undefined) ? value : undefined;

/** An array of counts. */
const counts: Reader<readonly number[]> = value =>
	Array.isArray(value) && value.every(one => count(one) !== undefined) ? value : undefined;

const readers = {
	text,
	texts,
	counts,
	'text?': orNull(text),
	flag,
	'zone?': orNull(zone),
	count,
	'count?': orNull(count),
	time,
	'amount?': orNull(amount),
};

/** Type of a column's values; with `?` they may be null. Times are in ms since 1970. */
export type ColumnKind = keyof typeof readers;

/** A row of a response with such columns. */
export type RowOf<Kinds extends readonly ColumnKind[]> = {
	readonly [Index in keyof Kinds]: Exclude<ReturnType<(typeof readers)[Kinds[Index]]>, undefined>;
};

/** Maximum number of rows that any query requests. */
export const maxRows = 1_000_000;

/**
 * Maximum length of a row. A parsed row takes up to 45 times its length, if it has only brackets. The queries of reqscope
 * return rows of up to three times a line of 64 KiB, with six characters for each control character.
 */
const maxRowLength = 2 << 20;

/**
 * Parses the rows of a response in the format JSONCompactEachRow.
 * @returns undefined for a different format or different columns
 */
export function readRows<const Kinds extends readonly ColumnKind[]>(
	answer: string,
	kinds: Kinds,
): Array<RowOf<Kinds>> | undefined {
	const rows: Array<RowOf<Kinds>> = [];
	for (let start = 0; start < answer.length; ) {
		const end = answer.indexOf('\n', start);
		// The last row ends with a newline, too. Without it, the response is truncated.
		const isRefused = end === -1 || end - start > maxRowLength || rows.length === maxRows;
		const row = isRefused ? undefined : readRow(answer.slice(start, end), kinds);
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
 * Returns the only row of a response.
 * @throws ServerProblem if the response is empty or has several rows
 */
export function lone<Row>([row, ...others]: readonly Row[]): Row {
	if (row === undefined || others.length > 0) {
		throw new ServerProblem(
			`the server answers with ${others.length + (row === undefined ? 0 : 1)} rows instead of one: check whether a proxy answers for it`,
			'foreign',
		);
	}
	return row;
}
