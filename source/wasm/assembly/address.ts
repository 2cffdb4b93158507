import {digitAt} from './line-pieces';

/** The prefix of IPv4 addresses in IPv6: `::ffff:`. */
const mapped: u64 = (<u64>0xffff) << 32;

/** The address that was read last. */
let high: u64 = 0;
let low: u64 = 0;

/** Reads an address in a usual notation; IPv4 has its mapped form. Returns false if the text isn't such an address. */
export function readAddress(start: usize, end: usize): bool {
	return readNumbers(start, end) || readGroups(start, end);
}

/**
 * Checks that the first `bits` bits of the address read last equal those of another. An IPv4 address belongs to no network with
 * fewer than 96 bits.
 */
export function isInNetwork(otherHigh: u64, otherLow: u64, bits: u32): bool {
	const isNear =
		((high ^ otherHigh) & maskOf(min(bits, 64))) === 0 &&
		((low ^ otherLow) & maskOf(max(bits, 64) - 64)) === 0;
	return isNear && (bits >= 96 || high !== 0 || low >> 32 !== 0xffff);
}

/** Returns a mask of the highest 0 to 64 bits. */
function maskOf(bits: u32): u64 {
	return bits === 0 ? 0 : (<u64>-1) << (<u64>(64 - bits));
}

/** Reads `203.0.113.9`: four numbers without leading zeros. */
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

/** Reads `2001:db8::9`: eight groups of one to four digits, or fewer with `::` for the rest. */
function readGroups(start: usize, end: usize): bool {
	if (end - start > 39) {
		return false;
	}
	high = 0;
	low = 0;
	let count = 0;
	/** Number of groups before `::`. */
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

/** Moves the groups before the gap to their positions among eight. */
function spread(gap: i32, count: i32): void {
	let moved = (8 - count) * 16;
	// The groups after the gap are already in position.
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
