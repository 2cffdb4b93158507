import {isMapped, parseAddress} from './address-range.js';

/** Offset of IPv4 in a parsed address: it follows ten bytes of 0 and two of ff. */
const mapped = 12;

/** The network of an address, and its length in bits. */
type Network = {readonly network: string; readonly bits: 24 | 48};

/** Returns the network of an address in any spelling: /24 for IPv4, /48 for IPv6. Null for an invalid address. */
export function networkOf(text: string): Network | null {
	const bytes = parseAddress(text);
	if (bytes === null) {
		return null;
	}
	if (isMapped(bytes)) {
		return {network: `${bytes.subarray(mapped, mapped + 3).join('.')}.0`, bits: 24};
	}
	const groups = [0, 2, 4].map(at => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
	while (groups.at(-1) === '0') {
		groups.pop();
	}
	return {network: `${groups.join(':')}::`, bits: 48};
}

/** Returns the network in the form that `ip:` accepts: `203.0.113.0/24` for `203.0.113.9`. Null for an invalid address. */
export function shortAddress(text: string): string | null {
	const short = networkOf(text);
	return short && `${short.network}/${short.bits}`;
}
