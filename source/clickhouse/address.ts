/** Where a server is, and what of it is meant. */
export type Address = {
	readonly host: string;
	readonly port: number;
	/** Whether the connection is encrypted. */
	readonly secure: boolean;
	readonly database: string;
	/** The name of the table that is asked; those that belong to it have names that begin so. */
	readonly table: string;
	/** As it is shown: without what could be secret. */
	readonly shown: string;
};

/** What is wrong with an address; the message says what to write instead. */
export class AddressError extends Error {
	override readonly name = 'AddressError';
}

/** Ports that servers listen on for HTTP when nobody says otherwise. */
const usualPorts = {plain: 8123, secure: 8443} as const;

/** Names that need no quotes in SQL, which is all that is taken: nobody has others in mind. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** How an address is to be written, for messages. */
const addressExample = 'clickhouse://host:8123/logs';

/**
 * Reads `clickhouse://host:port/database`; `clickhouses://`, or `?secure=1`, for an encrypted connection; `?table=` for
 * another table than `access`.
 * @throws AddressError when it can't be meant so, or when it would send a password unencrypted over a network
 */
export function parseAddress(text: string): Address {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const scheme = /^(clickhouses?):\/\//.exec(text)?.[1];
	if (url === undefined || scheme === undefined || url.hostname === '') {
		throw new AddressError(`an address of ClickHouse is written ${addressExample}`);
	}
	if (url.username !== '' || url.password !== '') {
		throw new AddressError(
			'everybody on the machine could read the password in an address: set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD in the environment',
		);
	}
	for (const name of url.searchParams.keys()) {
		if (name !== 'secure' && name !== 'table') {
			throw new AddressError(`an address has no ${name}=: it takes secure=1 and table=NAME`);
		}
	}
	const secure = isSecure(scheme, url.searchParams.get('secure'));
	const host = url.hostname.replace(/^\[|\]$/g, '');
	// Whoever connects takes it as the host of an address for HTTP: 0x7f.1 is 127.0.0.1 there.
	const meant = `http://${url.host}`;
	if (!URL.canParse(meant)) {
		throw new AddressError(`no host is called “${host}”`);
	}
	if (!secure && !isLoopback(new URL(meant).hostname)) {
		throw new AddressError(
			`without encryption passwords could be read on the way to ${host}: write clickhouses:// and the port for HTTPS (${usualPorts.secure}), or forward a port of this machine, ssh -L 8123:localhost:8123 ${host}`,
		);
	}
	const port = url.port === '' ? usualPorts[secure ? 'secure' : 'plain'] : Number(url.port);
	if (port === 9000 || port === 9440) {
		throw new AddressError(
			`port ${port} is for ClickHouse's own programs: give the one for HTTP, mostly ${usualPorts[secure ? 'secure' : 'plain']}`,
		);
	}
	const database = url.pathname.replace(/^\/|\/$/g, '') || 'logs';
	const table = url.searchParams.get('table') ?? 'access';
	for (const [what, name] of Object.entries({database, table})) {
		if (!plainName.test(name)) {
			throw new AddressError(`the name of a ${what} is made of letters, digits and _, unlike “${name}”`);
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
			throw new AddressError(
				'clickhouses:// is encrypted, and secure=0 says that it is not: leave one of them out',
			);
		}
		return false;
	}
	throw new AddressError(`secure= is 1 or 0, not “${given}”`);
}

/** Whether nothing of it leaves the machine. */
function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
