import {closeBracket, colon, comma, openBracket, percent, plus, space, two, zero} from '../ascii.js';
import {type EntryRecord, spanOf} from './entry-record.js';
import {
	type AddressRange,
	isInNetwork,
	isMapped,
	mappedBits,
	noIpv4,
	parseAddress,
	parseAddressRange,
	readAddress,
	readIpv4,
} from './values/address-range.js';
import {wholeNumber} from './values/words.js';

/**
 * Who counts as the client of a request that was forwarded: with `peer`, who connected to the server; with `forwarded`,
 * who is named by the list of addresses that it was forwarded for; with `auto`, the latter where a trusted proxy
 * connected.
 */
export const clientModes = ['auto', 'forwarded', 'peer'] as const;

export type ClientMode = (typeof clientModes)[number];

/** How the clients of requests are chosen. Plain data, for other threads. */
export type ClientChoice = {
	readonly mode: ClientMode;
	/**
	 * Addresses and networks of proxies whose word is taken; `unix:` stands for whoever connects over a Unix socket,
	 * `default` for the usual proxies.
	 */
	readonly trusted: readonly string[];
};

/**
 * Proxies that are trusted unless others are named: private, loopback, link-local and shared addresses, which nobody
 * on the internet can connect from (RFC 1918, 1122, 3927, 6598, 4193, 4291).
 */
