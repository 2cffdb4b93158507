import {parseAddress} from '../query/address-range.js';

/** Bytes of an address as the query language reads it at which IPv4 begins, and which are zero and ff before. */
const mapped = 12;

/** What is left of an address: its network, and of how many bits that is. */
type Network = {readonly network: string; readonly bits: 24 | 48};

/** The network of an address in any spelling: /24 of IPv4, /48 of IPv6. Null for what is no address. */
const networkOf = (text: string): Network | null => {
	const bytes = parseAddress(text);
	if (bytes === null) {
		return null;
	}
	if (bytes[10] === 255 && bytes[11] === 255 && bytes.subarray(0, 10).every(byte => byte === 0)) {
		return {network: `${bytes.subarray(mapped, mapped + 3).join('.')}.0`, bits: 24};
	}
	const groups = [0, 2, 4].map(at => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
	while (groups.at(-1) === '0') {
		groups.pop();
	}
	return {network: `${groups.join(':')}::`, bits: 48};
};

/** `203.0.113.0/24` for `203.0.113.9`, as `ip:` takes it; null for what is no address. */
export const shortAddress = (text: string): string | null => {
	const short = networkOf(text);
	return short && `${short.network}/${short.bits}`;
};

/** Four numbers, but for versions as in `Chrome/120.0.0.0`: a name, a slash, and nothing of a path before. */
const four = /(?<!\d)(?<!(?:^|[\s"(;])[A-Z][A-Za-z]{1,20}\/)(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}(?!\d)/g;

/** What may be an address of IPv6, with what may stand behind it. */
const colons = /(?<!\w)[\da-f:][\da-f:.]{1,63}/gi;

/**
 * Makes the end of every address in a text zero, so that whoever reads the text still finds an address there:
 * `203.0.113.0`, `2001:db8:1::`.
 */
export const shortenedIn = (text: string): string => {
	const without = text.replace(four, '$1.0');
	if (!without.includes(':')) {
		return without;
	}
	return without.replace(colons, found => {
		if (found.indexOf(':') === found.lastIndexOf(':')) {
			return found;
		}
		// A colon or a full stop may stand behind it in a sentence.
		const plain = found.replace(/(?<![:]):$|[.]+$|(?<=::):$/, '');
		const short = networkOf(plain);
		return short ? short.network + found.slice(plain.length) : found;
	});
};
