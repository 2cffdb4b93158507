import type {ColumnKind} from '../../clickhouse/answer-rows.js';
import type {Connection} from '../../clickhouse/connection.js';
import type {Parameters} from '../../clickhouse/multipart.js';
import {unreadTable} from '../../clickhouse/schema.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {ArrivalMark} from '../store.js';
import type {Answered, Asker} from './asker.js';
import type {ParameterList} from './compile/parameter-list.js';

/** What is asked, and the files that its rows are of. */
export class Tables {
	readonly files = new SourceFiles();
	/** Their names. */
	readonly requests: string;
	readonly unread: string;
	/** The time that searches such as `since:15m` go by, milliseconds since 1970. */
	readonly now: () => number;
	readonly routes: KnownRoutes;
	readonly #asker: Asker;

	constructor(
		{address: {database, table}}: Connection,
		asker: Asker,
		now: () => number,
		routes: KnownRoutes,
	) {
		this.requests = `${database}.${table}`;
		this.unread = `${database}.${unreadTable(table)}`;
		this.now = now;
		this.routes = routes;
		this.#asker = asker;
	}

	/** See `Asker.ask`. */
	async ask<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		signal?: AbortSignal,
	): Promise<Answered<Kinds>> {
		return this.#asker.ask(statement, kinds, parameters, signal);
	}
}

/** What a row is of: the name of its source, and the fingerprint of its file, 64 bits in decimal. */
export type SourceFile = {readonly source: string; readonly file: string};

/** Numbers the files of a fleet, so that positions are as short as those of one machine. */
export class SourceFiles {
	readonly #numbers = new Map<string, number>();
	readonly #files: SourceFile[] = [];

	/** The number of a file: the next one where it has none yet. */
	numberOf(source: string, file: string): number {
		// A fingerprint is digits, so that nothing else ends in the same way.
		const name = `${source} ${file}`;
		let number = this.#numbers.get(name);
		if (number === undefined) {
			number = this.#files.length;
			this.#numbers.set(name, number);
			this.#files.push({source, file});
		}
		return number;
	}

	/** The file with that number. */
	of(number: number): SourceFile {
		return this.#files[number] ?? {source: '', file: '0'};
	}
}

/** In a mark, stands beside the files, which have numbers from 0 on, for since when it is looked for what is new. */
const watermark = -1;

/**
 * How far a reader has come: per file, the offset of the first byte after what it has read, and since when rows may have
 * been taken in that it hasn't.
 */
export type Reached = {readonly since: number; readonly offsets: ReadonlyMap<number, number>};

/** How far as a store's mark. */
export function markOf({since, offsets}: Reached): ArrivalMark {
	return new Map([...offsets, [watermark, since]]);
}

/** How far a mark is; `start`: where there is none. */
export function reachedBy(mark: ArrivalMark | null, start: Reached): Reached {
	if (mark === null) {
		return start;
	}
	const offsets = new Map([...start.offsets, ...mark]);
	offsets.delete(watermark);
	return {since: mark.get(watermark) ?? start.since, offsets};
}

/** The condition that a row is after what has been reached. */
export function afterReached(
	{since, offsets}: Reached,
	parameters: ParameterList,
	files: SourceFiles,
): string {
	const later = `ingested >= fromUnixTimestamp64Milli(${parameters.add('Int64', since)}, 'UTC')`;
	if (offsets.size === 0) {
		return later;
	}
	const names = [...offsets.keys()].map(number => {
		const {source, file} = files.of(number);
		return `${source} ${file}`;
	});
	const known = parameters.add('Array(String)', names);
	const next = parameters.add('Array(UInt64)', [...offsets.values()]);
	return `${later} AND offset >= transform(concat(source, ' ', toString(file)), ${known}, ${next}, toUInt64(0))`;
}
