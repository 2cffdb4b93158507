/** The pieces of lines: functions that find their ends and read their values. */

import {literalAt} from './nodes';

const space: u32 = 32;
const dash: u32 = 45;
const dot: u32 = 46;
const slash: u32 = 47;
const zero: u32 = 48;
const one: u32 = 49;
const colon: u32 = 58;
const underscore: u32 = 95;
export const lowerA: u32 = 97;
const lowerF: u32 = 102;
const lowerS: u32 = 115;
const lowerT: u32 = 116;

/** The bit in which small letters differ from capitals. */
export const smallness: u32 = 32;

/** `localhos` as a little-endian number. */
const localhos: u64 = ((<u64>0x736f_686c) << 32) | 0x6163_6f6c;

/** Maximum length of a client; the TypeScript reader reads longer ones. */
const maxPlainLength: usize = 127;

/** `HTTP/0.0` as a little-endian number. The next two constants check its digits, as in `Size`. */
const http00: u64 = ((<u64>0x302e_302f) << 32) | 0x5054_5448;
const aboveNine: u64 = (<u64>0x0600_0600) << 32;
const notDigits: u64 = ((<u64>0xf0ff_f0ff) << 32) | 0xffff_ffff;

/** `HTTP` as a little-endian word. */
const http: u32 = 0x5054_5448;

/** Maximum digits of a size that an f64 represents exactly. */
const maxDigits: usize = 15;

/** 16 bytes of ones, then 16 zeros: from byte 16 - n on, a mask of n bytes. */
export const masks: usize = memory.data<u64>([-1, -1, 0, 0]);

/** Checks that the literal of a node is at an address. */
export function matches(node: usize, at: usize): bool {
	const length = <usize>load<u8>(node, 2);
	if (length === 0) {
		return true;
	}
	const literal = node + literalAt;
	if (length <= 16) {
		const mask = v128.load(masks + 16 - length);
		return !v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(literal)), mask));
	}
	const last = length - 16;
	let differences = v128.xor(v128.load(at + last), v128.load(literal + last));
	for (let index: usize = 0; index < last; index += 16) {
		differences = v128.or(differences, v128.xor(v128.load(at + index), v128.load(literal + index)));
	}
	return !v128.any_true(differences);
}

/** Returns the byte at an address. */
export function byte(at: usize): u32 {
	return load<u8>(at);
}

/** Returns two bytes, the first one as the low byte. */
export function pair(at: usize): u32 {
	return load<u16>(at);
}

function all(character: u32): v128 {
	return i8x16.splat(<i8>character);
}

/** Returns the address of the next space, or `end`. */
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

/** Returns a mask of the lowest `count` bits. */
function lowestBits(count: u32): u32 {
	return count > 31 ? u32.MAX_VALUE : (1 << count) - 1;
}

/** End of the address in the last client found, before its port. */
export let addressEnd: usize = 0;

/**
 * Returns the position after a client that is an address or a name, or an IPv4 address with a port. Returns 0 for anything else,
 * such as brackets or a list. It accepts only clients that entries/values/client.ts accepts.
 */
export function clientEndOf(start: usize, end: usize): usize {
	// Most clients are digits and three dots. They fit in the first 16 bytes together with the space after them.
	const bytes = v128.load(start);
	const fromDot = i8x16.sub(bytes, all(dot));
	const found = <u32>i8x16.bitmask(i8x16.gt_u(fromDot, all(11)));
	const length = <u32>ctz(found);
	const dots = <u32>i8x16.bitmask(i8x16.eq(bytes, all(dot))) & lowestBits(length);
	const slashes = <u32>i8x16.bitmask(i8x16.eq(bytes, all(slash))) & lowestBits(length);
	addressEnd = start + length;
	if (popcnt(dots) === 3 && slashes === 0) {
		const after = found === 0 ? 0 : byte(addressEnd);
		if (after === space) {
			return addressEnd;
		}
		if (after === colon) {
			return portEnd(addressEnd + 1, end);
		}
	}
	addressEnd = otherClientEnd(start, end);
	return addressEnd;
}

/** Checks for digits with three dots, like "isPlainIpv4" in entries/values/client.ts. */
export function isPlainIpv4(start: usize, end: usize): bool {
	const within = lowestBits(<u32>(end - start));
	const bytes = v128.load(start);
	const dots = <u32>i8x16.bitmask(i8x16.eq(bytes, all(dot))) & within;
	const digits = <u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, all(zero)), all(10))) & within;
	return end - start <= 15 && popcnt(dots) === 3 && (dots | digits) === within;
}

