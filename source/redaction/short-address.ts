import {parseAddress} from '../entries/values/address-range.js';

/** Offset of IPv4 in a parsed address: it follows ten bytes of 0 and two of ff. */
const mapped = 12;

/** The network of an address, and its length in bits. */
type Network = {readonly network: string; readonly bits: 24 | 48};

/** Returns the network of an address in any spelling: /24 for IPv4, /48 for IPv6. Null for an invalid address. */
function networkOf(text: string): Network | null {
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
}

/** Returns the network in the form that `ip:` accepts: `203.0.113.0/24` for `203.0.113.9`. Null for an invalid address. */
export function shortAddress(text: string): string | null {
	const short = networkOf(text);
	return short && `${short.network}/${short.bits}`;
}

/** Four numbers. A version such as `Foo/1.2.3.4` matches, too, because it may be an address. */
const four = /(?<!\d)(\d{1,3}\.\d{1,3}\.\d{1,3}\.)\d{1,3}(?!\d)/g;

/** An address in a host name. Some have it in reverse order, so both ends are hidden. */
const named =
	/(?<!\d[-_]?)(\d{1,3})([-_]\d{1,3}[-_]\d{1,3}[-_])(\d{1,3})(?=\.[a-z]|isp|dsl|dyn)|(?<=\b(?:ip|ec2)[-_])(\d{1,3})([-_]\d{1,3}[-_]\d{1,3}[-_])(\d{1,3})(?!\d)|(?<!\d)(\d{1,3})(\.\d{1,3}\.\d{1,3}\.)(\d{1,3})(?=\.(?:[a-z][\w-]{0,62}\.)+[a-z])/gi;
const mayBeNamed = /\d[-_]\d{1,3}[-_]\d{1,3}[-_]\d|\d\.[a-z]/i;
/** An IPv6 address in a host name: `2001-db8-1-2-3-4-5-6.isp.example`. */
const named6 = /(?<![\w-])((?:[\da-f]{1,4}-){3})(?:[\da-f]{1,4}-){4}[\da-f]{1,4}(?![\w-])/gi;

/** A possible IPv6 address, with the punctuation after it. */
const colons = /(?<![A-Za-z\d])[\da-f:][\da-f:.]{1,63}/gi;

/** Returns the ends of the addresses in a string and their replacements. The result is an address again. */
export function addressesIn(
	text: string,
): readonly {readonly start: number; readonly end: number; readonly instead: string}[] {
	const found: {start: number; end: number; instead: string}[] = [];
	for (const {index, 0: address, 1: network = ''} of text.matchAll(four)) {
		found.push({start: index + network.length, end: index + address.length, instead: '0'});
	}
	if (mayBeNamed.test(text)) {
		for (const {index, 0: address, ...groups} of text.matchAll(named)) {
			const last = (groups[3] ?? groups[6] ?? groups[9] ?? '').length;
			const first = (groups[1] ?? groups[4] ?? groups[7] ?? '').length;
			found.push({start: index, end: index + first, instead: '0'});
			found.push({start: index + address.length - last, end: index + address.length, instead: '0'});
		}
		for (const {index, 0: address, 1: network = ''} of text.matchAll(named6)) {
			found.push({start: index + network.length, end: index + address.length, instead: '0-0-0-0-0'});
		}
	}
	if (!text.includes(':')) {
		return found;
	}
	for (const {index, 0: written} of text.matchAll(colons)) {
		if (written.indexOf(':') === written.lastIndexOf(':')) {
			continue;
		}
		// In a sentence, a colon or a full stop may follow.
		const address = written.replace(/(?<![:]):$|[.]+$|(?<=::):$/, '');
		const short = networkOf(address);
		if (short !== null && short.network !== address) {
			found.push({start: index, end: index + address.length, instead: short.network});
		}
	}
	return found;
}
