import type {Schema} from '../../command-line/store-address.js';
import {haveShardsColumns, listedColumns} from './added-columns.js';
import {checkVersion} from './check-server.js';
import type {Connection} from './connection.js';
import {addedColumnNames, migrationStatements, schemaStatements} from './schema.js';
import {ServerProblem} from './server-problem.js';

/**
 * Creates missing tables, and adds missing columns to tables of earlier versions.
 * @param cluster - name of the cluster, for `sharded` and `replicated`
 * @returns `shards` if columns can be added to the table that covers all shards only once the tables of other shards have them
 * @throws ServerProblem, also if the table that should cover all shards already exists as an ordinary table: the statements would
 * leave it unchanged, and its rows would never reach the other shards
 */
export async function makeTables(
	connection: Connection,
	schema: Schema,
	cluster: string,
	signal?: AbortSignal,
): Promise<'whole' | 'shards'> {
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
	const migration = migrationStatements(schema, address, cluster);
	if (schema !== 'sharded') {
		for (const statement of migration) {
			await connection.run(statement, options);
		}
		return 'whole';
	}
	// A table that covers all shards sends all of its columns to them, so each shard must have them first.
	const ofShard = migration.filter(statement => statement.includes('_local '));
	for (const statement of ofShard) {
		await connection.run(statement, options);
	}
	// A question to the table itself would fail while another shard has no table yet.
	if ((await listedColumns(connection, options)).length === addedColumnNames.length) {
		return 'whole';
	}
	if (!(await haveShardsColumns(connection, cluster, options))) {
		return 'shards';
	}
	for (const statement of migration.slice(ofShard.length)) {
		await connection.run(statement, options);
	}
	return 'whole';
}
