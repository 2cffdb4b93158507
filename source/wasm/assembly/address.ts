import {digitAt} from './line-pieces';

const dot: i8 = 46;

/** The prefix of IPv4 addresses in IPv6: `::ffff:`. */
const mapped: u64 = (<u64>0xffff) << 32;

/** The address that was read last. */
let high: u64 = 0;
let low: u64 = 0;

/** Reads an address in common notation, an IPv4 address as its mapped IPv6 address. Returns false for anything else. */
export function readAddress(start: usize, end: usize): bool {
	return readNumbers(start, end) || readGroups(start, end);
}

/**
 * Checks that the address read last has the same first `bits` bits as another address. An IPv4 address belongs to no network with
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

/** Reads `203.0.113.9`: four numbers without leading zeros. Branches on single bytes would take three times as long. */
function readNumbers(start: usize, end: usize): bool {
	const length = <u32>(end - start);
	if (length > 15) {
		return false;
	}
	const bytes = v128.load(start);
	const within: u32 = (1 << length) - 1;
	let stops = <u32>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(dot))) & within;
	const digits = <u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10))) & within;
	if (popcnt(stops) !== 3 || (stops | digits) !== within) {
		return false;
	}
	stops |= 1 << length;
	let address: u32 = 0;
	let from: u32 = 0;
	let isOther: u32 = 0;
	for (let part = 0; part < 4; part++) {
		const stop = ctz(stops);
		stops &= stops - 1;
		// The last four bytes up to `stop`. Bytes before the number become 0.
		const count = stop - from;
		const before = (4 - count) << 3;
		const word = ((load<u32>(start + stop - 4) & 0x0f0f_0f0f) >> before) << before;
		const number = (word >> 24) + ((word >> 16) & 15) * 10 + ((word >> 8) & 15) * 100;
		const isPadded = <u32>(count > 1) & <u32>(((word >> before) & 15) === 0);
		isOther |= <u32>(count - 1 > 2) | <u32>(number > 255) | isPadded;
		address = (address << 8) | number;
		from = stop + 1;
	}
	high = 0;
	low = mapped | <u64>address;
	return isOther === 0;
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
