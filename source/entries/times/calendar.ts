import {colon, comma, dash, dot, plus, zero} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {digitsEnd} from '../values/words.js';

/** The English names of the months, as in most logs. */
export const monthNames: readonly string[] = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The months by their names in lower case, as 24 bits. */
const months = new Map(
	monthNames.map((name, index) => [
		(name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2) | 0x20_20_20,
		index,
	]),
);

/** Returns the month (0 to 11) whose three-letter English name is at `at`, or -1. */
export function monthOf(bytes: Buffer, at: number): number {
	return (
		months.get(((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0) | 0x20_20_20) ??
		-1
	);
}

/** Returns the number of two digits, or NaN. */
export function twoDigits(bytes: Buffer, at: number): number {
	const tens = (bytes[at] ?? 0) - zero;
	const ones = (bytes[at + 1] ?? 0) - zero;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Returns the number of four digits, or NaN. */
export function fourDigits(bytes: Buffer, at: number): number {
	return twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
}

/** Days of each month in a leap year. */
export const monthLengths: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the start of a day in ms since 1970, as if its zone were UTC; NaN if there is no such day. `month`: 0 to 11. */
export function dayStart(year: number, month: number, day: number): number {
	const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
	const length = month === 1 && !isLeap ? 28 : (monthLengths[month] ?? 0);
	// Date.UTC treats years under 100 as 19xx, and turns 31 April into 1 May.
	return year >= 100 && day >= 1 && day <= length ? Date.UTC(year, month, day) : Number.NaN;
}

/** Length of `09:03:07`. */
export const clockLength = 8;

/** Returns the ms since midnight of `09:03:07` at `at`, or NaN. */
export function clockAt(bytes: Buffer, at: number): number {
	const hours = twoDigits(bytes, at);
	const minutes = twoDigits(bytes, at + 3);
	const seconds = twoDigits(bytes, at + 6);
	// Second 60 is a leap second. Unix time has no number for it, so it counts as the first second of the next minute.
	return hours <= 23 && minutes <= 59 && seconds <= 60 && bytes[at + 2] === colon && bytes[at + 5] === colon
		? (hours * 3600 + minutes * 60 + seconds) * 1000
		: Number.NaN;
}

/** Returns the end of `.123` or `,123` at `at`, or `at`. */
export function fractionEnd(bytes: Buffer, at: number, end: number): number {
	if (at >= end || (bytes[at] !== dot && bytes[at] !== comma)) {
		return at;
	}
	const decimalsEnd = digitsEnd(bytes, at + 1, end);
	return decimalsEnd > at + 1 ? decimalsEnd : at;
}

/** Returns the milliseconds of `.123456`, rounded down to an integer. */
export function fraction(bytes: Buffer, start: number, end: number): number {
	let value = 0;
	for (let index = start + 1; index < start + 4; index++) {
		value = value * 10 + (index < end ? (bytes[index] ?? zero) - zero : 0);
	}
	return value;
}

/** Returns the minutes of an offset like `+0100` at `at`, whose minutes are at `minutesAt`; NaN if it isn't an offset. */
export function offsetAt(bytes: Buffer, at: number, minutesAt: number): number {
	const sign = bytes[at];
	const hours = twoDigits(bytes, at + 1);
	const minutes = twoDigits(bytes, minutesAt);
	return (sign === plus || sign === dash) && hours <= 23 && minutes <= 59
		? (sign === dash ? -1 : 1) * (hours * 60 + minutes)
		: Number.NaN;
}

/**
 * Sets the time and the zone of a record.
 *
 * @param wall The local time, in ms since 1970 as if it were UTC.
 * @param zone Minutes east of UTC. NaN: the line has no zone, so the environment's zone applies.
 */
export function setWall(record: EntryRecord, wall: number, zone: number): void {
	if (Number.isNaN(zone)) {
		const utc = new Date(wall);
		const local = new Date(
			utc.getUTCFullYear(),
			utc.getUTCMonth(),
			utc.getUTCDate(),
			utc.getUTCHours(),
			utc.getUTCMinutes(),
			utc.getUTCSeconds(),
			utc.getUTCMilliseconds(),
		);
		record.time = local.getTime();
		record.zone = -local.getTimezoneOffset();
	} else {
		record.time = wall - zone * 60_000;
		record.zone = zone;
	}
}

/** Latest time that a Date can represent, in ms since 1970. */
const latestTime = 8.64e15;

/** Sets a Unix time. Returns false if it can't be shown. */
export function setUnixTime(record: EntryRecord, time: number, start: number, end: number): boolean {
	const isTime = time <= latestTime;
	if (isTime) {
		record.time = time;
		record.zone = 0;
		setTimeSpan(record, start, end);
	}
	return isTime;
}

/** Stores the span of the time. Returns its end. */
export function setTimeSpan(record: EntryRecord, start: number, end: number): number {
	record.spans[spanOf.time] = start;
	record.spans[spanOf.time + 1] = end;
	return end;
}
