import {isInNetwork, readAddress} from './address';
import {alone, judgements, no, yes} from './judge';
import {buffer, bytesAt, lengthFound} from './text-records';
import {addressOf, pagesOf} from './texts';

/**
 * Judges strings like `judgeParts`: matches addresses with the same first `bits` bits as the address in `a` to `d`, 32 bits each.
 * An IPv4 address is mapped to IPv6 and belongs to no network with fewer than 96 bits. Strings with an unusual notation become
 * `alone`.
 */
export function judgeNetwork(
	table: usize,
	first: u32,
	end: u32,
	a: u32,
	b: u32,
	c: u32,
	d: u32,
	bits: u32,
): u32 {
	const high = ((<u64>a) << 32) | <u64>b;
	const low = ((<u64>c) << 32) | <u64>d;
	const pages = pagesOf(table);
	for (let id = first; id < end; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const textEnd = start + lengthFound;
		const judged = !readAddress(start, textEnd) ? alone : isInNetwork(high, low, bits) ? yes : no;
		store<u8>(judgements + <usize>(id - first), judged);
	}
	return end;
}
