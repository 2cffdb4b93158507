/**
 * Variants of the tables: `single` for one server; `sharded` for several without replicas, with the statements run on each;
 * `replicated` for several with replicas, with the statements run once for all.
 */
export const schemas = ['single', 'sharded', 'replicated'] as const;

/** One of `schemas`. */
export type Schema = (typeof schemas)[number];

/** Address of a server, with the database and table to use. */
export type Address = {
	readonly host: string;
	readonly port: number;
	/** True for an encrypted connection. */
	readonly secure: boolean;
	readonly database: string;
	/** Name of the requests table. The names of related tables start with it. */
	readonly table: string;
	/** The address for display, without secrets. */
	readonly shown: string;
};

/** Thrown for an invalid address. The message contains a fix. */
export class AddressError extends Error {
	override readonly name = 'AddressError';
}

/** Default HTTP ports of ClickHouse. */
const defaultPorts = {plain: 8123, secure: 8443} as const;

/** Names that need no quotes in SQL. Only these are accepted. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** An example for messages. */
const addressExample = 'clickhouse://host:8123/logs';

/**
 * Parses `clickhouse://host:port/database`; `clickhouses://`, or `?secure=1`, for an encrypted connection; `?table=` for a table
 * other than `access`.
 * @throws AddressError if the address is invalid, or if it would send a password unencrypted over a network
 */
export function parseAddress(text: string): Address {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const scheme = /^(clickhouses?):\/\//.exec(text)?.[1];
	if (url === undefined || scheme === undefined || url.hostname === '') {
		throw new AddressError(`write the address of ClickHouse as ${addressExample}`);
	}
	if (url.username !== '' || url.password !== '') {
		throw new AddressError(
			'all users of this machine could read a password in the address: set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD in the environment',
		);
	}
	for (const name of url.searchParams.keys()) {
		if (name !== 'secure' && name !== 'table') {
			throw new AddressError(
				`the address has an unknown parameter ${name}=: it takes secure=1 and table=NAME`,
			);
		}
	}
	const secure = isSecure(scheme, url.searchParams.get('secure'));
	const host = url.hostname.replace(/^\[|\]$/g, '');
	// The client parses the host as part of an HTTP URL, where 0x7f.1 is 127.0.0.1.
	const plainUrl = `http://${url.host}`;
	if (!URL.canParse(plainUrl)) {
		throw new AddressError(`invalid host “${host}”`);
	}
	if (!secure && !isLoopback(new URL(plainUrl).hostname)) {
		throw new AddressError(
			`without encryption passwords could be read on the way to ${host}: write clickhouses:// and the port for HTTPS (${defaultPorts.secure}), or forward a port of this machine, ssh -L 8123:localhost:8123 ${host}`,
		);
	}
	const port = url.port === '' ? defaultPorts[secure ? 'secure' : 'plain'] : Number(url.port);
	if (port === 9000 || port === 9440) {
		throw new AddressError(
			`port ${port} is for ClickHouse's own programs: give the HTTP port, usually ${defaultPorts[secure ? 'secure' : 'plain']}`,
		);
	}
	const database = url.pathname.replace(/^\/|\/$/g, '') || 'logs';
	const table = url.searchParams.get('table') ?? 'access';
	for (const [what, name] of Object.entries({database, table})) {
		if (!plainName.test(name)) {
			throw new AddressError(
				`the name of a ${what} may contain only letters, digits and _, unlike “${name}”`,
			);
		}
	}
	return {host, port, secure, database, table, shown: `${url.host}/${database}`};
}

function isSecure(scheme: string, given: string | null): boolean {
	if (given === null || given === '1' || given === 'true') {
		return scheme === 'clickhouses' || given !== null;
	}
	if (given === '0' || given === 'false') {
		if (scheme === 'clickhouses') {
			throw new AddressError('clickhouses:// contradicts secure=0: remove one of them');
		}
		return false;
	}
	throw new AddressError(`secure= is 1 or 0, not “${given}”`);
}

/** True if connections to the host don't leave the machine. */
function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
