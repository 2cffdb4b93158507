/** The pieces that lines are made of: where each ends, and what it says. */

const space: u32 = 32;
const quote: u32 = 34;
const comma: u32 = 44;
const dash: u32 = 45;
const dot: u32 = 46;
const slash: u32 = 47;
const one: u32 = 49;
const lessThan: u32 = 60;
const equals: u32 = 61;

/** `HTTP`, as it stands in memory. */
const http: u32 = 0x5054_5448;

/** Eight digits of 0; what carries a byte of more than 9 into the bits of the last, which a digit's value hasn't. */
const zeros: u64 = ((<u64>0x3030_3030) << 32) | 0x3030_3030;
const aboveNine: u64 = ((<u64>0x0606_0606) << 32) | 0x0606_0606;
const notDigits: u64 = ((<u64>0xf0f0_f0f0) << 32) | 0xf0f0_f0f0;

/** Digits of a size that a number holds exactly. */
const mostDigits: usize = 15;

/** The byte at an address. */
export function byte(at: usize): u32 {
	return load<u8>(at);
}

/** Two bytes, the first one the lower. */
export function pair(at: usize): u32 {
	return load<u16>(at);
}

function all(character: u32): v128 {
	return i8x16.splat(<i8>character);
}

/** The next space, or `end`. */
export function wordEnd(start: usize, end: usize): usize {
	const spaces = all(space);
	for (let at = start; at < end; at += 16) {
		const found = i8x16.bitmask(i8x16.eq(v128.load(at), spaces));
		if (found !== 0) {
			return min(at + ctz(found), end);
		}
	}
	return end;
}

/** The next byte at which a client ends, or isn't a single one, or `end`. */
export function clientEndOf(start: usize, end: usize): usize {
	for (let at = start; at < end; at += 16) {
		const bytes = v128.load(at);
		const found = i8x16.bitmask(
			v128.or(
				v128.or(i8x16.eq(bytes, all(space)), i8x16.eq(bytes, all(comma))),
				v128.or(
					i8x16.eq(bytes, all(quote)),
					v128.or(i8x16.eq(bytes, all(lessThan)), i8x16.eq(bytes, all(equals))),
				),
			),
		);
		if (found !== 0) {
			return min(at + ctz(found), end);
		}
	}
	return end;
}

/** The next byte that is no capital, or `end`. */
export function capitalsEnd(start: usize, end: usize): usize {
	let at = start;
	while (at < end && byte(at) - 65 < 26) {
		at++;
	}
	return at;
}

/** The position after `HTTP/1.1` or `HTTP/2`; `start` when there is none. */
export function protocolEnd(start: usize): usize {
	if (load<u32>(start) !== http || byte(start + 4) !== slash || !isDigit(start + 5)) {
		return start;
	}
	return byte(start + 6) === dot && isDigit(start + 7) ? start + 8 : start + 6;
}

function isDigit(at: usize): bool {
	return byte(at) - 48 < 10;
}

/** The number of three digits between two spaces, or -1. */
export function statusAt(at: usize): i32 {
	if (
		byte(at) !== space ||
		byte(at + 4) !== space ||
		!isDigit(at + 1) ||
		!isDigit(at + 2) ||
		!isDigit(at + 3)
	) {
		return -1;
	}
	return <i32>((byte(at + 1) - 48) * 100 + (byte(at + 2) - 48) * 10 + byte(at + 3) - 48);
}

/** Reads the size that stands there, or the `-` or `-1` for none. False when there is neither. */
export function readSize(start: usize, end: usize, target: usize): bool {
	if (end - start - 1 >= 8) {
		return readLongSize(start, end, target);
	}
	// Zeros before the digits make them eight, one a byte: see Daniel Lemire, "Quickly parsing eight digits".
	const missing = (8 - <u64>(end - start)) << 3;
	const digits = (load<u64>(start) << missing) ^ (zeros << missing);
	if (((digits | (digits + aboveNine)) & notDigits) !== 0) {
		return readLongSize(start, end, target);
	}
	const pairs = (digits * 10 + (digits >> 8)) & (((<u64>0x00ff_00ff) << 32) | 0x00ff_00ff);
	const fours = (pairs * 100 + (pairs >> 16)) & (((<u64>0x0000_ffff) << 32) | 0x0000_ffff);
	store<f64>(target, <f64>(<u32>(fours * 10_000 + (fours >> 32))));
	return true;
}

function readLongSize(start: usize, end: usize, target: usize): bool {
	const length = end - start;
	if (start >= end || length > mostDigits) {
		return false;
	}
	if (byte(start) === dash && (length === 1 || (length === 2 && byte(start + 1) === one))) {
		store<f64>(target, NaN);
		return true;
	}
	let size: f64 = 0;
	for (let at = start; at < end; at++) {
		if (!isDigit(at)) {
			return false;
		}
		size = size * 10 + <f64>(byte(at) - 48);
	}
	store<f64>(target, size);
	return true;
}
