import {checkVersion} from './check-server.js';
import type {Connection} from './connection.js';
import {type Schema, schemaStatements} from './schema.js';
import {ServerProblem} from './server-problem.js';

/**
 * Makes what of the tables isn't there.
 * @param cluster - the name of the cluster, for `sharded` and `replicated`
 * @throws ServerProblem, also where the table that is to stand for all shards is there and holds rows itself: the
 * statements would leave it so, and what is sent to it would never get to the others
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
				`${database}.${table} at ${shown} was made for a server alone (${engine}): rename it, or drop it if nothing in it is needed, and do this again`,
				'refused',
			);
		}
	}
	for (const statement of schemaStatements(schema, address, cluster)) {
		await connection.run(statement, options);
	}
}
