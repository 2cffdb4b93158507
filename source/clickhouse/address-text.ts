import {parseAddress} from '../query/address-range.js';

/** An address in the spelling of IPv6, IPv4 in its mapped form; null for what is none. */
export const addressText = (ip: string): string | null => {
	const bytes = parseAddress(ip);
	return bytes === null ? null : spelled(bytes);
};

/** 16 bytes as IPv6 is written. */
export const spelled = (bytes: Uint8Array): string =>
	Array.from({length: 8}, (_, group) =>
		(((bytes[group * 2] ?? 0) << 8) | (bytes[group * 2 + 1] ?? 0)).toString(16),
	).join(':');
