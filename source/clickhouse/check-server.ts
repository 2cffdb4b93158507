import {lone} from './answer-rows.js';
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
			`${shown} does not say which version of ClickHouse it is, but “${version.slice(0, 40)}”: see whether that is its address`,
			'foreign',
		);
	}
	const [major = 0, minor = 0] = version.split('.').map(Number);
	if (major < earliest[0] || (major === earliest[0] && minor < earliest[1])) {
		throw new ServerProblem(
			`${shown} is ClickHouse ${version}: it has to be ${earliest.join('.')} or later`,
			'refused',
		);
	}
	return {version, now};
}

/**
 * The same, and whether there are the tables with their columns, and they may be read.
 * @throws ServerProblem that says what to do
 */
export async function checkServer(connection: Connection, signal?: AbortSignal): Promise<Server> {
	const {database, table} = connection.address;
	const server = await checkVersion(connection, signal);
	// A shard that is away is no reason to show nothing.
	const settings = {skip_unavailable_shards: 1} as const;
	const columns = columnNames.map(name => `\`${name}\``).join(', ');
	const options = {signal, settings};
	await connection.rows(`SELECT ${columns} FROM ${database}.${table} LIMIT 0`, [], {}, options);
	await connection.rows(`SELECT line FROM ${database}.${unreadTable(table)} LIMIT 0`, [], {}, options);
	return server;
}
