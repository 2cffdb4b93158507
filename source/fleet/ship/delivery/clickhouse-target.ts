import type {ClickHouseSettings} from '@clickhouse/client';
import {lackedColumns, lackOfColumns, listedColumns, missingColumns} from '../../clickhouse/added-columns.js';
import {checkVersion} from '../../clickhouse/check-server.js';
import type {Connection} from '../../clickhouse/connection.js';
import {type ColumnType, shippedColumns, shippedUnreadColumns, unreadTable} from '../../clickhouse/schema.js';
import {ServerProblem} from '../../clickhouse/server-problem.js';
import {rowFormat} from '../rows/row-document.js';
import type {Batch} from './batch.js';
import {Refused} from './delivery.js';

/**
 * Error codes for rows that don't fit the table, which retries can't fix: src/Common/ErrorCodes.cpp, from CANNOT_PARSE_TEXT to
 * TYPE_MISMATCH. All other errors may be temporary: a full disk, a table that is read-only while Keeper is unreachable, too many
 * parts.
 */
const lasting: ReadonlySet<number | undefined> = new Set([6, 20, 27, 33, 53, 62, 70, 117, 131, 349]);

/** Settings for inserts. Set explicitly, because the defaults differ between versions. */
const settings: ClickHouseSettings = {
	insert_deduplicate: 1,
	// In the background, a cluster reports success while a shard is down.
	distributed_foreground_insert: 1,
	async_insert: 0,
	// A batch contains no duplicates, so the server needn't search it for rows to replace.
	optimize_on_insert: 0,
	// More than half of the replicas must have the rows before the server reports success. No effect without replicas.
	insert_quorum: 'auto',
	// A batch has all columns, also for a table of an earlier version.
	input_format_skip_unknown_fields: 1,
	// Deduplication identifies an insert by its token and the index of the block: a batch must be one block.
	input_format_parallel_parsing: 0,
	max_insert_block_size: '1000000',
};

/** The columns that identify rows. `ship` needs read access only to these. */
const keyColumns = 'time, source, file, offset';

/** The tables of a server that batches are inserted into. */
export class ClickHouseTarget {
	readonly #connection: Connection;
	readonly #notify: (text: string) => void;
	/** True if the last response came from ClickHouse. */
	#isKnown = false;
	/**
	 * The columns that rows are inserted into: a table of an earlier version lacks some. Undefined until the server has returned
	 * them.
	 */
	#columns: readonly ColumnType[] | undefined;

	/** @param notify - notifies the user about the tables */
	constructor(connection: Connection, notify: (text: string) => void) {
		this.#connection = connection;
		this.#notify = notify;
	}

	/**
	 * Checks at the start that the server is recent enough, that the tables exist and that the user has access, so that such
	 * problems don't show only with the first request of the night. Ignores an unreachable server. A different server at the address
	 * is an error, because the address is wrong then.
	 * @throws Refused
	 */
	async check(signal: AbortSignal): Promise<void> {
		const {database, table} = this.#connection.address;
		try {
			await checkVersion(this.#connection, signal);
			for (const name of [table, unreadTable(table)]) {
				await this.#connection.rows(
					`SELECT ${keyColumns} FROM ${database}.${name} LIMIT 0`,
					[],
					{},
					{signal},
				);
			}
			await this.#findColumns(signal);
		} catch (error) {
			signal.throwIfAborted();
			const problem = asRefused(error as Error);
			if (problem instanceof Refused) {
				throw problem;
			}
			if (problem instanceof ServerProblem && problem.kind === 'foreign') {
				throw new Refused(problem.message, {cause: problem});
			}
		}
	}

	/**
	 * Inserts a batch.
	 * @throws Refused if another attempt can't help
	 */
	async insert({plan: {token}, rows, count, unread, unreadCount}: Batch, signal: AbortSignal): Promise<void> {
		const {table} = this.#connection.address;
		try {
			if (!this.#isKnown) {
				await checkVersion(this.#connection, signal);
				this.#isKnown = true;
			}
			const columns = await this.#findColumns(signal);
			if (count > 0) {
				await this.#insertInto(table, columns, token, rows, count, signal);
			}
			if (unreadCount > 0) {
				await this.#insertInto(unreadTable(table), shippedUnreadColumns, token, unread, unreadCount, signal);
			}
		} catch (error) {
			// A different server may have replaced it. It must not receive the logs.
			this.#isKnown = false;
			const lacked = lackedColumns(error);
			throw lacked.length > 0
				? await this.#lackOfShard(lacked, error as Error, signal)
				: asRefused(error as Error);
		}
	}

	async #insertInto(
		table: string,
		columns: readonly ColumnType[],
		token: string,
		rows: readonly Buffer[],
		count: number,
		signal: AbortSignal,
	): Promise<void> {
		const {database} = this.#connection.address;
		const names = columns.map(({name}) => `\`${name}\``).join(', ');
		await this.#connection.insert(
			`INSERT INTO ${database}.${table} (${names}) FORMAT ${rowFormat}`,
			rows,
			count,
			{
				signal,
				settings: {...settings, insert_deduplication_token: token},
			},
		);
	}

	/**
	 * Determines once which columns the table has, and reports what it lacks. A query of a table that covers shards fails or not,
	 * depending on which shard answers first, so the table itself has the last word.
	 */
	async #findColumns(signal: AbortSignal): Promise<readonly ColumnType[]> {
		if (this.#columns === undefined) {
			const options = {signal};
			const asked = await missingColumns(this.#connection, options);
			const listed = asked.length === 0 ? [] : await listedColumns(this.#connection, options);
			const missing = asked.filter(name => !listed.includes(name));
			const effect = 'requests are shipped without them until ship is restarted after that';
			const text =
				missing.length === 0 ? undefined : await lackOfColumns(this.#connection, missing, effect, options);
			this.#columns = shippedColumns.filter(({name}) => !missing.includes(name));
			if (text !== undefined) {
				this.#notify(text);
			}
		}
		return this.#columns;
	}

	/** Explains that the table has a column, but the table of a shard doesn't. The batch is sent again until it does. */
	async #lackOfShard(lacked: readonly string[], cause: Error, signal: AbortSignal): Promise<ServerProblem> {
		const effect = 'a shard therefore refuses requests';
		const text = await lackOfColumns(this.#connection, lacked, effect, {signal});
		return new ServerProblem(text, 'statement', {cause});
	}
}

/** Converts a problem that retries can't fix into `Refused`. */
function asRefused(problem: Error): Error {
	const isLasting =
		problem instanceof ServerProblem && (problem.kind === 'refused' || lasting.has(problem.code));
	return isLasting ? new Refused(problem.message, {cause: problem}) : problem;
}