/** Returns the position after the digits of a port, before a space; 0 if there is no port. */
function portEnd(start: usize, end: usize): usize {
	let at = start;
	while (at < end && isDigit(at)) {
		at++;
	}
	return at > start && byte(at) === space ? at : 0;
}

/** Returns the position after a name, an IPv6 address, or the dash of a missing client; 0 for anything else. */
function otherClientEnd(start: usize, end: usize): usize {
	let letters: u32 = 0;
	let beyondF: u32 = 0;
	let dots: u32 = 0;
	let dashes: u32 = 0;
	let colons: u32 = 0;
	let pairs: u32 = 0;
	let firstDot: usize = 0;
	let lastColon: usize = 0;
	for (let at = start; at < end && at - start < maxPlainLength; at += 16) {
		const bytes = v128.load(at);
		const isColon = i8x16.eq(bytes, all(colon));
		const small = v128.or(bytes, all(smallness));
		const isLetter = i8x16.lt_u(i8x16.sub(small, all(lowerA)), all(26));
		const isDash = v128.or(i8x16.eq(bytes, all(dash)), i8x16.eq(bytes, all(underscore)));
		const isDot = i8x16.eq(bytes, all(dot));
		const isDigit = i8x16.lt_u(i8x16.sub(bytes, all(zero)), all(10));
		const isAny = v128.or(v128.or(isColon, isLetter), v128.or(v128.or(isDash, isDot), isDigit));
		const others = <u32>i8x16.bitmask(v128.not(isAny));
		const within = others === 0 ? 0xffff : lowestBits(<u32>ctz(others));
		letters += popcnt(<u32>i8x16.bitmask(isLetter) & within);
		beyondF += popcnt(<u32>i8x16.bitmask(v128.and(isLetter, i8x16.gt_u(small, all(lowerF)))) & within);
		const dotsHere = <u32>i8x16.bitmask(isDot) & within;
		const colonsHere = <u32>i8x16.bitmask(isColon) & within;
		if (dotsHere !== 0 && dots === 0) {
			firstDot = at + <usize>ctz(dotsHere);
		}
		if (colonsHere !== 0) {
			lastColon = at + 31 - <usize>clz(colonsHere);
		}
		dots += popcnt(dotsHere);
		dashes += popcnt(<u32>i8x16.bitmask(isDash) & within);
		colons += popcnt(colonsHere);
		pairs += popcnt(<u32>i8x16.bitmask(v128.and(isColon, i8x16.eq(v128.load(at, 1), all(colon)))) & within);
		if (others === 0) {
			continue;
		}
		const clientEnd = at + <usize>ctz(others);
		if (byte(clientEnd) !== space || clientEnd - start > maxPlainLength) {
			return 0;
		}
		if (colons === 0) {
			const length = clientEnd - start;
			if (
				letters === <u32>length &&
				!(length === 9 && load<u64>(start) === localhos && byte(start + 8) === lowerT)
			) {
				// It may be a level, which is a prefix in some logs.
				return 0;
			}
			// A single dash means a missing value.
			return letters > 0 || (dashes === 1 && length === 1 && byte(start) === dash) ? clientEnd : 0;
		}
		// An IPv6 address may end in IPv4 notation, as in `::ffff:192.0.2.1`. A dual-stack server logs all IPv4 clients like this.
		const isDotted = dots === 3 && lastColon < firstDot;
		const isAddress = pairs === 0 ? colons === (isDotted ? 6 : 7) : colons <= 8;
		return isAddress && beyondF + dashes === 0 && (dots === 0 || isDotted) ? clientEnd : 0;
	}
	return 0;
}

/** Returns the address of the next byte that isn't a capital, or `end`. */
export function capitalsEnd(start: usize, end: usize): usize {
	let at = start;
	while (at < end && byte(at) - 65 < 26) {
		at++;
	}
	return at;
}

/** Returns the position after `HTTP/1.1` or `HTTP/2`; 0 if there is no protocol. */
export function protocolEnd(start: usize): usize {
	const digits = load<u64>(start) ^ http00;
	if (((digits | (digits + aboveNine)) & notDigits) === 0) {
		return start + 8;
	}
	if (load<u32>(start) !== http || byte(start + 4) !== slash || !isDigit(start + 5)) {
		return 0;
	}
	return byte(start + 6) === dot && isDigit(start + 7) ? start + 8 : start + 6;
}

