import type {Connection} from './connection.js';
import {columnNames, unreadTable} from './schema.js';
import {ServerProblem} from './server-problem.js';

/** The earliest version that has all that is used; lower case of all scripts came last. Tested: 26.7. */
const earliest = [25, 3] as const;

/** What is known of a server. */
export type Server = {
	readonly version: string;
	/** Its clock, milliseconds since 1970. */
	readonly now: number;
};

/**
 * Sees whether a server has all that is used.
 * @throws ServerProblem that says what to do
 */
export const checkVersion = async (connection: Connection, signal?: AbortSignal): Promise<Server> => {
	const {shown} = connection.address;
	const [[version, now] = []] = await connection.rows(
		'SELECT version(), toUnixTimestamp64Milli(now64(3))',
		{},
		{signal},
	);
	const [major = 0, minor = 0] = String(version).split('.').map(Number);
	if (major < earliest[0] || (major === earliest[0] && minor < earliest[1])) {
		throw new ServerProblem(
			`${shown} is ClickHouse ${version}: it has to be ${earliest.join('.')} or later`,
			'refused',
		);
	}
	return {version: String(version), now: Number(now)};
};

/**
 * The same, and whether there are the tables with their columns, and they may be read.
 * @throws ServerProblem that says what to do
 */
export const checkServer = async (connection: Connection, signal?: AbortSignal): Promise<Server> => {
	const {database, table} = connection.address;
	const server = await checkVersion(connection, signal);
	// A shard that is away is no reason to show nothing.
	const settings = {skip_unavailable_shards: 1} as const;
	const columns = columnNames.map(name => `\`${name}\``).join(', ');
	await connection.rows(`SELECT ${columns} FROM ${database}.${table} LIMIT 0`, {}, {signal, settings});
	await connection.rows(`SELECT line FROM ${database}.${unreadTable(table)} LIMIT 0`, {}, {signal, settings});
	return server;
};
