/** ISO and syslog times. In prefixes, only their ends matter; lines of JSON and W3C logs also use `isoSeconds`. */

import {clockAt, daysOf, daysSince1970, monthAt, twoDigits} from './clf-time';
import {byte, digitsEnd, isDigit} from './line-pieces';

const space: u32 = 32;
const plus: u32 = 43;
const comma: u32 = 44;
const dash: u32 = 45;
const dot: u32 = 46;
const colon: u32 = 58;
const upperT: u32 = 84;
const upperZ: u32 = 90;

/** `2026-11-20T` of the last time, and that day in ms since 1970. Most lines of a log have the same day as the line before. */
const last: usize = memory.data(16, 16);
let isoMidnight: f64 = NaN;

/** The bytes of the day. */
const dayMask: v128 = i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0);

/** The last ISO time in ms since 1970 as if its local time were UTC, without decimals. */
export let isoSeconds: f64 = NaN;

/** Returns the address after `2026-11-20T09:03:07.123+01:00`, with or without decimals and zone; 0 if there is no such time. */
export function isoStampEnd(at: usize): usize {
	if (v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(last)), dayMask))) {
		if (!isDay(at)) {
			return 0;
		}
		v128.store(last, v128.load(at));
		isoMidnight = <f64>isoDay(at) * 86_400_000.0;
	}
	const clock = clockAt(at + 11);
	if (clock < 0) {
		return 0;
	}
	isoSeconds = isoMidnight + <f64>(clock * 1000);
	const clockEnd = decimalsEnd(at + 19);
	const sign = byte(clockEnd);
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
function isoDay(at: usize): i32 {
	return daysSince1970(twoDigits(at) * 100 + twoDigits(at + 2), twoDigits(at + 5), twoDigits(at + 8));
}

/** Returns the address after `Nov 20 09:03:07`, with or without decimals; 0 if there is no such time. */
export function syslogStampEnd(at: usize): usize {
	const hasDay = (byte(at + 4) === space || isDigit(at + 4)) && isDigit(at + 5);
	return hasDay &&
		monthAt(at) !== 0 &&
		byte(at + 3) === space &&
		byte(at + 6) === space &&
		clockAt(at + 7) >= 0
		? decimalsEnd(at + 15)
		: 0;
}

/** Returns the address after decimals such as `.123`; `at` if they are missing. */
function decimalsEnd(at: usize): usize {
	return (byte(at) === dot || byte(at) === comma) && isDigit(at + 1) ? digitsEnd(at + 2) : at;
}
