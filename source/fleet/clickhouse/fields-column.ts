import type {Schema} from '../../command-line/store-address.js';
import {lone} from './answer-rows.js';
import type {AskOptions, Connection} from './connection.js';
import {migrationStatements} from './schema.js';
import {ServerProblem} from './server-problem.js';

/** Error codes for an unknown column: src/Common/ErrorCodes.cpp. */
const unknownColumn: ReadonlySet<number | undefined> = new Set([10, 16, 47]);

/** Error code for a missing permission. */
const denied = 497;

/** True for the error of a table without the column. */
export function isLackOfFields(error: unknown): boolean {
	return error instanceof ServerProblem && unknownColumn.has(error.code) && error.message.includes('fields');
}

/**
 * Returns true if the table has a column for log fields. Tables of earlier versions have none.
 * @throws ServerProblem
 */
export async function hasFieldsColumn(connection: Connection, options: AskOptions): Promise<boolean> {
	const {database, table} = connection.address;
	try {
		await connection.rows(`SELECT fields FROM ${database}.${table} LIMIT 0`, [], {}, options);
		return true;
	} catch (error) {
		if (isLackOfFields(error)) {
			return false;
		}
		// The server checks permissions only for columns that exist.
		if (error instanceof ServerProblem && error.code === denied) {
			return true;
		}
		throw error;
	}
}

/** True if the server lists the column for the table, without a question to its shards. */
export async function isFieldsColumnListed(connection: Connection, options: AskOptions): Promise<boolean> {
	const {database, table} = connection.address;
	const [columns] = lone(
		await connection.rows(
			"SELECT count() FROM system.columns WHERE database = {database:String} AND table = {table:String} AND name = 'fields'",
			['count'],
			{database, table},
			options,
		),
	);
	return columns > 0;
}

/**
 * Explains that a table has no column for log fields, and how to add it.
 * @param effect - what therefore doesn't work
 */
export async function lackOfFields(
	connection: Connection,
	effect: string,
	options: AskOptions,
): Promise<string> {
	const {address} = connection;
	const {schema, cluster} = await schemaOf(connection, options);
	const statements = migrationStatements(schema, address, cluster).map(statement => `${statement};`);
	const init = `reqscope ship --init${schema === 'single' ? '' : ` --schema ${schema} --cluster ${cluster}`}`;
	const isSharded = schema === 'sharded';
	return `${address.database}.${address.table} at ${address.shown} has no column for log fields: ${effect}. To add it, run ${init} as an administrator${isSharded ? ' on each shard, twice' : ''}, or: ${statements.join(isSharded ? ' on each shard, and then: ' : ' ')}`;
}

/** True if the tables of all shards have the column. Then the table that covers them may get it, too. */
export async function haveShardsFields(
	connection: Connection,
	cluster: string,
	options: AskOptions,
): Promise<boolean> {
	const {database, table} = connection.address;
	const [shards, columns] = lone(
		await connection.rows(
			`SELECT (SELECT count() FROM cluster('${cluster}', system, one)), (SELECT count() FROM cluster('${cluster}', system, columns) WHERE database = {database:String} AND table = {table:String} AND name = 'fields')`,
			['count', 'count'],
			{database, table: `${table}_local`},
			options,
		),
	);
	return columns === shards;
}

/** Returns the variant of the tables. The user may lack the permission to see it: then it is taken for a single server's. */
async function schemaOf(
	connection: Connection,
	options: AskOptions,
): Promise<{readonly schema: Schema; readonly cluster: string}> {
	const {database, table} = connection.address;
	const tables = await connection
		.rows(
			'SELECT name, engine, engine_full FROM system.tables WHERE database = {database:String} AND name IN ({table:String}, {local:String})',
			['text', 'text', 'text'],
			{database, table, local: `${table}_local`},
			options,
		)
		.catch(() => []);
	const [, , definition = ''] = tables.find(([name]) => name === table) ?? [];
	const [, cluster] = /^Distributed\('([^']+)'/.exec(definition) ?? [];
	if (cluster === undefined) {
		return {schema: 'single', cluster: ''};
	}
	const isReplicated = tables.some(([name, engine]) => name !== table && engine.startsWith('Replicated'));
	return {schema: isReplicated ? 'replicated' : 'sharded', cluster};
}