export const usualProxies: readonly string[] = [
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

/** The word for the usual proxies. */
const usualWord = 'default';

function proxiesOf(names: readonly string[]): readonly string[] {
	return names.flatMap(name => (name === usualWord ? usualProxies : [name]));
}

/** Whether a text names proxies: an address, a network, `unix:`, or `default`. */
export function isProxies(text: string): boolean {
	return text === unixSocket || text === usualWord || proxyRange(text) !== null;
}

/** Whether an address is that of a trusted proxy. */
export function isTrustedProxy({trusted}: ClientChoice, text: string): boolean {
	const address = parseAddress(text);
	return proxiesOf(trusted).some(proxy => {
		const range = proxyRange(proxy);
		return proxy === text || (range !== null && address !== null && isInNetwork(address, range));
	});
}

const unixSocket = 'unix:';

/** Leading parts of addresses, which searches take, are more likely mistakes here. */
function proxyRange(text: string): AddressRange | null {
	return text.includes('/') || parseAddress(text) !== null ? parseAddressRange(text) : null;
}

const {ip: clientSpan, peerIp: peerSpan, forwardedFor: listSpan} = spanOf;

/**
 * Chooses the client of each request as nginx does with `real_ip_recursive on`: it goes through the addresses that the
 * request was forwarded for from the right, up to the first that isn't a trusted proxy. What is no address ends the
 * search, and the last one before it counts.
 * https://nginx.org/en/docs/http/ngx_http_realip_module.html, and `ngx_http_get_forwarded_addr` in
 * https://github.com/nginx/nginx/blob/master/src/http/ngx_http_core_module.c
 */
export class ClientChooser {
	readonly #mode: ClientMode;
	readonly #trustsSockets: boolean;
	/** Trusted networks of IPv4, their addresses and masks in turn; and those of IPv6. */
	readonly #ipv4: Int32Array;
	readonly #ipv6: readonly AddressRange[];
	readonly #address = new Uint8Array(16);
	readonly #view = new DataView(this.#address.buffer);
	/** Where the address stands that was found last. */
	#start = 0;
	#end = 0;

	constructor({mode, trusted: names}: ClientChoice) {
		const trusted = proxiesOf(names);
		const ranges = trusted.flatMap(text => proxyRange(text) ?? []);
		const ipv4 = ranges.filter(({address, bits}) => bits >= mappedBits && isMapped(address));
		this.#mode = mode;
		this.#trustsSockets = trusted.includes(unixSocket);
		this.#ipv4 = Int32Array.from(
			ipv4.flatMap(({address, bits}) => {
				const mask = bits === mappedBits ? 0 : -1 << (128 - bits);
				return [new DataView(address.buffer).getInt32(12) & mask, mask];
			}),
		);
		this.#ipv6 = ranges.filter(range => !ipv4.includes(range));
	}

	/**
	 * Puts the client in the place of the peer in a record whose texts stand in `bytes`, and remembers the peer where it
	 * is another. Called for each line: nothing is allocated here.
	 */
	choose(bytes: Buffer, record: EntryRecord): void {
		const {spans} = record;
		const list = spans[listSpan] ?? 0;
		const listEnd = spans[listSpan + 1] ?? 0;
		if (listEnd === 0 || this.#mode === 'peer') {
			return;
		}
		// Where the list stands in the place of the client, the peer follows it, or isn't in the line at all.
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
		const isOther = !isSame(bytes, peer, peerEnd, this.#start, this.#end);
		spans[peerSpan] = isOther ? peer : 0;
		spans[peerSpan + 1] = isOther ? peerEnd : 0;
	}

	/** Finds the client in a list. False when there is no address at its right end. */
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
			const ipv4 = readIpv4(bytes, from, to);
			if (ipv4 !== noIpv4) {
				this.#start = from;
				this.#end = to;
			} else if (to === start || !this.#readAddress(bytes, from, to)) {
				return isFound;
			}
			isFound = true;
			if (!(ipv4 === noIpv4 ? this.#isTrusted() : this.#isTrustedIpv4(ipv4))) {
				return true;
			}
			to = from;
		}
	}

	/** Reads an address, which may have a port, and IPv6 brackets around it, and notes where it stands. */
	#readAddress(bytes: Buffer, start: number, end: number): boolean {
		let from = start;
		// CloudFront writes a space like that.
		if (bytes[from] === percent && bytes[from + 1] === two && bytes[from + 2] === zero) {
			from += 3;
		}
		let to = end;
		const colonAt = placeOf(colon, bytes, from, end);
		if (bytes[from] === openBracket) {
			to = placeOf(closeBracket, bytes, from, end);
			if (to === end || colonAt >= to || !(to + 1 === end || isPort(bytes, to + 1, end))) {
				return false;
			}
			from++;
		} else if (colonAt < end && isPort(bytes, colonAt, end)) {
			// One with more colons is IPv6, and has no port without brackets.
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
		const ipv4 = readIpv4(bytes, start, end);
		if (ipv4 !== noIpv4) {
			return this.#isTrustedIpv4(ipv4);
		}
		if (bytes.toString('latin1', start, Math.min(end, start + unixSocket.length)) === unixSocket) {
			return this.#trustsSockets;
		}
		// The zone of `fe80::1%eth0` says by which interface it is reached.
		const to = placeOf(percent, bytes, start, end);
		return readAddress(bytes, start, to, this.#address) && this.#isTrusted();
	}

	#isTrustedIpv4(address: number): boolean {
		const ipv4 = this.#ipv4;
		for (let index = 0; index < ipv4.length; index += 2) {
			if ((address & (ipv4[index + 1] ?? 0)) === ipv4[index]) {
				return true;
			}
		}
		return false;
	}

	/** Whether the address read last is that of a trusted proxy. */
	#isTrusted(): boolean {
		if (isMapped(this.#address)) {
			return this.#isTrustedIpv4(this.#view.getInt32(12));
		}
		for (const range of this.#ipv6) {
			if (isInNetwork(this.#address, range)) {
				return true;
			}
		}
		return false;
	}
}

/** Bytes that stand between addresses; IIS logs a space as `+`. */
const isSeparator = new Uint8Array(256);
for (const byte of [comma, space, plus]) {
	isSeparator[byte] = 1;
}

/** Where a byte stands in `bytes[start, end)`; `end` when it doesn't. */
function placeOf(byte: number, bytes: Buffer, start: number, end: number): number {
	let index = start;
	while (index < end && bytes[index] !== byte) {
		index++;
	}
	return index;
}

/** Whether that is a colon and the number of a port. */
function isPort(bytes: Buffer, start: number, end: number): boolean {
	const port = bytes[start] === colon && end - start <= 6 ? wholeNumber(bytes, start + 1, end) : 0;
	return port >= 1 && port <= 65_535;
}

function isSame(bytes: Buffer, start: number, end: number, other: number, otherEnd: number): boolean {
	let index = start;
	while (index < end && bytes[index] === bytes[other + index - start]) {
		index++;
	}
	return index === end && end - start === otherEnd - other;
}
