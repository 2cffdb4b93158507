import {day} from '../../durations.js';
import {type CostOrder, isByCost, type Order} from '../../query/order.js';
import type {Query} from '../../query/query.js';
import type {Cursor, Entry, Page, Position} from '../../store/store.js';
import {lone} from '../clickhouse/answer-rows.js';
import {ServerProblem} from '../clickhouse/server-problem.js';
import type {ParameterList} from './compile/parameter-list.js';
import {earliestTime, latestTime, timeValue} from './compile/time-value.js';
import {countOf} from './count-of.js';
import {type EntryRow, entryColumns, entryKinds, entryOf} from './entry-row.js';
import {Question} from './question.js';
import type {SourceFiles, Tables} from './tables.js';

/** Order of the listing. */
export const newestFirst = 'time DESC, source DESC, file DESC, offset DESC';

/** The reverse order, by which the tables are sorted. */
const oldestFirst = 'time, source, file, offset';

/**
 * Returns the SQL condition for rows beyond a position. A separate comparison of the time comes first, so that ClickHouse reads
 * only rows beyond it. With a single comparison of all columns, a page of ten million rows took 118 ms instead of 9.
 * @param isInclusive - true to include the row at the position
 */
export function beyond(
	direction: 'older' | 'newer',
	position: Position,
	isInclusive: boolean,
	parameters: ParameterList,
	files: SourceFiles,
): string {
	const sign = direction === 'older' ? '<' : '>';
	const {source, file} = files.of(position.file);
	const time = timeValue(parameters, position.time);
	const name = parameters.add('String', source);
	const print = parameters.add('UInt64', file);
	const offset = parameters.add('UInt64', position.offset);
	const rest = `source ${sign} ${name} OR (source = ${name} AND (file ${sign} ${print} OR (file = ${print} AND offset ${sign}${isInclusive ? '=' : ''} ${offset})))`;
	return `time ${sign}= ${time} AND (time ${sign} ${time} OR ${rest})`;
}

/** The number that an order by cost sorts by. Rows without it are sorted last. */
const costSql: Readonly<Record<CostOrder, string>> = {
	duration: 'ifNull(duration_ms, -1)',
	bytes: 'ifNull(toFloat64(bytes), -1)',
};

/** Returns the SQL condition for rows beyond a position in an order, with `older` for rows after it. */
function beyondIn(
	order: Order,
	direction: 'older' | 'newer',
	position: Position,
	isInclusive: boolean,
	parameters: ParameterList,
	files: SourceFiles,
): string {
	if (order === '-time') {
		return beyond(opposite[direction], position, isInclusive, parameters, files);
	}
	const rest = beyond(direction, position, isInclusive, parameters, files);
	if (!isByCost(order)) {
		return rest;
	}
	const cost = (order === 'duration' ? position.durationMs : position.bytes) ?? -1;
	const value = parameters.add('Float64', cost);
	const sign = direction === 'older' ? '<' : '>';
	return `(${costSql[order]} ${sign} ${value} OR (${costSql[order]} = ${value} AND ${rest}))`;
}

const opposite = {older: 'newer', newer: 'older'} as const;

/** Returns the SQL order of rows, beginning with the first ones or, upward, with the last ones. */
function orderBy(order: Order, upward: boolean): string {
	switch (order) {
		case 'time':
			return upward ? oldestFirst : newestFirst;
		case '-time':
			return upward ? newestFirst : oldestFirst;
		default:
			return upward ? `${costSql[order]}, ${oldestFirst}` : `${costSql[order]} DESC, ${newestFirst}`;
	}
}

/** Number of rows to request in addition to a page, because a row that was sent twice may be stored twice. */
const spare = 64;

/**
 * The rows of a page are first searched within this distance from its start, in ms. ClickHouse reads a piece of each part of a
 * table that may have such rows, and each day has its own parts. A page of ten days took 14 ms instead of 60.
 */
const near = day;

/** Returns a page of consecutive entries. */
export async function page(
	tables: Tables,
	query: Query,
	cursor: Cursor,
	size: number,
	signal?: AbortSignal,
): Promise<Page> {
	signal?.throwIfAborted();
	if (size <= 0) {
		return {entries: [], newer: 0};
	}
	const found: Entry[] = [];
	let next = cursor;
	for (;;) {
		const asked = size - found.length + spare;
		const rows = await nearestRows(tables, query, next, asked, signal);
		const before = found.length;
		for (const row of rows) {
			const entry = entryOf(row, tables);
			if (found.length < size && !isSame(found.at(-1), entry)) {
				found.push(entry);
			}
		}
		const last = found.at(-1);
		if (found.length === size || rows.length < asked || last === undefined) {
			break;
		}
		if (found.length === before) {
			throw new ServerProblem(
				'the server keeps returning the same rows: check whether a proxy answers instead',
				'foreign',
			);
		}
		next = {from: isUpward(cursor) ? 'newer' : 'older', position: last.position, order: cursor.order};
	}
	const entries = isUpward(cursor) ? found.reverse() : found;
	return {entries, newer: await newerThan(tables, query, cursor, entries, signal)};
}

