import {checkVersion} from '../../clickhouse/check-server.js';
import type {Connection} from '../../clickhouse/connection.js';
import {unreadTable} from '../../clickhouse/schema.js';
import {ServerProblem} from '../../clickhouse/server-problem.js';
import {asRefused} from './clickhouse-insert.js';
import {Refused} from './delivery.js';

/** What tells rows apart: all that has to be read by who ships. */
const keyColumns = 'time, source, file, offset';

/**
 * Looks whether the server can do what is asked of it, the tables are there and whoever ships is let in, so that it isn't
 * found out by the first request of the night. A server that isn't there is no reason not to begin; something else in its
 * place is: the address is wrong.
 * @throws Refused
 */
export const checkTarget = async (connection: Connection, signal: AbortSignal): Promise<void> => {
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
};
