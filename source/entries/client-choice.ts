import {closeBracket, colon, comma, openBracket, percent, plus, space, two, zero} from '../ascii.js';
import {type EntryRecord, spanOf} from './entry-record.js';
import {
	type AddressRange,
	isInNetwork,
	parseAddress,
	parseAddressRange,
	readAddress,
} from './values/address-range.js';
import {matches, wholeNumber, wordEnd} from './values/words.js';

/**
 * Determines which address counts as the client of a forwarded request. `peer`: the address that connected to the server.
 * `forwarded`: the list of forwarded addresses. `auto`: `forwarded` if a trusted proxy connected or the peer is unknown, else
 * `peer`.
 */
export const clientModes = ['auto', 'forwarded', 'peer'] as const;

export type ClientMode = (typeof clientModes)[number];

/** Settings for choosing the clients of requests. Plain data, so that it can be sent to other threads. */
export type ClientChoice = {
	readonly mode: ClientMode;
	/** Addresses and networks of trusted proxies. `unix:` means any peer on a Unix socket, `default` the default proxies. */
	readonly trusted: readonly string[];
};

/**
 * Proxies that are trusted by default: private, loopback, link-local and shared addresses, which can't connect from the internet
 * (RFC 1918, 1122, 3927, 6598, 4193, 4291).
 */
export const defaultProxies: readonly string[] = [
	'10.0.0.0/8',
	'172.16.0.0/12',
	'192.168.0.0/16',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'100.64.0.0/10',
	'::1',
	'fc00::/7',
	'fe80::/10',
	'unix:',
];

/** Name of the default proxies. */
const defaultWord = 'default';

function proxiesOf(names: readonly string[]): readonly string[] {
	return names.flatMap(name => (name === defaultWord ? defaultProxies : [name]));
}

/** Checks that a string names proxies: an address, a network, `unix:`, or `default`. */
export function isProxies(text: string): boolean {
	return text === unixSocket || text === defaultWord || proxyRange(text) !== null;
}

/** Returns the addresses and networks among trusted proxies. */
export function trustedRanges(names: readonly string[]): readonly AddressRange[] {
	return proxiesOf(names).flatMap(text => proxyRange(text) ?? []);
}

/** Checks that an address belongs to a trusted proxy. */
export function isTrustedProxy({trusted}: ClientChoice, text: string): boolean {
	const address = parseAddress(text);
	return proxiesOf(trusted).some(proxy => {
		const range = proxyRange(proxy);
		return proxy === text || (range !== null && address !== null && isInNetwork(address, range));
	});
}

const unixSocket = 'unix:';

/** Unlike a search, this refuses the leading part of an address, which is more likely an error here. */
function proxyRange(text: string): AddressRange | null {
	return text.includes('/') || parseAddress(text) !== null ? parseAddressRange(text) : null;
}

const {ip: clientSpan, peerIp: peerSpan, forwardedFor: listSpan} = spanOf;

/**
 * Chooses the client of each request like nginx with `real_ip_recursive on`: walks the forwarded addresses from right to left, up
 * to the first that isn't a trusted proxy. If an item isn't an address, the walk ends and the last address before it counts.
 * https://nginx.org/en/docs/http/ngx_http_realip_module.html, and `ngx_http_get_forwarded_addr` in
 * https://github.com/nginx/nginx/blob/master/src/http/ngx_http_core_module.c
 */
export class ClientChooser {
	readonly #mode: ClientMode;
	readonly #trustsSockets: boolean;
	readonly #trusted: readonly AddressRange[];
	readonly #address = new Uint8Array(16);
	/** Offsets of the address found last. */
	#start = 0;
	#end = 0;

	constructor({mode, trusted: names}: ClientChoice) {
		this.#mode = mode;
		this.#trustsSockets = proxiesOf(names).includes(unixSocket);
		this.#trusted = trustedRanges(names);
	}

