import {colon, dot, isDigit, isHexDigit, zero} from '../ascii.js';

/**
 * The addresses of a network: 16 bytes of IPv6, IPv4 as its mapped form, of which the first `bits` count. A network of
 * fewer than `mappedBits` has no IPv4 addresses.
 */
export type AddressRange = {readonly address: Uint8Array; readonly bits: number};

/** Where IPv4 begins in the bits of its mapped form. */
export const mappedBits = 96;

/** The 16 bytes of an address in any spelling, IPv4 as its mapped form (`::ffff:0:0/96`); null for what is none. */
export const parseAddress = (text: string): Uint8Array | null => {
	// The longest is 8 groups of which the last two are written as IPv4.
	if (text.length < 2 || text.length > 45) {
		return null;
	}
	const bytes = new Uint8Array(16);
	if (text.includes(':')) {
		return readGroups(text, bytes) ? bytes : null;
	}
	bytes[10] = 255;
	bytes[11] = 255;
	return readNumbers(text, 0, bytes, 12) === 4 ? bytes : null;
};

/** Reads `203.0.113.9` to the end of the text. Returns how many numbers there are, -1 when it is something else. */
const readNumbers = (text: string, start: number, into: Uint8Array, place: number): number => {
	let count = 0;
	let number = -1;
	for (let at = start; at <= text.length; at++) {
		const unit = at === text.length ? dot : text.charCodeAt(at);
		if (unit === dot) {
			if (number < 0 || count === 4) {
				return -1;
			}
			into[place + count++] = number;
			number = -1;
		} else {
			// With a zero before it, it would be octal to some.
			if (!isDigit(unit) || number === 0) {
				return -1;
			}
			number = Math.max(number, 0) * 10 + unit - zero;
			if (number > 255) {
				return -1;
			}
		}
	}
	return count;
};

/** Reads `2001:db8::9`, also with an IPv4 address as its end. Returns false when it is something else. */
const readGroups = (text: string, into: Uint8Array): boolean => {
	let written = 0;
	/** How many bytes stand before `::`. */
	let gap = -1;
	let at = 0;
	if (text.startsWith('::')) {
		gap = 0;
		at = 2;
	}
	while (at < text.length) {
		const end = endOfGroup(text, at);
		if (text.charCodeAt(end) === dot) {
			if (written > 12 || readNumbers(text, at, into, written) !== 4) {
				return false;
			}
			written += 4;
			break;
		}
		if (end === at || end - at > 4 || written === 16) {
			return false;
		}
		const group = Number.parseInt(text.slice(at, end), 16);
		into[written++] = group >>> 8;
		into[written++] = group & 255;
		if (end === text.length) {
			break;
		}
		if (text.charCodeAt(end) !== colon) {
			return false;
		}
		at = end + 1;
		if (text.charCodeAt(at) === colon) {
			if (gap !== -1) {
				return false;
			}
			gap = written;
			at++;
		} else if (at === text.length) {
			return false;
		}
	}
	if (gap === -1) {
		return written === 16;
	}
	// `::` stands for at least one group.
	if (written > 14) {
		return false;
	}
	into.copyWithin(16 - (written - gap), gap, written);
	into.fill(0, gap, 16 - (written - gap));
	return true;
};

const endOfGroup = (text: string, start: number): number => {
	let at = start;
	while (isHexDigit(text.charCodeAt(at))) {
		at++;
	}
	return at;
};

/**
 * What an address, a network or the leading part of an address stands for: `203.0.113.9`, `10.0.0.0/8`, `203.0.`,
 * `2001:db8:`. A leading part is whole groups. Null for what is none of these.
 */
export const parseAddressRange = (text: string): AddressRange | null => {
	const plain = /^\[.*\]$/.test(text) ? text.slice(1, -1) : text;
	const [, head = '', length] = /^(.*?)(?:\/(\d{1,3}))?$/s.exec(plain) ?? [];
	const address = parseAddress(head);
	if (address !== null) {
		const first = head.includes(':') ? 0 : mappedBits;
		const bits = length === undefined ? 128 : first + Number(length);
		return bits <= 128 ? {address, bits} : null;
	}
	return length === undefined ? leadingPart(plain) : null;
};

const leadingPart = (text: string): AddressRange | null => {
	const address = new Uint8Array(16);
	if (/^\d+(\.\d+){0,2}\.?$/.test(text)) {
		address[10] = 255;
		address[11] = 255;
		const count = readNumbers(text.replace(/\.$/, ''), 0, address, 12);
		if (count !== -1) {
			return {address, bits: mappedBits + count * 8};
		}
	}
	// A number of three digits is meant as one of IPv4, and too great.
	if (/^[\da-f]{1,4}(:[\da-f]{1,4}){0,6}:?$/i.test(text) && !/^\d{1,3}$/.test(text)) {
		const groups = text.replace(/:$/, '').split(':');
		readGroups(groups.concat(new Array<string>(8 - groups.length).fill('0')).join(':'), address.fill(0));
		return {address, bits: groups.length * 16};
	}
	return null;
};
