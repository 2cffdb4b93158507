import {type ClientChoice, defaultProxies, isProxies, isTrustedProxy} from '../entries/client-choice.js';
import {isAddressAndPort} from '../entries/values/client.js';
import {counted} from '../format/amounts.js';
import {everything} from '../query/query.js';
import type {Store} from '../store/store.js';
import type {Hint} from './hint.js';

/** Minimum number of requests for a hint. */
export const judgedRequests = 200;

/** A client with a larger share of the requests is probably a proxy. */
const nearlyAll = 0.95;

/**
 * Checks whether nearly all requests come from one address. Null if they don't, or if no option would help. It needs one query
 * for the most frequent client.
 */
export async function proxyHint(
	store: Pick<Store, 'facets' | 'page'>,
	choice: ClientChoice,
): Promise<Hint | null> {
	// With `peer`, the user wants the address of the connection.
	if (choice.mode === 'peer') {
		return null;
	}
	// Both numbers are from one answer, because requests arrive between two.
	const {
		values: [top],
		total: requests,
	} = await store.facets(everything, 'ip', 1);
	if (requests < judgedRequests || typeof top?.value !== 'string' || top.n < requests * nearlyAll) {
		return null;
	}
	const {entries} = await store.page(everything, {from: 'newest'}, judgedRequests);
	const lists = entries.filter(({forwardedFor}) => forwardedFor !== null);
	const ofTop = lists.find(({ip}) => ip === top.value);
	const advice =
		lists.length === 0 ? logList : ofTop && adviceFor(top.value, ofTop.forwardedFor ?? '', choice);
	return advice
		? {text: `${top.n} of the newest ${counted(requests, 'request')} come from ${top.value}`, advice}
		: null;
}

const logList =
	'if it is a proxy, let the server log "$http_x_forwarded_for" (nginx), "%{X-Forwarded-For}i" (Apache)';

/** Returns the option that selects the client before an address in a list; undefined if no option helps. */
function adviceFor(ip: string, list: string, choice: ClientChoice): string | undefined {
	const parts = list.split(/[\s,+]+/);
	const at = parts.findLastIndex(part => part.includes(ip));
	const before = Buffer.from((at === -1 ? parts.at(-1) : parts[at - 1]) ?? '');
	if (isTrustedProxy(choice, ip) || !isAddressAndPort(before, 0, before.length)) {
		return undefined;
	}
	if (!isProxies(ip)) {
		return choice.mode === 'auto' ? 'if it is a proxy, --client forwarded shows its clients' : undefined;
	}
	return choice.trusted === defaultProxies
		? `if it is a proxy, --trusted-proxies default,${ip} shows its clients`
		: `if it is a proxy, add it to the trusted proxies to see its clients`;
}
