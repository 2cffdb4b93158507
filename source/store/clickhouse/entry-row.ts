import type {Entry, Position} from '../store.js';
import type {SourceFiles} from './source-files.js';

/** A position that knows when its row was taken in, milliseconds since 1970 by the servers' clocks. */
export type FleetPosition = Position & {readonly ingested: number};

/** What is asked of a row to make an entry of it, in this order. */
export const entryColumns = [
	...[
		'toUnixTimestamp64Milli(time)',
		'source',
		'toString(file)',
		'offset',
		'toUnixTimestamp64Milli(ingested)',
	],
	...['token', 'timed', 'status', 'ip', 'method', 'url', 'zone', 'protocol', 'bytes', 'referer', 'agent'],
	...['`user`', 'host', 'forwarded_for', 'upstream', 'duration_ms', 'incomplete', 'format', 'path'],
].join(', ');

/** The values of those columns, as they come. */
type Values = readonly [
	...[time: number, source: string, file: string, offset: number, ingested: number],
	...[token: string, timed: boolean, status: number | null, ip: string | null, method: string | null],
	...[url: string | null, zone: number | null, protocol: string | null, bytes: number | null],
	...[referer: string | null, agent: string | null, user: string | null, host: string | null],
	...[forwardedFor: string | null, upstream: string | null, durationMs: number | null],
	...[incomplete: boolean, format: string, path: string],
];

/** Makes an entry of a row. */
export const entryOf = (row: readonly unknown[], files: SourceFiles): Entry => {
	const [time, source, file, offset, ingested, token, timed, status, ip, method, url, zone, ...rest] =
		row as Values;
	const [protocol, bytes, referer, userAgent, user, host, forwardedFor, upstream, durationMs, ...origin] =
		rest;
	const [incomplete, format, path] = origin;
	const position: FleetPosition = {time, file: files.numberOf(source, file), offset, ingested};
	return {
		position,
		token,
		status,
		ip,
		method,
		url,
		time: timed ? time : null,
		zone,
		protocol,
		bytes,
		referer,
		userAgent,
		user,
		host,
		forwardedFor,
		upstream,
		durationMs,
		incomplete,
		format,
		file: path,
		offset,
		source: source === '' ? null : source,
	};
};
