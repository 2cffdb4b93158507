import type {Address} from '../../command-line/store-address.js';
import {type ProblemKind, ServerProblem} from './server-problem.js';

/** The server and user of a failed query, for messages. */
export type Asked = {readonly address: Address; readonly user: string};

type Explained = readonly [kind: ProblemKind, message: string];

/** Converts an error of the client into one line with the cause and a fix. */
export function explainError(error: unknown, asked: Asked): ServerProblem {
	if (error instanceof ServerProblem) {
		return error;
	}
	const {message = String(error), code} = error as {message?: string; code?: unknown};
	const number = typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : undefined;
	const [kind, text] =
		number === undefined
			? ofConnection(String(code ?? ''), message, asked)
			: ofServer(number, message.replaceAll(/\s+/g, ' ').trim(), asked);
	return new ServerProblem(text, kind, {code: number, cause: error});
}

/** Converts an error response. */
export function explainAnswer(status: number, text: string, asked: Asked): ServerProblem {
	const code = /\bCode: (\d+)/.exec(text)?.[1];
	const exceptionAt = text.lastIndexOf('Exception: ');
	if (code !== undefined && exceptionAt !== -1) {
		// The innermost exception is the cause. The outer ones only add context.
		const innermost = text.slice(exceptionAt + 'Exception: '.length);
		const end = [...innermost.matchAll(/\(([A-Z0-9_]+)\)/g)].find(([, name = '']) => /[A-Z]{3}/.test(name));
		return explainError(Object.assign(new Error(innermost.slice(0, end?.index)), {code}), asked);
	}
	return text.includes('clickhouse-client program')
		? explainError(new Error(text), asked)
		: explainForeign(status, text, asked);
}

/** True for statuses of a busy or unreachable server, or of a proxy in front of it: RFC 9110 and 6585. */
function passing(status: number): boolean {
	return status >= 500 || status === 408 || status === 429;
}

/**
 * Explains a response that can't be from ClickHouse.
 * @param what - the problem with the response; by default its beginning
 */
export function explainForeign(
	status: number,
	text: string,
	{address: {host, port}}: Asked,
	what = beginning(text),
): ServerProblem {
	return status === 413
		? new ServerProblem(
				`a proxy at ${host}:${port} refuses requests of that size (status 413): allow ${maxRequestLength} MB there, in nginx with client_max_body_size ${maxRequestLength}m`,
				'foreign',
			)
		: passing(status)
			? new ServerProblem(
					`${host}:${port} answers with status ${status} (${what}): ClickHouse, or a proxy in front of it, is down or busy`,
					'away',
				)
			: new ServerProblem(
					`${host}:${port} does not answer like ClickHouse (status ${status}, ${what}): check that this is its HTTP port, usually 8123, or 8443 for HTTPS, and whether a proxy answers instead`,
					'foreign',
				);
}

/** Request size that a proxy must allow, in MB. Batches of `ship` have up to 64 MiB. */
const maxRequestLength = 70;

/** Maximum length of the part of a response that is shown, in characters. */
const maxBeginningLength = 80;

function beginning(text: string): string {
	const line = text
		.slice(0, 10 * maxBeginningLength)
		.replaceAll(/[\s\p{C}]+/gu, ' ')
		.trim();
	const shown = line.length > maxBeginningLength ? `${line.slice(0, maxBeginningLength - 1)}…` : line;
	return shown === '' ? 'no text' : `“${shown}”`;
}

/**
 * Explains an error code of ClickHouse: src/Common/ErrorCodes.cpp.
 * @param what - the server's message, on one line
 */
function ofServer(code: number, what: string, {address, user}: Asked): Explained {
	const {shown, database} = address;
	const excerpt = what.length > 300 ? `${what.slice(0, 299)}…` : what;
	// The code of this error isn't specific: a closed connection may cause the same code.
	if (what.includes('while converting column')) {
		return otherTable(excerpt, address);
	}
	switch (code) {
		case 516:
		case 192:
		case 193:
		case 194:
			return [
				'refused',
				`${shown} does not let ${user} in: the password is wrong, or there is no such user; set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD`,
			];
		case 497: {
			const [, grant = `SELECT ON ${database}.*`] =
				/necessary to have the grant (.+? ON [^\s,]+)/.exec(what) ?? [];
			return [
				'refused',
				`${user} lacks a permission at ${shown}: grant it with GRANT ${grant.replace(/\.$/, '')} TO ${user}`,
			];
		}
		case 81:
		case 60:
			return [
				'refused',
				`${shown} has no ${code === 81 ? `database ${database}` : `table ${tableIn(what) ?? address.table}`}: ${making(address)}`,
			];
		case 47:
		case 10:
		case 16:
			return otherTable(excerpt, address);
		case 164:
			return [
				'refused',
				`the profile of ${user} at ${shown} does not allow limits: set readonly = 2 instead of 1`,
			];
		case 701:
			return ['refused', `${shown} has no such cluster (${excerpt}): ${namingCluster}`];
		case 36:
		case 115:
			if (/No macro 'cluster'/.test(what)) {
				return ['refused', `${shown} has no macro “cluster”: ${namingCluster}`];
			}
			return ['refused', `${shown} rejected the statement (${excerpt}): it may be too old`];
		// The server itself is up: it reports a shard that it queried.
		case 32:
		case 198:
		case 279:
		case 519:
		case 1000:
		case 210:
		case 209:
			return ['shard', ofShard(what, excerpt)];
		case 236:
			return /Received from/.test(what)
				? ['shard', `the shard ${shardIn(what) ?? 'in question'} is shutting down`]
				: ['away', `${shown} is shutting down`];
		case 159:
		case 160:
			return ['limit', `${shown} exceeded its time limit: narrow the search, for instance with since:`];
		case 241:
		case 307:
		case 396:
			return ['limit', `${shown} exceeded its memory limit: narrow the search, for instance with since:`];
		case 202:
			return ['away', `${shown} is already running too many queries`];
		case 394:
			return ['limit', `the query at ${shown} was cancelled`];
		default:
			return ['statement', `${shown} could not answer: ${excerpt} (code ${code})`];
	}
}

