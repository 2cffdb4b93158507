import type {Query} from '../../query/query.js';
import type {ArrivalMark, Arrivals, Entry} from '../../store/store.js';
import {ParameterList} from './compile/parameter-list.js';
import {entryColumns, entryKinds, entryOf, type FleetPosition} from './entry-row.js';
import {Question} from './question.js';
import {maxUnderWayTime, type ServerClock} from './server-clock.js';
import {afterReached, markOf, type Reached, reachedBy, type Tables} from './tables.js';

/** Number of matching rows that have arrived, and the progress up to which they are counted. */
type Arrived = {readonly n: number; readonly reached: Reached};

/**
 * Finds the rows that were written after the store was opened. The rows of a file are ingested in order: rows after the last
 * known offset are new, rows that are sent again aren't. In an unknown file, all rows are new that were ingested after the store
 * was opened, or shortly before.
 */
export class ArrivalLog {
	readonly #tables: Tables;
	readonly #clock: ServerClock;
	/** Progress at the time when the store was opened. */
	readonly #start: Reached;
	readonly #arrived = new WeakMap<Query, Arrived>();

	private constructor(tables: Tables, clock: ServerClock, start: Reached) {
		this.#tables = tables;
		this.#clock = clock;
		this.#start = start;
	}

	/** Records the existing rows: only later rows are arrivals. */
	static async open(tables: Tables, clock: ServerClock, signal?: AbortSignal): Promise<ArrivalLog> {
		const start = {since: clock.now() - maxUnderWayTime, offsets: new Map<number, number>()};
		const parameters = new ParameterList();
		const {rows} = await tables.ask(
			`SELECT source, toString(file), max(offset) + 1 FROM ${tables.requests} WHERE ${afterReached(start, parameters, tables.files)} GROUP BY source, file`,
			['text', 'text', 'count'],
			parameters.values,
			signal,
		);
		for (const [source, file, next] of rows) {
			start.offsets.set(tables.files.numberOf(source, file), next);
		}
		return new ArrivalLog(tables, clock, start);
	}

	/** See `Store.arrivals`. */
	async after(
		query: Query,
		mark: ArrivalMark | null,
		limit: number,
		signal?: AbortSignal,
	): Promise<Arrivals> {
		signal?.throwIfAborted();
		const reached = reachedBy(mark, this.#start);
		if (limit <= 0) {
			return {entries: [], mark: markOf(reached)};
		}
		const asked = this.#clock.now();
		const question = new Question(query, this.#tables);
		const {parameters} = question;
		question.and(afterReached(reached, parameters, this.#tables.files));
		const {rows, partial} = await this.#tables.ask(
			`SELECT ${entryColumns(this.#tables, parameters)} FROM ${this.#tables.requests}${question.where} ORDER BY source, file, offset LIMIT 1 BY source, file, offset LIMIT ${parameters.add('UInt64', limit)}`,
			entryKinds,
			parameters.values,
			signal,
		);
		const entries = rows.map(row => entryOf(row, this.#tables));
		const offsets = new Map(reached.offsets);
		for (const {position} of entries) {
			offsets.set(position.file, position.offset + 1);
		}
		if (rows.length === limit) {
			return {entries, mark: markOf({since: reached.since, offsets})};
		}
		// Rows of an unavailable shard may still follow.
		const since = partial ? reached.since : Math.max(reached.since, asked - maxUnderWayTime);
		return {entries: byArrival(entries), mark: markOf({since, offsets})};
	}

	/** See `Store.isAfter`. */
	isAfter(mark: ArrivalMark, {position}: Entry): boolean {
		const next = reachedBy(mark, this.#start).offsets.get(position.file);
		return next === undefined ? ingestedAt(position) >= this.#start.since : position.offset >= next;
	}

	/** Number of matching rows that have arrived. */
	async count(query: Query, signal?: AbortSignal): Promise<number> {
		const before = this.#arrived.get(query) ?? {n: 0, reached: this.#start};
		const asked = this.#clock.now();
		const question = new Question(query, this.#tables);
		const {parameters} = question;
		const isMatch = question.condition === undefined ? 'true' : `ifNull(${question.condition}, false)`;
		const {files} = this.#tables;
		const {rows, partial} = await this.#tables.ask(
			`SELECT source, toString(file), max(offset) + 1, uniqExactIf(offset, ${isMatch}) FROM ${this.#tables.requests} WHERE ${afterReached(before.reached, parameters, files)} GROUP BY source, file`,
			['text', 'text', 'count', 'count'],
			parameters.values,
			signal,
		);
		const offsets = new Map(before.reached.offsets);
		let {n} = before;
		for (const [source, file, next, found] of rows) {
			offsets.set(files.numberOf(source, file), next);
			n += found;
		}
		// A concurrent call with the same query may have counted further.
		const now = this.#arrived.get(query);
		if (now !== undefined && now.n >= n && now !== before) {
			return now.n;
		}
		const since = partial ? before.reached.since : Math.max(before.reached.since, asked - maxUnderWayTime);
		this.#arrived.set(query, {n, reached: {since, offsets}});
		return n;
	}
}

function ingestedAt(position: Entry['position']): number {
	return (position as FleetPosition).ingested ?? 0;
}

/**
 * Sorts by time of ingestion and keeps the order within each file. A row that was sent twice has the time of the second
 * ingestion, which may be later than the time of the next row.
 * @param entries - grouped by file
 */
function byArrival(entries: readonly Entry[]): readonly Entry[] {
	const latest = new Map<number, number>();
	return entries
		.map(entry => {
			const {position} = entry;
			const at = Math.max(ingestedAt(position), latest.get(position.file) ?? 0);
			latest.set(position.file, at);
			return {entry, at};
		})
		.sort((a, b) => a.at - b.at)
		.map(({entry}) => entry);
}
