import {both, type Query} from '../../../query/query.js';
import {actualEntry} from '../../../redaction/redact-entry.js';
import type {Entry, Store} from '../../../store/store.js';
import type {Direction} from '../../find/entry-finder.js';
import type {Finder} from '../../listing/listing-controller.js';
import {type Redirects, redirects} from './redirects.js';

/**
 * Finders of the next request of the same client, within what is searched for.
 * @param withoutClient - called where it isn't known who the client is
 */
export type ClientFinders = (direction: Direction, withoutClient: () => void) => Finder;

/** Makes the finders of a store; for the same client and search they ask it the same question. */
export function clientFinders(store: Pick<Store, 'page'>): ClientFinders {
	// Only the last: who walks along a client goes on with it.
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

		const {position} = from.entry;
		const page = await store.page(within(query, ip), {from: direction, position}, 1, signal);
		return page.entries[0] ?? null;
	};
}

/** Requests of one client, around one of them. */
export type ClientAround = {
	/** Newest first, and all that there are between the first and the last. */
	readonly entries: readonly Entry[];
	/** How many are newer than the first. */
	readonly newer: number;
	/** How many the client has made in all. */
	readonly total: number;
};

/** So many on either side are looked at: more than are shown, for redirects. */
const reach = 30;

/** The query for all requests from an address. */
export function clientQuery(ip: string): Query {
	return {
		text: `ip:=${ip}`,
		expression: {type: 'text', field: 'ip', matches: [{kind: 'equals', text: ip, isExact: true}]},
	};
}

/** The requests of a client around one of them, which is always among them, be it let go by now. */
async function clientAround(
	store: Store,
	query: Query,
	entry: Entry,
	signal: AbortSignal,
): Promise<ClientAround> {
	const {position} = entry;
	const [above, below, {n}] = await Promise.all([
		store.page(query, {from: 'newer', position}, reach, signal),
		store.page(query, {from: 'older', position}, reach, signal),
		store.count(query, signal),
	]);
	const {entries, newer} = above;
	return {entries: [...entries, entry, ...below.entries], newer: entries.length === 0 ? 0 : newer, total: n};
}

/** What is known of the client of a request, and of the redirects that the request was one of. */
export type KnownClient = {
	readonly entry: Entry;
	readonly around: ClientAround;
	readonly redirects: Redirects;
};

/** Asks a store for it. */
export async function knownClient(
	store: Store,
	query: Query,
	entry: Entry,
	signal: AbortSignal,
): Promise<KnownClient> {
	return knownAround(entry, await clientAround(store, query, entry, signal));
}

/** The same of a request by what is known of any; null unless that one is among the requests around it. */
export function knownBy(known: KnownClient | null, entry: Entry): KnownClient | null {
	if (!known?.around.entries.some(({token}) => token === entry.token)) {
		return null;
	}

	return known.entry === entry ? known : knownAround(entry, known.around);
}

function knownAround(entry: Entry, around: ClientAround): KnownClient {
	return {entry, around, redirects: redirects(entry, around.entries.toReversed())};
}

/** Where steps along the requests of a client have led. */
type StepsTaken = {
	readonly entry: Entry;
	/** How many are left, for want of requests that are known. */
	readonly left: number;
	/** Whether there is none to go on to. */
	readonly isEnd: boolean;
};

/**
 * Takes steps from a request to others of its client, as far as these are known.
 * @param steps - to older ones count up, to newer ones down
 * @param around - requests of one client, newest first
 * @param asked - the request around which these are all that there are, up to a number; null: none was asked for
 */
export function stepsAlong(
	from: Entry,
	steps: number,
	around: readonly Entry[],
	asked: Entry | null,
): StepsTaken {
	const place = around.findIndex(({token}) => token === from.token);
	const reached = place === -1 ? place : Math.min(around.length - 1, Math.max(0, place + steps));
	const entry = around[reached] ?? from;
	const left = steps - (reached - place);
	return {entry, left, isEnd: left !== 0 && (entry.ip === null || entry === asked)};
}
