import {lackOfColumns, missingColumns} from './added-columns.js';
import {lone} from './answer-rows.js';
import type {Connection} from './connection.js';
import {requiredColumnNames, unreadTable} from './schema.js';
import {ServerProblem} from './server-problem.js';

/** Minimum version that supports all the features in use. The latest of these is lower case for all scripts. Tested: 26.7. */
const earliest = [25, 3] as const;

/** Properties of a server. */
export type Server = {
	readonly version: string;
	/** The server's clock, in ms since 1970. */
	readonly now: number;
};

/**
 * Checks that the server is recent enough.
 * @throws ServerProblem with a fix in its message
 */
export async function checkVersion(connection: Connection, signal?: AbortSignal): Promise<Server> {
	const {shown} = connection.address;
	const [version, now] = lone(
		await connection.rows(
			'SELECT version(), toUnixTimestamp64Milli(now64(3))',
			['text', 'time'],
			{},
			{signal},
		),
	);
	if (!/^\d+\.\d+/.test(version)) {
		throw new ServerProblem(
			`${shown} reports “${version.slice(0, 40)}” instead of a version of ClickHouse: check the address`,
			'foreign',
		);
	}
	const [major = 0, minor = 0] = version.split('.').map(Number);
	if (major < earliest[0] || (major === earliest[0] && minor < earliest[1])) {
		throw new ServerProblem(
			`${shown} is ClickHouse ${version}: version ${earliest.join('.')} or later is required`,
			'refused',
		);
	}
	return {version, now};
}

/** Properties of a server with tables. */
export type TableServer = Server & {
	/** The columns that the table of an earlier version lacks, each with an explanation. */
	readonly lacks: ReadonlyMap<string, string>;
};

/**
 * Checks the version, and that the tables and their columns exist and are readable.
 * @throws ServerProblem with a fix in its message
 */
export async function checkServer(connection: Connection, signal?: AbortSignal): Promise<TableServer> {
	const {database, table} = connection.address;
	const server = await checkVersion(connection, signal);
	// Entries of the remaining shards can still be shown if a shard is down.
	const settings = {skip_unavailable_shards: 1} as const;
	const columns = requiredColumnNames.map(name => `\`${name}\``).join(', ');
	const options = {signal, settings};
	await connection.rows(`SELECT ${columns} FROM ${database}.${table} LIMIT 0`, [], {}, options);
	await connection.rows(`SELECT line FROM ${database}.${unreadTable(table)} LIMIT 0`, [], {}, options);
	const lacks = new Map<string, string>();
	for (const name of await missingColumns(connection, options)) {
		const effect = name === 'fields' ? 'searches and columns with @ need it' : 'its values are missing';
		lacks.set(name, await lackOfColumns(connection, [name], effect, options));
	}
	return {...server, lacks};
}