function otherTable(excerpt: string, {shown, table}: Address): Explained {
	return [
		'refused',
		`the table ${table} at ${shown} has other columns than this version needs (${excerpt}): reqscope ship --schema single prints the right statement`,
	];
}

/** Explains a problem of one shard. The message needn't name the queried server, which the reader knows. */
function ofShard(what: string, excerpt: string): string {
	const lacking = /There is no table (\S+) on server: (\S+:\d+)/.exec(what);
	if (lacking !== null) {
		const [, table = '', shard] = lacking;
		return `the shard ${shard} has no table ${table.replaceAll('`', '')}, which reqscope ship --init --schema sharded creates there`;
	}
	const shard = shardIn(what);
	return shard === undefined ? `a shard does not answer (${excerpt})` : `the shard ${shard} does not answer`;
}

/** Returns the advice for creating the tables. */
function making({shown, secure, table}: Address): string {
	const options = table === 'access' ? '' : `?table=${table}`;
	return `reqscope ship --store clickhouse${secure ? 's' : ''}://${shown}${options} --init creates it, --schema instead prints the statements`;
}

const namingCluster =
	'give --cluster the name of the cluster for the tables, as listed by SELECT DISTINCT cluster FROM system.clusters';

/** Returns the server in a message, as `host:port`. */
function shardIn(what: string): string | undefined {
	return /(?:\(|\bfrom )([^\s,()]+:\d+)/.exec(what)?.[1];
}

/** Returns the table in a message. */
function tableIn(what: string): string | undefined {
	return /(?:identifier '|Table )([\w.]+\.\w+)/.exec(what)?.[1];
}

/** Reasons not to trust a certificate, under Node's names, which are OpenSSL's. */
const untrusted: ReadonlySet<string> = new Set([
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_SIGNATURE_FAILURE'],
	'CERT_UNTRUSTED',
]);

function ofConnection(code: string, message: string, {address}: Asked): Explained {
	const {host, port, shown, secure} = address;
	const hostAndPort = `${host}:${port}`;
	if (untrusted.has(code)) {
		return [
			'refused',
			`the certificate of ${hostAndPort} is not signed by a trusted authority: set CLICKHOUSE_CA to the file of the authority`,
		];
	}
	if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
		return ['refused', `the certificate of ${hostAndPort} is not valid today: renew it, or check the clocks`];
	}
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
		return ['refused', `the certificate of ${hostAndPort} is for another name: use that name in the address`];
	}
	if (code === 'EPROTO' || /wrong version number|packet length too long/i.test(message)) {
		return ['foreign', `${hostAndPort} does not speak TLS: give the HTTPS port, usually 8443`];
	}
	if (code.startsWith('HPE_')) {
		return [
			'foreign',
			`${hostAndPort} does not speak HTTP: give ClickHouse's HTTP port, usually 8123, or 8443 for HTTPS`,
		];
	}
	if (message.includes('clickhouse-client program')) {
		return [
			'foreign',
			`${hostAndPort} is for ClickHouse's own programs: give the HTTP port, usually 8123, or 8443 for HTTPS`,
		];
	}
	switch (code) {
		case 'ECONNREFUSED':
			return [
				'away',
				`nothing answers at ${hostAndPort}: is ClickHouse running there, and is that its HTTP port?`,
			];
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return ['away', `unknown host ${host}: check the name and the network`];
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return ['away', `no route to ${host}: check the network and the firewall`];
	}
	if (/timeout|timed out/i.test(message) || code === 'ETIMEDOUT') {
		return ['away', `${hostAndPort} did not answer in time: check whether it is busy or behind a firewall`];
	}
	if (code === 'ECONNRESET' || code === 'EPIPE' || /socket hang up|aborted/i.test(message)) {
		const hint = secure ? '' : '; if it requires TLS, write clickhouses://';
		return ['away', `${hostAndPort} ended the connection${hint}`];
	}
	return ['away', `${shown} can't be queried: ${message.split('\n')[0]}`];
}
