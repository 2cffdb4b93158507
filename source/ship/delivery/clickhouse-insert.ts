import type {ClickHouseSettings} from '@clickhouse/client';
import {checkVersion} from '../../clickhouse/check-server.js';
import type {Connection} from '../../clickhouse/connection.js';
import {type ColumnType, shippedColumns, shippedUnreadColumns, unreadTable} from '../../clickhouse/schema.js';
import {ServerProblem} from '../../clickhouse/server-problem.js';
import {type Insert, Refused} from './delivery.js';

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
};

/** Returns the function that inserts batches into the tables of a server. */
export function clickHouseInsert(connection: Connection): Insert {
	const {database, table} = connection.address;
	/** True if the last response came from ClickHouse. */
	let isKnown = false;
	const insert = async (
		into: string,
		columns: readonly ColumnType[],
		token: string,
		rows: readonly Buffer[],
		count: number,
		signal: AbortSignal,
	): Promise<void> => {
		const names = columns.map(({name}) => `\`${name}\``).join(', ');
		await connection.insert(`INSERT INTO ${database}.${into} (${names}) FORMAT Native`, rows, count, {
			signal,
			settings: {...settings, insert_deduplication_token: token},
		});
	};
	return async ({plan: {token}, rows, count, unread, unreadCount}, signal) => {
		try {
			if (!isKnown) {
				await checkVersion(connection, signal);
				isKnown = true;
			}
			if (count > 0) {
				await insert(table, shippedColumns, token, rows, count, signal);
			}
			if (unreadCount > 0) {
				await insert(unreadTable(table), shippedUnreadColumns, token, unread, unreadCount, signal);
			}
		} catch (error) {
			// A different server may have replaced it. It must not receive the logs.
			isKnown = false;
			throw asRefused(error as Error);
		}
	};
}

/** Converts a problem that retries can't fix into `Refused`. */
function asRefused(problem: Error): Error {
	const isLasting =
		problem instanceof ServerProblem && (problem.kind === 'refused' || lasting.has(problem.code));
	return isLasting ? new Refused(problem.message, {cause: problem}) : problem;
}

/** The columns that identify rows. `ship` needs read access only to these. */
const keyColumns = 'time, source, file, offset';

/**
 * Checks at the start that the server is recent enough, that the tables exist and that the user has access, so that such problems
 * don't show only with the first request of the night. Ignores an unreachable server. A different server at the address is an
 * error, because the address is wrong then.
 * @throws Refused
 */
export async function checkTarget(connection: Connection, signal: AbortSignal): Promise<void> {
	const {database, table} = connection.address;
	try {
		await checkVersion(connection, signal);
		for (const name of [table, unreadTable(table)]) {
			await connection.rows(`SELECT ${keyColumns} FROM ${database}.${name} LIMIT 0`, [], {}, {signal});
		}
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
