import {both, type Query} from '../../../query/query.js';
import {actualEntry} from '../../../redaction/redact-entry.js';
import type {Store} from '../../../store/store.js';
import type {Direction} from '../../find/entry-finder.js';
import type {Finder} from '../../listing/listing-mover.js';
import {clientQuery} from './client-around.js';

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
		const ip = from ? actualEntry(from.entry).ip : null;
		if (!from || ip === null) {
			withoutClient();
			return null;
		}

		const {position} = from.entry;
		const page = await store.page(within(query, ip), {from: direction, position}, 1, signal);
		return page.entries[0] ?? null;
	};
}
