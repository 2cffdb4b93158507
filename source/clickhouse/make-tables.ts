import {checkVersion} from './check-server.js';
import type {Connection} from './connection.js';
import {type Schema, schemaStatements} from './schema.js';
import {ServerProblem} from './server-problem.js';

/**
 * Creates missing tables.
 * @param cluster - name of the cluster, for `sharded` and `replicated`
 * @throws ServerProblem, also if the table that should cover all shards already exists as an ordinary table: the statements would
 * leave it unchanged, and its rows would never reach the other shards
 */
export async function makeTables(
	connection: Connection,
	schema: Schema,
	cluster: string,
	signal?: AbortSignal,
): Promise<void> {
	const {address} = connection;
	const {database, table, shown} = address;
	const options = {signal};
	await checkVersion(connection, signal);
	if (schema !== 'single') {
		const [[engine] = []] = await connection.rows(
			'SELECT engine FROM system.tables WHERE database = {database:String} AND name = {table:String}',
			['text'],
			{database, table},
			options,
		);
		if (engine?.endsWith('MergeTree')) {
			throw new ServerProblem(
				`${database}.${table} at ${shown} was created for a single server (${engine}): rename it, or drop it if its rows are not needed, and run this again`,
				'refused',
			);
		}
	}
	for (const statement of schemaStatements(schema, address, cluster)) {
		await connection.run(statement, options);
	}
}
