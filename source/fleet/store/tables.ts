import type {KnownRoutes} from '../../routes/known-routes.js';
import type {ArrivalMark} from '../../store/store.js';
import type {ColumnKind} from '../clickhouse/answer-rows.js';
import type {TableServer} from '../clickhouse/check-server.js';
import type {Connection} from '../clickhouse/connection.js';
import type {Parameters} from '../clickhouse/multipart.js';
import {missingColumn, unreadTable} from '../clickhouse/schema.js';
import {ServerProblem} from '../clickhouse/server-problem.js';
import type {Answered, Asker} from './asker.js';
import type {ParameterList} from './compile/parameter-list.js';

/** The tables to query, and the files of their rows. */
export class Tables {
	readonly files = new SourceFiles();
	/** Names of the tables. */
	readonly requests: string;
	readonly unread: string;
	/** Current time for searches such as `since:15m`, in ms since 1970. */
	readonly now: () => number;
	readonly routes: KnownRoutes;
	/** Names of the log fields that entries have: see `Store.showFields`. */
	shownFields: readonly string[] = [];
	/** The reason why the table has no log fields; undefined if it has them. */
	readonly lackOfFields: string | undefined;
	readonly #asker: Asker;
	/** SQL expressions for the columns that the table lacks, without the column of log fields. */
	readonly #missing: readonly string[];

	/** @param lacks - the columns that the table lacks, with explanations: see `TableServer` */
	constructor(
		{address: {database, table}}: Connection,
		asker: Asker,
		{now, routes, lacks}: Pick<Tables, 'now' | 'routes'> & Pick<TableServer, 'lacks'>,
	) {
		this.requests = `${database}.${table}`;
		this.unread = `${database}.${unreadTable(table)}`;
		this.now = now;
		this.routes = routes;
		this.lackOfFields = lacks.get('fields');
		this.#missing = [...lacks.keys()].filter(name => name !== 'fields').map(missingColumn);
		this.#asker = asker;
	}

	/** @throws ServerProblem if the table has no log fields */
	needFields(): void {
		if (this.lackOfFields !== undefined) {
			throw new ServerProblem(this.lackOfFields, 'refused');
		}
	}

	/** See `Asker.ask`. Columns that the table lacks are NULL, except the column of log fields: see `needFields`. */
	async ask<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		signal?: AbortSignal,
	): Promise<Answered<Kinds>> {
		return this.#asker.ask(this.#whole(statement), kinds, parameters, signal);
	}

	/** Adds the missing columns to a statement, also to its inner statements. */
	#whole(statement: string): string {
		if (this.#missing.length === 0) {
			return statement;
		}
		const missing = this.#missing.join(', ');
		return statement.startsWith('WITH ')
			? `WITH ${missing}, ${statement.slice('WITH '.length)}`
			: `WITH ${missing} ${statement}`;
	}
}

/** Origin of a row: the name of its source, and the fingerprint of its file as a decimal 64-bit number. */
export type SourceFile = {readonly source: string; readonly file: string};

/** Numbers the files of all machines, so that positions are as short as in a local store. */
export class SourceFiles {
	readonly #numbers = new Map<string, number>();
	readonly #files: SourceFile[] = [];

	/** Returns the number of a file; assigns the next one to an unknown file. */
	numberOf(source: string, file: string): number {
		// A fingerprint has only digits, so different files have different names.
		const name = `${source} ${file}`;
		let number = this.#numbers.get(name);
		if (number === undefined) {
			number = this.#files.length;
			this.#numbers.set(name, number);
			this.#files.push({source, file});
		}
		return number;
	}

	/** Returns the file with this number. */
	of(number: number): SourceFile {
		return this.#files[number] ?? {source: '', file: '0'};
	}
}

/** Key of `since` in a mark. The other keys are file numbers from 0. */
const watermark = -1;

/**
 * Progress of a reader: per file, the offset after the last row that it has read; and a time: all rows ingested before it have
 * been read.
 */
export type Reached = {readonly since: number; readonly offsets: ReadonlyMap<number, number>};

/** Converts a reader's progress to a mark of the store. */
export function markOf({since, offsets}: Reached): ArrivalMark {
	return new Map([...offsets, [watermark, since]]);
}

/** Converts a mark to a reader's progress; null to `start`. */
export function reachedBy(mark: ArrivalMark | null, start: Reached): Reached {
	if (mark === null) {
		return start;
	}
	const offsets = new Map([...start.offsets, ...mark]);
	offsets.delete(watermark);
	return {since: mark.get(watermark) ?? start.since, offsets};
}

/** Returns the SQL condition for rows after a reader's progress. */
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
