/** The times at the beginning of prefixes. They don't count, so these functions only find their ends. */

import {daysOf, daysSince1970, monthAt, twoDigits} from './clf-time';
import {byte, isDigit} from './line-pieces';

const space: u32 = 32;
const plus: u32 = 43;
const comma: u32 = 44;
const dash: u32 = 45;
const dot: u32 = 46;
const colon: u32 = 58;
const upperT: u32 = 84;
const upperZ: u32 = 90;

/** Returns the address after `2026-11-20T09:03:07.123+01:00`, with or without decimals and zone; 0 if there is no such time. */
export function isoStampEnd(at: usize): usize {
	const century = twoDigits(at);
	const yearOfCentury = twoDigits(at + 2);
	const year = century * 100 + yearOfCentury;
	const month = twoDigits(at + 5);
	const day = twoDigits(at + 8);
	const separator = byte(at + 10);
	if (
		byte(at + 4) !== dash ||
		byte(at + 7) !== dash ||
		(separator !== upperT && separator !== space) ||
		century < 16 ||
		century > 99 ||
		yearOfCentury > 99 ||
		month < 1 ||
		month > 12 ||
		day < 1 ||
		day > daysOf(month, year)
	) {
		return 0;
	}
	const clockEnd = clockEndOf(at + 11);
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

/** Returns the days since 1970 of a date like `2026-11-20`. */
export function isoDay(at: usize): i32 {
	return daysSince1970(twoDigits(at) * 100 + twoDigits(at + 2), twoDigits(at + 5), twoDigits(at + 8));
}

/** Returns the address after `Nov 20 09:03:07`, with or without decimals; 0 if there is no such time. */
export function syslogStampEnd(at: usize): usize {
	const isDay = (byte(at + 4) === space || isDigit(at + 4)) && isDigit(at + 5);
	return monthAt(at) !== 0 && byte(at + 3) === space && isDay && byte(at + 6) === space
		? clockEndOf(at + 7)
		: 0;
}

/** Returns the address after `09:03:07` or `09:03:07.123`, or 0. */
function clockEndOf(at: usize): usize {
	if (
		byte(at + 2) !== colon ||
		byte(at + 5) !== colon ||
		twoDigits(at) > 23 ||
		twoDigits(at + 3) > 59 ||
		twoDigits(at + 6) > 60
	) {
		return 0;
	}
	let position = at + 8;
	if ((byte(position) === dot || byte(position) === comma) && isDigit(position + 1)) {
		do {
			position++;
		} while (isDigit(position));
	}
	return position;
}
