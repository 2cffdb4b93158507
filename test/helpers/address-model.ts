import {isIPv4, isIPv6} from 'node:net';

/** Returns the 16 bytes of an address, with IPv4 in its mapped form. A zone is ignored. Null if the text isn't an address. */
export function model16(text: string): Uint8Array | null {
	if (isIPv4(text)) {
		return Uint8Array.from([...new Array<number>(10).fill(0), 255, 255, ...text.split('.').map(Number)]);
	}
	if (!isIPv6(text)) {
		return null;
	}
	const [head = '', tail] = withoutIPv4(text.replace(/%.*/, '')).split('::');
	const groups = (part: string): number[] =>
		part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16));
	const first = groups(head);
	const last = tail === undefined ? [] : groups(tail);
	const all = [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
	return Uint8Array.from(all.flatMap(group => [group >>> 8, group & 255]));
}

function withoutIPv4(text: string): string {
	return text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
		const hex = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);
		return `${hex(a, b)}:${hex(c, d)}`;
	});
}

/** Checks bit by bit that an address is in a network. No IPv6 network wider than the IPv4-mapped range (/96) contains IPv4. */
export function isInNetwork(address: Uint8Array, network: Uint8Array, length: number): boolean {
	const isIPv4 = bits(address).startsWith(`${'0'.repeat(80)}${'1'.repeat(16)}`);
	return (length >= 96 || !isIPv4) && bits(address).startsWith(bits(network).slice(0, length));
}

function bits(bytes: Uint8Array): string {
	return Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('');
}