export function isDigit(at: usize): bool {
	return byte(at) - 48 < 10;
}

/** Returns the address of the first byte from an address on that isn't a digit. */
export function digitsEnd(start: usize): usize {
	let at = start;
	let others: i32 = 0;
	for (; others === 0; at += 16) {
		others = i8x16.bitmask(i8x16.ge_u(i8x16.sub(v128.load(at), all(zero)), all(10)));
	}
	return at - 16 + <usize>ctz(others);
}

/** Checks for one to three digits and a dot, like the beginning of an IPv4 address: no prefix has this form. */
export function beginsWithAddress(at: usize): bool {
	return (
		isDigit(at) &&
		(byte(at + 1) === dot ||
			(isDigit(at + 1) && (byte(at + 2) === dot || (isDigit(at + 2) && byte(at + 3) === dot))))
	);
}

/** Returns the status from 100 to 599 between two spaces, or -1. */
export function statusAt(at: usize): i32 {
	// The values of the digits, and 0 for the space after them.
	const digits = load<u32>(at + 1) ^ 0x2030_3030;
	const hundreds = digits & 255;
	const isOther = ((digits | (digits + 0x0006_0606)) & 0xfff0_f0f0) | (byte(at) ^ space);
	return isOther !== 0 || hundreds - 1 > 4
		? -1
		: <i32>(hundreds * 100 + ((digits >> 8) & 255) * 10 + (digits >> 16));
}

/** Reads a size of any number of digits, like `Size`. */
export function readLongSize(start: usize, end: usize, target: usize): bool {
	const length = end - start;
	if (start >= end || length > maxDigits) {
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

/** Value of the digits of the number read last, without its decimal point. */
export let numberRead: f64 = 0;

/** Returns the address after a number with exactly `decimals` decimals; 0 if it is missing or a point follows. Sets `numberRead`. */
export function numberEnd(start: usize, decimals: u32): usize {
	let at = start;
	let value: f64 = 0;
	while (isDigit(at)) {
		value = value * 10 + <f64>(byte(at) - 48);
		at++;
	}
	if (at === start) {
		return 0;
	}
	if (decimals > 0) {
		if (byte(at) !== dot) {
			return 0;
		}
		const point = at++;
		while (isDigit(at)) {
			value = value * 10 + <f64>(byte(at) - 48);
			at++;
		}
		if (at - point - 1 !== <usize>decimals) {
			return 0;
		}
	}
	numberRead = value;
	return byte(at) === dot ? 0 : at;
}

/**
 * Returns the address after a word of letters, digits, dashes and underscores with at least one letter, whose last byte isn't an
 * `s`: neither a number nor one with a unit. Returns 0 for anything else.
 */
export function wordOfIdEnd(start: usize): usize {
	let at = start;
	let letters = 0;
	for (; ; at++) {
		const character = byte(at);
		if ((character | smallness) - lowerA < 26) {
			letters++;
		} else if (!isDigit(at) && character !== dash && character !== underscore) {
			break;
		}
	}
	return letters > 0 && byte(at - 1) !== lowerS && byte(at) <= space ? at : 0;
}

/** Returns the address after a word that can be an address with a port, or the dash of a missing one; 0 for anything else. */
export function serverEnd(start: usize): usize {
	let at = start;
	for (; ; at++) {
		const character = byte(at);
		const isWord = (character | smallness) - lowerA < 26 || isDigit(at);
		if (
			!isWord &&
			character !== dot &&
			character !== colon &&
			character !== dash &&
			character !== underscore
		) {
			break;
		}
	}
	return at > start && byte(at) === space ? at : 0;
}

/** The powers of ten that an f64 represents exactly, up to 10^22. */
const powersOfTen: usize = memory.data<f64>([
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	1e20, 1e21, 1e22,
]);

/** Returns 10 to the power of an exponent up to 22. */
export function powerOfTen(exponent: u32): f64 {
	return load<f64>(powersOfTen + (exponent << 3));
}

/** Returns the value of a hexadecimal digit; -1 for other bytes. */
export function digitAt(at: usize): i32 {
	const byte = <i32>load<u8>(at);
	const letter = byte | 32;
	return byte >= 48 && byte <= 57 ? byte - 48 : letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
