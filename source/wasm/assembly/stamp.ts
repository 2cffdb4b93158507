/** The times at the beginning of prefixes. They don't count, so these functions only find their ends. */

import {daysOf, daysSince1970, monthAt, twoDigits} from './clf-time';
import {byte, digitsEnd, isDigit} from './line-pieces';

const space: u32 = 32;
const plus: u32 = 43;
const comma: u32 = 44;
const dash: u32 = 45;
const dot: u32 = 46;
const colon: u32 = 58;
const upperT: u32 = 84;
const upperZ: u32 = 90;

/** `2026-11-20T09:03` and `Nov 20 09:03` of the last times. Most lines of a log are of the same minute as the line before. */
const lastIso: usize = memory.data(16, 16);
const lastSyslog: usize = memory.data(16, 16);

/** The bytes of the second one that count. */
const twelve: v128 = i32x4(-1, -1, -1, 0);

/** Returns the address after `2026-11-20T09:03:07.123+01:00`, with or without decimals and zone; 0 if there is no such time. */
export function isoStampEnd(at: usize): usize {
	if (v128.any_true(v128.xor(v128.load(at), v128.load(lastIso)))) {
		if (!isDay(at) || !isMinute(at + 11)) {
			return 0;
		}
		v128.store(lastIso, v128.load(at));
	}
	const clockEnd = secondsEnd(at + 16);
	const sign = clockEnd === 0 ? 0 : byte(clockEnd);
	if (sign === upperZ) {
		return clockEnd + 1;
	}
	if (sign !== plus && sign !== dash) {
		return clockEnd;
	}
	const minutes = clockEnd + (byte(clockEnd + 3) === colon ? 4 : 3);
	return twoDigits(clockEnd + 1) <= 23 && twoDigits(minutes) <= 59 ? minutes + 2 : 0;
}

/** Checks for `2026-11-20T`. */
function isDay(at: usize): bool {
	const century = twoDigits(at);
	const yearOfCentury = twoDigits(at + 2);
	const year = century * 100 + yearOfCentury;
	const month = twoDigits(at + 5);
	const day = twoDigits(at + 8);
	const separator = byte(at + 10);
	return (
		byte(at + 4) === dash &&
		byte(at + 7) === dash &&
		(separator === upperT || separator === space) &&
		century >= 16 &&
		century <= 99 &&
		yearOfCentury <= 99 &&
		month >= 1 &&
		month <= 12 &&
		day >= 1 &&
		day <= daysOf(month, year)
	);
}

/** Returns the days since 1970 of a date like `2026-11-20`. */
export function isoDay(at: usize): i32 {
	return daysSince1970(twoDigits(at) * 100 + twoDigits(at + 2), twoDigits(at + 5), twoDigits(at + 8));
}

/** Returns the address after `Nov 20 09:03:07`, with or without decimals; 0 if there is no such time. */
export function syslogStampEnd(at: usize): usize {
	if (v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(lastSyslog)), twelve))) {
		const hasDay = (byte(at + 4) === space || isDigit(at + 4)) && isDigit(at + 5);
		if (
			monthAt(at) === 0 ||
			byte(at + 3) !== space ||
			!hasDay ||
			byte(at + 6) !== space ||
			!isMinute(at + 7)
		) {
			return 0;
		}
		v128.store(lastSyslog, v128.load(at));
	}
	return secondsEnd(at + 12);
}

/** Checks for `09:03`. */
function isMinute(at: usize): bool {
	return byte(at + 2) === colon && twoDigits(at) <= 23 && twoDigits(at + 3) <= 59;
}

/** Returns the address after `:07` or `:07.123`, or 0. */
function secondsEnd(at: usize): usize {
	if (byte(at) !== colon || twoDigits(at + 1) > 60) {
		return 0;
	}
	const end = at + 3;
	return (byte(end) === dot || byte(end) === comma) && isDigit(end + 1) ? digitsEnd(end + 2) : end;
}
