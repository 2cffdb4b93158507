import {lone} from './answer-rows.js';
import type {Connection} from './connection.js';
import {hasFieldsColumn, lackOfFields} from './fields-column.js';
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
	/** If the table of an earlier version has no log fields: an explanation. */
	readonly lackOfFields: string | undefined;
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
	const hasFields = await hasFieldsColumn(connection, options);
	const lack = hasFields
		? undefined
		: await lackOfFields(connection, 'searches and columns with @ need it', options);
	return {...server, lackOfFields: lack};
}
