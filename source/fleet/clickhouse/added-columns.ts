import type {Schema} from '../../command-line/store-address.js';
import {lone} from './answer-rows.js';
import type {AskOptions, Connection} from './connection.js';
import {addedColumnNames, migrationStatements} from './schema.js';
import {ServerProblem} from './server-problem.js';

/** Error codes for an unknown column: src/Common/ErrorCodes.cpp. */
const unknownColumn: ReadonlySet<number | undefined> = new Set([10, 16, 47]);

/** Error code for a missing permission. */
const denied = 497;

/** Returns the names of the added columns that an error says a table lacks; none for other errors. */
export function lackedColumns(error: unknown): readonly string[] {
	return error instanceof ServerProblem && unknownColumn.has(error.code)
		? addedColumnNames.filter(name => error.message.includes(name))
		: [];
}

/**
 * Returns the names of the added columns that the table lacks. Tables of earlier versions lack some.
 * @throws ServerProblem
 */
export async function missingColumns(
	connection: Connection,
	options: AskOptions,
): Promise<readonly string[]> {
	const {database, table} = connection.address;
	const isMissing = async (name: string): Promise<boolean> => {
		try {
			await connection.rows(`SELECT ${name} FROM ${database}.${table} LIMIT 0`, [], {}, options);
			return false;
		} catch (error) {
			if (lackedColumns(error).includes(name)) {
				return true;
			}
			// The server checks permissions only for columns that exist.
			if (error instanceof ServerProblem && error.code === denied) {
				return false;
			}
			throw error;
		}
	};
	const areMissing = await Promise.all(addedColumnNames.map(isMissing));
	return addedColumnNames.filter((_, index) => areMissing[index]);
}

/** For a statement: the names of the added columns as a list of strings. */
const quotedNames = addedColumnNames.map(name => `'${name}'`).join(', ');

/** Returns the names of the added columns that the server lists for the table, without a question to its shards. */
export async function listedColumns(connection: Connection, options: AskOptions): Promise<readonly string[]> {
	const {database, table} = connection.address;
	const rows = await connection.rows(
		`SELECT name FROM system.columns WHERE database = {database:String} AND table = {table:String} AND name IN (${quotedNames})`,
		['text'],
		{database, table},
		options,
	);
	return rows.flat();
}

/**
 * Explains that a table lacks added columns, and how to add them.
 * @param missing - their names
 * @param effect - describes the consequence for the user
 */
export async function lackOfColumns(
	connection: Connection,
	missing: readonly string[],
	effect: string,
	options: AskOptions,
): Promise<string> {
	const {address} = connection;
	const {schema, cluster} = await schemaOf(connection, options);
	const statements = migrationStatements(schema, address, cluster).map(statement => `${statement};`);
	const init = `reqscope ship --init${schema === 'single' ? '' : ` --schema ${schema} --cluster ${cluster}`}`;
	const isSharded = schema === 'sharded';
	// The column of log fields, the last one, comes first.
	const lack = missing.map(name => (name === 'fields' ? 'for log fields' : name)).toReversed();
	return `${address.database}.${address.table} at ${address.shown} has no column ${lack.join(' or ')}: ${effect}. To add it, run ${init} as an administrator${isSharded ? ' on each shard, twice' : ''}, or: ${statements.join(isSharded ? ' on each shard, and then: ' : ' ')}`;
}

/** True if the tables of all shards have all added columns. Then the table that covers them may get them, too. */
export async function haveShardsColumns(
	connection: Connection,
	cluster: string,
	options: AskOptions,
): Promise<boolean> {
	const {database, table} = connection.address;
	const [shards, columns] = lone(
		await connection.rows(
			`SELECT (SELECT count() FROM cluster('${cluster}', system, one)), (SELECT count() FROM cluster('${cluster}', system, columns) WHERE database = {database:String} AND table = {table:String} AND name IN (${quotedNames}))`,
			['count', 'count'],
			{database, table: `${table}_local`},
			options,
		),
	);
	return columns === shards * addedColumnNames.length;
}

/**
 * Returns the variant of the tables. The user may lack the permission to see it: then the variant of a single server is
 * returned.
 */
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
