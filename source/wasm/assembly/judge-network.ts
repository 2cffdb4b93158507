import {alone, judgements, no, yes} from './judge';
import {bytesAt, lengthFound, room} from './text-records';
import {pagesOf, placeOf} from './texts';

/** Where IPv4 stands in IPv6: behind `::ffff:`. */
const mapped: u64 = (<u64>0xffff) << 32;

/** The address that was read last. */
let high: u64 = 0;
let low: u64 = 0;

/**
 * Judges texts as `judgeParts` does: whether each is an address whose first `bits` bits are those of the one that `a` to
 * `d` make up, 32 bits each, IPv4 as its mapped form, which is in no network of fewer than 96 bits. What isn't written as
 * most are is left to be asked about.
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
	const highMask = maskOf(min(bits, 64));
	const lowMask = maskOf(max(bits, 64) - 64);
	const networkHigh = (((<u64>a) << 32) | <u64>b) & highMask;
	const networkLow = (((<u64>c) << 32) | <u64>d) & lowMask;
	const hasIPv4 = bits >= 96;
	const pages = pagesOf(table);
	for (let id = first; id < end; id++) {
		const start = bytesAt(placeOf(pages, id), room);
		const textEnd = start + lengthFound;
		let judged = alone;
		if (readNumbers(start, textEnd) || readGroups(start, textEnd)) {
			const isNear = (high & highMask) === networkHigh && (low & lowMask) === networkLow;
			judged = isNear && (hasIPv4 || high !== 0 || low >> 32 !== 0xffff) ? yes : no;
		}
		store<u8>(judgements + <usize>(id - first), judged);
	}
	return end;
}

/** A mask of the highest bits, 0 to 64 of them. */
function maskOf(bits: u32): u64 {
	return bits === 0 ? 0 : (<u64>-1) << (<u64>(64 - bits));
}

/** Reads `203.0.113.9`: four numbers without zeros before them. */
function readNumbers(start: usize, end: usize): bool {
	if (end - start > 15) {
		return false;
	}
	let address: u32 = 0;
	let count = 0;
	let number: i32 = -1;
	for (let at = start; at <= end; at++) {
		const byte: i32 = at === end ? 46 : <i32>load<u8>(at);
		if (byte === 46) {
			if (number < 0 || ++count > 4) {
				return false;
			}
			address = (address << 8) | number;
			number = -1;
		} else {
			if (byte < 48 || byte > 57 || number === 0) {
				return false;
			}
			number = max(number, 0) * 10 + byte - 48;
			if (number > 255) {
				return false;
			}
		}
	}
	high = 0;
	low = mapped | <u64>address;
	return count === 4;
}

/** Reads `2001:db8::9`: eight groups of one to four digits, or less where `::` stands for the others. */
function readGroups(start: usize, end: usize): bool {
	if (end - start > 39) {
		return false;
	}
	high = 0;
	low = 0;
	let count = 0;
	/** How many groups stand before `::`. */
	let gap = -1;
	let at = start;
	if (end - start >= 2 && load<u16>(start) === 0x3a3a) {
		gap = 0;
		at += 2;
	}
	while (at < end) {
		const groupEnd = min(end, at + 4);
		const groupStart = at;
		let group: u64 = 0;
		for (; at < groupEnd; at++) {
			const digit = digitAt(at);
			if (digit < 0) {
				break;
			}
			group = (group << 4) | <u64>digit;
		}
		if (at === groupStart || ++count > 8) {
			return false;
		}
		high = (high << 16) | (low >> 48);
		low = (low << 16) | group;
		if (at === end) {
			break;
		}
		if (load<u8>(at++) !== 58 || at === end) {
			return false;
		}
		if (load<u8>(at) === 58) {
			if (gap !== -1) {
				return false;
			}
			gap = count;
			at++;
		}
	}
	if (gap === -1) {
		return count === 8;
	}
	if (count > 7) {
		return false;
	}
	spread(gap, count);
	return true;
}

/** Moves the groups that have been read, but for those behind a gap, to where they stand in eight. */
function spread(gap: i32, count: i32): void {
	let moved = (8 - count) * 16;
	// Those behind the gap stand where they belong.
	const behind = (count - gap) * 16;
	const lowKept: u64 = behind >= 64 ? -1 : ((<u64>1) << (<u64>behind)) - 1;
	const highKept: u64 = behind < 64 ? 0 : ((<u64>1) << (<u64>(behind - 64))) - 1;
	let highMoved = high & ~highKept;
	let lowMoved = low & ~lowKept;
	for (; moved > 0; moved -= 16) {
		highMoved = (highMoved << 16) | (lowMoved >> 48);
		lowMoved <<= 16;
	}
	high = highMoved | (high & highKept);
	low = lowMoved | (low & lowKept);
}

/** A hexadecimal digit; -1 for what is none. */
function digitAt(at: usize): i32 {
	const byte = <i32>load<u8>(at);
	const letter = byte | 32;
	return byte >= 48 && byte <= 57 ? byte - 48 : letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