/** True if rows are read from the last one to the first. */
function isUpward({from}: Cursor): boolean {
	return from === 'oldest' || from === 'newer';
}

/** Returns the rows after a cursor. Searches near the cursor first, and everywhere if there are too few. */
async function nearestRows(
	tables: Tables,
	query: Query,
	cursor: Cursor,
	limit: number,
	signal: AbortSignal | undefined,
): Promise<readonly EntryRow[]> {
	const bound = await boundOf(tables, cursor, signal);
	const found = bound === undefined ? [] : await rowsFrom(tables, query, cursor, limit, signal, bound);
	return found.length === limit ? found : rowsFrom(tables, query, cursor, limit, signal);
}

/**
 * End of the search near the oldest row, in ms since 1970; undefined for an empty table. ClickHouse knows the oldest time without
 * reading rows.
 */
async function firstDay(tables: Tables, signal: AbortSignal | undefined): Promise<number | undefined> {
	const {rows} = await tables.ask(
		`SELECT count(), toUnixTimestamp64Milli(min(time)) FROM ${tables.requests}`,
		['count', 'time'],
		{},
		signal,
	);
	const [count, first] = lone(rows);
	return count === 0 ? undefined : first + near;
}

/**
 * Returns the end of the search near a cursor, in ms since 1970; undefined for orders by cost, in which the first rows may have
 * any time.
 */
async function boundOf(
	tables: Tables,
	cursor: Cursor,
	signal: AbortSignal | undefined,
): Promise<number | undefined> {
	const {order = 'time'} = cursor;
	if (isByCost(order)) {
		return undefined;
	}
	const isAscending = isUpward(cursor) !== (order === '-time');
	if ('position' in cursor) {
		return cursor.position.time + (isAscending ? near : -near);
	}
	const notAfter = cursor.from === 'newest' ? cursor.notAfter : undefined;
	return isAscending ? firstDay(tables, signal) : (notAfter ?? tables.now()) - near;
}

async function rowsFrom(
	tables: Tables,
	query: Query,
	cursor: Cursor,
	limit: number,
	signal: AbortSignal | undefined,
	bound?: number,
): Promise<readonly EntryRow[]> {
	const {order = 'time'} = cursor;
	const question = new Question(query, tables);
	const {parameters} = question;
	const upward = isUpward(cursor);
	if (bound !== undefined) {
		const isAscending = upward !== (order === '-time');
		question.and(`time ${isAscending ? '<=' : '>='} ${timeValue(parameters, within(bound))}`);
	}
	if ('position' in cursor) {
		const direction = upward ? 'newer' : 'older';
		question.and(beyondIn(order, direction, cursor.position, cursor.from === 'at', parameters, tables.files));
	} else if (order === 'time' && cursor.from === 'newest' && cursor.notAfter !== undefined) {
		question.and(`time <= ${timeValue(parameters, within(cursor.notAfter))}`);
	}
	const statement = `SELECT ${entryColumns(tables, parameters)} FROM ${tables.requests}${question.where} ORDER BY ${orderBy(order, upward)} LIMIT ${parameters.add('UInt64', limit)}`;
	const {rows} = await tables.ask(statement, entryKinds, parameters.values, signal);
	return rows;
}

/** Clamps a time to the range of the column. */
function within(time: number): number {
	return Math.min(latestTime, Math.max(earliestTime, Math.floor(time)));
}

function isSame(a: Entry | undefined, {position: b}: Entry): boolean {
	return (
		a !== undefined &&
		a.position.time === b.time &&
		a.position.file === b.file &&
		a.position.offset === b.offset
	);
}

/** Counts the rows before the first entry of a page. */
async function newerThan(
	tables: Tables,
	query: Query,
	cursor: Cursor,
	entries: readonly Entry[],
	signal: AbortSignal | undefined,
): Promise<number> {
	const [first] = entries;
	if (first === undefined) {
		return 0;
	}
	const question = new Question(query, tables);
	const {parameters} = question;
	switch (cursor.from) {
		case 'oldest':
			// All rows except the rows of the page. A condition that compares ten million rows with the first row took 0.3 s.
			return Math.max(0, (await countOf(tables, question, signal)).n - entries.length);
		case 'newest':
			if (cursor.notAfter === undefined || (cursor.order ?? 'time') !== 'time') {
				return 0;
			}
			// Older rows that arrived after the page was read don't count: the next page request returns them.
			question.and(`time > ${timeValue(parameters, within(cursor.notAfter))}`);
			break;
		default:
			question.and(
				beyondIn(cursor.order ?? 'time', 'newer', first.position, false, parameters, tables.files),
			);
	}
	return (await countOf(tables, question, signal)).n;
}
