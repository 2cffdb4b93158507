/** Length of `20/Nov/2026:09:03:07 +0100`. */
export const timeLength: usize = 26;

/** Minutes added to a time zone so that it isn't negative. */
export const zoneBias: i32 = 1440;

const space: u32 = 32;
const plus: u32 = 43;
const minus: u32 = 45;
const dot: u32 = 46;
const slash: u32 = 47;
const colon: u32 = 58;

/** `00:00:00` as a little-endian word. The second constant carries a byte above 9 into high bits, which are 0 in a valid time. */
const midnightText: u64 = ((<u64>0x3030_3a30) << 32) | 0x303a_3030;
const aboveNine: u64 = ((<u64>0x0606_0006) << 32) | 0x0600_0606;
const notDigits: u64 = ((<u64>0xf0f0_fff0) << 32) | 0xf0ff_f0f0;

/** Masks for the part before the time of day in the first 16 bytes, and for the part after it in the last 16 bytes. */
const beforeTime: v128 = i32x4(-1, -1, -1, 0);
const afterTime: v128 = i16x8(0, 0, 0, 0, 0, -1, -1, -1);

/** Result for characters that aren't two digits. */
const noNumber: i32 = 1000;

/** Result for characters that aren't a day. */
const noDay: i32 = i32.MIN_VALUE;

/** The last date and zone with their values. Most lines of a log have the same day as the line before. */
const last: usize = memory.data(32, 16);
let midnight: f64 = 0;
let zone: u32 = 0;

/**
 * Reads a time like `20/Nov/2026:09:03:07 +0100`. Writes ms since 1970 UTC to `time`, an f64, and minutes east of UTC plus one
 * day to `zoneTarget`, a u32. Returns false if there is no valid time.
 */
export function readTime(at: usize, time: usize, zoneTarget: usize): bool {
	const seconds = clockAt(at + 12);
	if (seconds < 0) {
		return false;
	}
	if (!isLastDay(at) && !readDay(at)) {
		return false;
	}
	store<f64>(time, midnight + <f64>(seconds * 1000));
	store<u32>(zoneTarget, zone);
	return true;
}

/** Returns the seconds of the day at `09:03:07`, or -1. */
export function clockAt(at: usize): i32 {
	// Reads eight bytes at once: each becomes the value of its digit, a colon becomes 0.
	const digits = load<u64>(at) ^ midnightText;
	if (((digits | (digits + aboveNine)) & notDigits) !== 0) {
		return -1;
	}
	// Each two-digit number replaces its first digit.
	const numbers = digits * 10 + (digits >> 8);
	const hours = <u32>numbers & 255;
	const minutes = <u32>(numbers >> 24) & 255;
	const seconds = <u32>(numbers >> 48) & 255;
	// 60 is a leap second: the first second of the next minute on every clock that counts from 1970.
	if (<i32>(hours > 23) | <i32>(minutes > 59) | <i32>(seconds > 60)) {
		return -1;
	}
	return <i32>(hours * 3600 + minutes * 60 + seconds);
}

function isLastDay(at: usize): bool {
	const before = v128.and(v128.xor(v128.load(at), v128.load(last)), beforeTime);
	const after = v128.and(v128.xor(v128.load(at, 10), v128.load(last, 10)), afterTime);
	return !v128.any_true(v128.or(before, after));
}

/** `20/Nov/2026:` of the last time without a zone, and that day in ms since 1970. */
const lastLocal: usize = memory.data(16, 16);
let localMidnight: f64 = 0;

/** Length of `20/Nov/2026:09:03:07.655`. */
export const localTimeLength: usize = 24;

/** Reads such a time, in UTC, like `readTime`. */
export function readLocalTime(at: usize, time: usize, zoneTarget: usize): bool {
	const seconds = clockAt(at + 12);
	const milliseconds = numberOfThree(at + 21);
	if (seconds < 0 || milliseconds < 0 || load<u8>(at + 20) !== dot) {
		return false;
	}
	if (v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(lastLocal)), beforeTime))) {
		const days = dayAt(at);
		if (days === noDay) {
			return false;
		}
		localMidnight = <f64>days * 86_400_000.0;
		v128.store(lastLocal, v128.load(at));
	}
	store<f64>(time, localMidnight + <f64>(seconds * 1000 + milliseconds));
	store<u32>(zoneTarget, zoneBias);
	return true;
}

function numberOfThree(at: usize): i32 {
	const hundreds = <u32>load<u8>(at) - 48;
	const others = twoDigits(at + 1);
	return hundreds > 9 || others === noNumber ? -1 : <i32>hundreds * 100 + others;
}

/** Returns the days since 1970 of `20/Nov/2026:`, or `noDay`. */
function dayAt(at: usize): i32 {
	const day = twoDigits(at);
	const month = monthAt(at + 3);
	const century = twoDigits(at + 7);
	const year = twoDigits(at + 9);
	// The TypeScript reader handles years before 1600 and days that depend on leap years.
	return load<u8>(at + 2) !== slash ||
		load<u8>(at + 6) !== slash ||
		load<u8>(at + 11) !== colon ||
		month === 0 ||
		century < 16 ||
		century > 99 ||
		year > 99 ||
		day < 1 ||
		day > daysOf(month, century * 100 + year)
		? noDay
		: daysSince1970(century * 100 + year, month, day);
}

function readDay(at: usize): bool {
	const days = dayAt(at);
	const zoneHours = twoDigits(at + 22);
	const zoneMinutes = twoDigits(at + 24);
	const sign = <u32>load<u8>(at + 21);
	if (days === noDay || load<u8>(at + 20) !== space) {
		return false;
	}
	if ((sign !== plus && sign !== minus) || zoneHours > 23 || zoneMinutes > 59) {
		return false;
	}
	const east = (sign === minus ? -1 : 1) * (zoneHours * 60 + zoneMinutes);
	midnight = <f64>days * 86_400_000.0 - <f64>east * 60_000.0;
	zone = <u32>(east + zoneBias);
	memory.copy(last, at, timeLength);
	return true;
}

export function twoDigits(at: usize): i32 {
	const tens = <u32>load<u8>(at) - 48;
	const ones = <u32>load<u8>(at + 1) - 48;
	return tens > 9 || ones > 9 ? noNumber : <i32>(tens * 10 + ones);
}

/** Returns the month, from 1 on, with this capitalised name; 0 for any other name. */
export function monthAt(at: usize): i32 {
	switch (load<u32>(at) & 0xff_ffff) {
		case 0x6e_614a:
			return 1;
		case 0x62_6546:
			return 2;
		case 0x72_614d:
			return 3;
		case 0x72_7041:
			return 4;
		case 0x79_614d:
			return 5;
		case 0x6e_754a:
			return 6;
		case 0x6c_754a:
			return 7;
		case 0x67_7541:
			return 8;
		case 0x70_6553:
			return 9;
		case 0x74_634f:
			return 10;
		case 0x76_6f4e:
			return 11;
		case 0x63_6544:
			return 12;
		default:
			return 0;
	}
}

export function daysOf(month: i32, year: i32): i32 {
	if (month === 2) {
		return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
	}
	return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Returns days since 1 January 1970 (Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, days_from_civil). */
export function daysSince1970(year: i32, month: i32, day: i32): i32 {
	const shifted = month > 2 ? year : year - 1;
	const era = shifted / 400;
	const yearOfEra = shifted - era * 400;
	const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
	return era * 146_097 + dayOfEra - 719_468;
}