	/**
	 * Writes the client of a record to `ip`, and the peer to `peerIp` if it differs. The record's strings are in `bytes`.
	 */
	choose(bytes: Buffer, record: EntryRecord): void {
		const {spans} = record;
		const list = spans[listSpan] ?? 0;
		const listEnd = spans[listSpan + 1] ?? 0;
		if (listEnd === 0 || this.#mode === 'peer') {
			return;
		}
		if (!record.isClientListed && list === spans[clientSpan] && spans[peerSpan + 1] !== 0) {
			// The client may have sent the address that could be the peer's: see `afterPeer` in formats/clf.ts.
			return;
		}
		// If the list was logged as the client, the line has the peer in its own column or not at all.
		const connected = record.isClientListed ? peerSpan : clientSpan;
		const peer = spans[connected] ?? 0;
		const peerEnd = spans[connected + 1] ?? 0;
		const isBelieved =
			peerEnd === 0 || this.#mode === 'forwarded' || this.#isTrustedPeer(bytes, peer, peerEnd);
		if (!isBelieved || !this.#find(bytes, list, listEnd)) {
			spans[clientSpan] = peer;
			spans[clientSpan + 1] = peerEnd;
			spans[peerSpan] = 0;
			spans[peerSpan + 1] = 0;
			return;
		}
		spans[clientSpan] = this.#start;
		spans[clientSpan + 1] = this.#end;
		const isOther = bytes.compare(bytes, peer, peerEnd, this.#start, this.#end) !== 0;
		spans[peerSpan] = isOther ? peer : 0;
		spans[peerSpan + 1] = isOther ? peerEnd : 0;
	}

	/** Finds the client in a list. Returns false if the list doesn't end with an address. */
	#find(bytes: Buffer, start: number, end: number): boolean {
		let isFound = false;
		for (let to = end; ; ) {
			while (to > start && isSeparator[bytes[to - 1] ?? 0] === 1) {
				to--;
			}
			let from = to;
			while (from > start && isSeparator[bytes[from - 1] ?? 0] === 0) {
				from--;
			}
			if (to === start || !this.#readAddress(bytes, from, to)) {
				return isFound;
			}
			isFound = true;
			if (!this.#isTrusted()) {
				return true;
			}
			to = from;
		}
	}

	/** Reads an address with an optional port and optional IPv6 brackets, and stores its offsets. */
	#readAddress(bytes: Buffer, start: number, end: number): boolean {
		let from = start;
		// CloudFront writes a space as `%20`.
		if (bytes[from] === percent && bytes[from + 1] === two && bytes[from + 2] === zero) {
			from += 3;
		}
		let to = end;
		const colonAt = wordEnd(bytes, from, end, colon);
		if (bytes[from] === openBracket) {
			to = wordEnd(bytes, from, end, closeBracket);
			if (to === end || colonAt >= to || !(to + 1 === end || isPort(bytes, to + 1, end))) {
				return false;
			}
			from++;
		} else if (colonAt < end && isPort(bytes, colonAt, end)) {
			// An address with more colons is IPv6 without a port, because a port would need brackets.
			to = colonAt;
		}
		if (!readAddress(bytes, from, to, this.#address)) {
			return false;
		}
		this.#start = from;
		this.#end = to;
		return true;
	}

	#isTrustedPeer(bytes: Buffer, start: number, end: number): boolean {
		// The zone of `fe80::1%eth0` names the network interface, so it isn't compared.
		const to = wordEnd(bytes, start, end, percent);
		return readAddress(bytes, start, to, this.#address)
			? this.#isTrusted()
			: this.#trustsSockets && matches(/^unix:/, bytes, start, end);
	}

	/** Checks that the address read last belongs to a trusted proxy. */
	#isTrusted(): boolean {
		for (const range of this.#trusted) {
			if (isInNetwork(this.#address, range)) {
				return true;
			}
		}
		return false;
	}
}

/** Bytes that separate addresses. IIS logs a space as `+`. */
const isSeparator = new Uint8Array(256);
for (const byte of [comma, space, plus]) {
	isSeparator[byte] = 1;
}

/** Checks that `bytes[start, end)` is a colon and a port number. */
function isPort(bytes: Buffer, start: number, end: number): boolean {
	const port = bytes[start] === colon && end - start <= 6 ? wholeNumber(bytes, start + 1, end) : 0;
	return port >= 1 && port <= 65_535;
}
