import {both, type Query} from '../../../../query/query.js';
import {actualEntry} from '../../../../redaction/redact-entry.js';
import type {Cursor, Entry, Store} from '../../../../store/store.js';
import type {Direction} from '../../../find/entry-finder.js';
import type {Finder} from '../../../listing/listing-controller.js';
import {type Redirects, redirects} from './redirects.js';

/**
 * Returns a finder for the next request of the same client within the search.
 * @param withoutClient - called if the client is unknown
 */
export type ClientFinders = (direction: Direction, withoutClient: () => void) => Finder;

/** Returns the finders of a store. They reuse the `Query` object for the same client and search. */
export function clientFinders(store: Pick<Store, 'page'>): ClientFinders {
	// Caches only the last query, because users walk along one client at a time.
	let last: {readonly of: Query; readonly ip: string; readonly query: Query} | undefined;
	const within = (of: Query, ip: string): Query => {
		if (last?.of !== of || last.ip !== ip) {
			last = {of, ip, query: both(of, clientQuery(ip))};
		}
		return last.query;
	};
	return (direction, withoutClient) => async (from, query, signal) => {
		const {ip} = actualEntry(from.entry);
		if (ip === null) {
			withoutClient();
			return null;
		}
		const {entry, order} = from;
		const cursor: Cursor = {from: direction, position: entry.position, order};
		const page = await store.page(within(query, ip), cursor, 1, signal);
		return page.entries[0] ?? null;
	};
}

/** Requests of one client, around one of them. */
export type ClientAround = {
	/** Newest first, without gaps. */
	readonly entries: readonly Entry[];
	/** Number of requests newer than the first one. */
	readonly newer: number;
	/** Number of all requests of the client, and of its requests with a status 5xx. */
	readonly total: number;
	readonly failed: number;
};

/** Number of requests fetched on either side. More than are shown, to find redirects. */
const reach = 30;

/** Returns the query for all requests from an address. */
export function clientQuery(ip: string): Query {
	return {
		text: `ip:=${ip}`,
		expression: {type: 'text', field: 'ip', matches: [{kind: 'equals', text: ip, isExact: true}]},
	};
}

const serverErrors: Query = {
	text: 'status:5xx',
	expression: {type: 'number', field: 'status', ranges: [{from: 500, to: 599}]},
};

/** Fetches the client's requests around `entry`. `entry` is always among them, even if the store has evicted it. */
async function clientAround(
	store: Store,
	query: Query,
	entry: Entry,
	signal: AbortSignal,
): Promise<ClientAround> {
	const {position} = entry;
	const [above, below, {n}, failed] = await Promise.all([
		store.page(query, {from: 'newer', position}, reach, signal),
		store.page(query, {from: 'older', position}, reach, signal),
		store.count(query, signal),
		store.count(both(query, serverErrors), signal),
	]);
	const {entries, newer} = above;
	return {
		...{entries: [...entries, entry, ...below.entries], newer: entries.length === 0 ? 0 : newer},
		...{total: n, failed: failed.n},
	};
}

/** A request, the requests of its client around it, and the redirects it is part of. */
export type KnownClient = {
	readonly entry: Entry;
	readonly around: ClientAround;
	readonly redirects: Redirects;
};

/** Queries the store for the client and redirects of a request. */
export async function knownClient(
	store: Store,
	query: Query,
	entry: Entry,
	signal: AbortSignal,
): Promise<KnownClient> {
	return knownAround(entry, await clientAround(store, query, entry, signal));
}

/**
 * Derives the same facts for `entry` from those known about another request. Returns null unless `entry` is among the requests
 * around it.
 */
export function knownBy(known: KnownClient | null, entry: Entry): KnownClient | null {
	if (!known?.around.entries.some(({token}) => token === entry.token)) {
		return null;
	}
	return known.entry === entry ? known : knownAround(entry, known.around);
}

function knownAround(entry: Entry, around: ClientAround): KnownClient {
	return {entry, around, redirects: redirects(entry, around.entries.toReversed())};
}

/** Result of stepping along the requests of a client. */
type StepsTaken = {
	readonly entry: Entry;
	/** Number of steps left because the requests beyond aren't known yet. */
	readonly left: number;
	/** True if the client has no further request in this direction. */
	readonly isEnd: boolean;
};

/**
 * Steps from a request along its client's known requests.
 * @param steps - positive towards older requests, negative towards newer ones
 * @param around - requests of one client, newest first
 * @param asked - the request around which `around` was fetched. If it is at an end of `around`, the client has no further requests in that
 *   direction; null: nothing was fetched
 */
export function stepsAlong(
	from: Entry,
	steps: number,
	around: readonly Entry[],
	asked: Entry | null,
): StepsTaken {
	const index = around.findIndex(({token}) => token === from.token);
	const reached = index === -1 ? index : Math.min(around.length - 1, Math.max(0, index + steps));
	const entry = around[reached] ?? from;
	const left = steps - (reached - index);
	return {entry, left, isEnd: left !== 0 && (entry.ip === null || entry === asked)};
}
