import {colon, dot, isDigit, isHexDigit, zero} from '../../ascii.js';

/**
 * Addresses of a network: the first `bits` bits of 16 bytes. IPv4 has its mapped IPv6 form. A network with fewer than
 * `mappedBits` bits contains no IPv4 addresses.
 */
export type AddressRange = {readonly address: Uint8Array; readonly bits: number};

/** Number of bits before the IPv4 address in its mapped form. */
export const mappedBits = 96;

/** Length of the longest address: 8 groups, the last two written as IPv4. */
const maxAddressLength = 45;

const written = new Uint8Array(maxAddressLength);

/**
 * Parses an address in any spelling. Returns 16 bytes, IPv4 in its mapped form (`::ffff:0:0/96`), or null if it isn't an address.
 * Ignores the zone of an IPv6 address, which names the network interface: `fe80::1%eth0`.
 */
export function parseAddress(text: string): Uint8Array | null {
	const plain = text.includes('%') ? text.replace(zone, '') : text;
	if (plain.length > maxAddressLength) {
		return null;
	}
	for (let at = 0; at < plain.length; at++) {
		// Truncated to a byte, another character could become a character of an address.
		written[at] = Math.min(plain.charCodeAt(at), 255);
	}
	const address = new Uint8Array(16);
	return readAddress(written, 0, plain.length, address) ? address : null;
}

/** Formats 16 bytes as an IPv6 address. */
export function addressText(bytes: Uint8Array): string {
	return Array.from({length: 8}, (_, group) =>
		(((bytes[group * 2] ?? 0) << 8) | (bytes[group * 2 + 1] ?? 0)).toString(16),
	).join(':');
}

const zone = /(?<=^[^%]*:[^%]*)%[\w.:-]+$/;

/**
 * Parses the address without a zone in `bytes[start, end)` into 16 bytes, like `parseAddress`. If it isn't an address, returns
 * false, and `into` has any content.
 */
export function readAddress(bytes: Uint8Array, start: number, end: number, into: Uint8Array): boolean {
	if (end - start < 2 || end - start > maxAddressLength) {
		return false;
	}
	let at = start;
	while (at < end && isHexDigit(bytes[at] ?? 0)) {
		at++;
	}
	into.fill(0);
	if (bytes[at] === colon) {
		return readGroups(bytes, start, end, into);
	}
	into[10] = 255;
	into[11] = 255;
	return readIpv4(bytes, start, end, into, 12);
}

/** Writes the IPv4 address in `bytes[start, end)` to `into` from `index` on. Returns false if it isn't an IPv4 address. */
function readIpv4(bytes: Uint8Array, start: number, end: number, into: Uint8Array, index: number): boolean {
	let count = 0;
	let number = -1;
	for (let at = start; at < end; at++) {
		const byte = bytes[at] ?? 0;
		if (byte === dot ? number < 0 || count === 3 : !isDigit(byte) || number === 0) {
			// Some programs read numbers with a leading zero as octal.
			return false;
		}
		if (byte === dot) {
			into[index + count++] = number;
			number = -1;
		} else {
			number = Math.max(number, 0) * 10 + byte - zero;
		}
		if (number > 255) {
			return false;
		}
	}
	into[index + 3] = number;
	return count === 3 && number >= 0;
}

/** Reads `2001:db8::9`, whose end may be an IPv4 address. Returns false if it is something else. */
function readGroups(bytes: Uint8Array, start: number, end: number, into: Uint8Array): boolean {
	let count = 0;
	/** Number of bytes before `::`, or -1. */
	let gap = -1;
	let at = start;
	if (bytes[at] === colon && bytes[at + 1] === colon) {
		gap = 0;
		at += 2;
	}
	while (at < end) {
		const first = at;
		let group = 0;
		while (at < end && isHexDigit(bytes[at] ?? 0) && at - first < 5) {
			const digit = bytes[at++] ?? 0;
			// The low bits of letters start with 1.
			group = group * 16 + (digit & 15) + (digit >> 6) * 9;
		}
		if (at < end && bytes[at] === dot) {
			if (count > 12 || !readIpv4(bytes, first, end, into, count)) {
				return false;
			}
			count += 4;
			break;
		}
		if (at === first || at - first > 4 || count === 16) {
			return false;
		}
		into[count++] = group >>> 8;
		into[count++] = group & 255;
		if (at === end) {
			break;
		}
		if (bytes[at] !== colon) {
			return false;
		}
		at++;
		if (at < end && bytes[at] === colon) {
			if (gap !== -1) {
				return false;
			}
			gap = count;
			at++;
		} else if (at === end) {
			return false;
		}
	}
	if (gap === -1) {
		return count === 16;
	}
	// `::` stands for at least one group.
	if (count > 14) {
		return false;
	}
	into.copyWithin(16 - (count - gap), gap, count);
	into.fill(0, gap, 16 - (count - gap));
	return true;
}

/** Checks that an address belongs to a network. */
export function isInNetwork(address: Uint8Array, {address: network, bits}: AddressRange): boolean {
	// IPv4 addresses don't belong to wider networks of IPv6: `::/0` finds the clients that use IPv6.
	if (bits < mappedBits && isMapped(address)) {
		return false;
	}
	const whole = bits >>> 3;
	// Backwards, because all IPv4 addresses have the same first bytes.
	for (let index = whole - 1; index >= 0; index--) {
		if (address[index] !== network[index]) {
			return false;
		}
	}
	const rest = bits & 7;
	return rest === 0 || ((address[whole] ?? 0) ^ (network[whole] ?? 0)) >>> (8 - rest) === 0;
}

/** Checks that 16 bytes are an IPv4 address in its mapped form. */
export function isMapped(address: Uint8Array): boolean {
	let index = 0;
	while (index < 10 && address[index] === 0) {
		index++;
	}
	return index === 10 && address[10] === 255 && address[11] === 255;
}

/**
 * Parses an address, a network or the leading groups of an address: `203.0.113.9`, `10.0.0.0/8`, `203.0.`, `2001:db8:`. Returns
 * null for anything else.
 */
export function parseAddressRange(text: string): AddressRange | null {
	const plain = /^\[.*\]$/.test(text) ? text.slice(1, -1) : text;
	const [, head = '', length] = /^(.*?)(?:\/(\d{1,3}))?$/s.exec(plain) ?? [];
	// A zone is compared as text, because addresses with different zones are on different networks.
	const address = head.includes('%') ? null : parseAddress(head);
	if (address !== null) {
		const first = head.includes(':') ? 0 : mappedBits;
		const bits = length === undefined ? 128 : first + Number(length);
		return bits <= 128 ? {address, bits} : null;
	}
	return length === undefined ? leadingPart(plain) : null;
}

function leadingPart(text: string): AddressRange | null {
	if (/^\d+(\.\d+){0,2}\.?$/.test(text)) {
		const numbers = text.replace(/\.$/, '').split('.');
		const address = parseAddress([...numbers, ...new Array<string>(4 - numbers.length).fill('0')].join('.'));
		if (address !== null) {
			return {address, bits: mappedBits + numbers.length * 8};
		}
	}
	// One to three digits can only be an IPv4 number, and this one is too large.
	if (/^[\da-f]{1,4}(:[\da-f]{1,4}){0,6}:?$/i.test(text) && !/^\d{1,3}$/.test(text)) {
		const groups = text.replace(/:$/, '').split(':');
		const address = parseAddress([...groups, ...new Array<string>(8 - groups.length).fill('0')].join(':'));
		return address === null ? null : {address, bits: groups.length * 16};
	}
	return null;
}
