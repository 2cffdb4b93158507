import type {ClickHouseSettings} from '@clickhouse/client';
import {checkVersion} from '../../clickhouse/check-server.js';
import type {Connection} from '../../clickhouse/connection.js';
import {type ColumnType, shippedColumns, shippedUnreadColumns, unreadTable} from '../../clickhouse/schema.js';
import {ServerProblem} from '../../clickhouse/server-problem.js';
import {type Insert, Refused} from './delivery.js';

/**
 * What a server says where rows and table don't go together, which no attempt changes: src/Common/ErrorCodes.cpp, from
 * CANNOT_PARSE_TEXT to TYPE_MISMATCH. All else may pass: a full disk, a table that is read-only while Keeper is away,
 * too many parts.
 */
const lasting: ReadonlySet<number | undefined> = new Set([6, 20, 27, 33, 53, 62, 70, 117, 131, 349]);

/** What holds for rows that are sent; the defaults differ from version to version, so nothing is left to them. */
const settings: ClickHouseSettings = {
	insert_deduplicate: 1,
	// In the background a cluster says that all is well while a shard is away.
	distributed_foreground_insert: 1,
	async_insert: 0,
	// What is in a batch is there once: it needn't be looked for rows to be replaced.
	optimize_on_insert: 0,
	// More than half of the replicas have them when the server says so; of no effect where there are none.
	insert_quorum: 'auto',
};

/** What brings batches to the tables of a server. */
export function clickHouseInsert(connection: Connection): Insert {
	const {database, table} = connection.address;
	/** Whether it was ClickHouse that answered last. */
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
			// The logs are not for whatever may have come in its place.
			isKnown = false;
			throw asRefused(error as Error);
		}
	};
}

/** The same problem, as one that is of no use to be tried again where it is. */
function asRefused(problem: Error): Error {
	const isLasting =
		problem instanceof ServerProblem && (problem.kind === 'refused' || lasting.has(problem.code));
	return isLasting ? new Refused(problem.message, {cause: problem}) : problem;
}

/** What tells rows apart: all that has to be read by who ships. */
const keyColumns = 'time, source, file, offset';

/**
 * Looks whether the server can do what is asked of it, the tables are there and whoever ships is let in, so that it isn't
 * found out by the first request of the night. A server that isn't there is no reason not to begin; something else in its
 * place is: the address is wrong.
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
