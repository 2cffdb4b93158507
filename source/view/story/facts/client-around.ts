import type {Query} from '../../../query/query.js';
import type {Entry, Store} from '../../../store/store.js';

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
export async function clientAround(
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
