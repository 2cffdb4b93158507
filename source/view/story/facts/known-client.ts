import type {Query} from '../../../query/query.js';
import type {Entry, Store} from '../../../store/store.js';
import {type ClientAround, clientAround} from './client-around.js';
import {type Redirects, redirects} from './redirects.js';

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
