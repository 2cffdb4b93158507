import {colon, dash, plus, slash, space, tab, upperT, upperZ} from '../../ascii.js';
import {day} from '../../durations.js';
import type {EntryRecord} from '../entry-record.js';
import {wholeNumber} from '../values/words.js';
import {
	clockAt,
	clockLength,
	dayStart,
	fourDigits,
	fraction,
	fractionEnd,
	monthOf,
	offsetAt,
	setTimeSpan,
	setWall,
	twoDigits,
} from './calendar.js';

/** Length of `20/Nov/2026:`. */
const clfDateLength = 12;

/** Length of `2026-11-20T`. */
const isoDateLength = 11;

/**
 * Reads a time like `20/Nov/2026:09:03:07 +0100` into the record. Returns the offset after it, or -1 if no time is complete before
 * `end`. Python's http.server writes `29/Aug/2023 22:02:58`, which is in the environment's zone.
 */
export function readClfTime(bytes: Buffer, at: number, end: number, record: EntryRecord): number {
	const separator = bytes[at + 11];
	const clockEnd = at + clfDateLength + clockLength;
	if (
		bytes[at + 2] !== slash ||
		bytes[at + 6] !== slash ||
		(separator !== colon && separator !== space) ||
		clockEnd > end
	) {
		return -1;
	}
	const wall =
		dayStart(fourDigits(bytes, at + 7), monthOf(bytes, at + 3), twoDigits(bytes, at)) +
		clockAt(bytes, at + clfDateLength);
	const hasZone = clockEnd < end && bytes[clockEnd] === space;
	const zone = hasZone ? offsetAt(bytes, clockEnd + 1, clockEnd + 4) : Number.NaN;
	const timeEnd = hasZone ? clockEnd + 6 : clockEnd;
	if (Number.isNaN(wall) || (hasZone && Number.isNaN(zone)) || timeEnd > end) {
		return -1;
	}
	setWall(record, wall, zone);
	return setTimeSpan(record, at, timeEnd);
}

/**
 * Reads a time like `2026-11-20T09:03:07.123+01:00` into the record (ISO 8601, RFC 3339). The separator can be a space or a tab
 * instead of the T. Decimals are optional. The zone is `Z`, `+01:00`, `+0100`, or missing. Returns the offset after the time, or -1
 * if no time is complete before `end`.
 *
 * @param zoneless Zone of times without a zone, in minutes east of UTC. NaN: the environment's zone.
 * @param mayBeApart True if a space may separate the zone, which may then also be `UTC` or `GMT`.
 */
export function readIsoTime(
	bytes: Buffer,
	at: number,
	end: number,
	record: EntryRecord,
	zoneless = Number.NaN,
	mayBeApart = false,
): number {
	const clockEnd = at + isoDateLength + clockLength;
	const dateSeparator = bytes[at + 4];
	const separator = bytes[at + 10];
	if (
		(dateSeparator !== dash && dateSeparator !== slash) ||
		bytes[at + 7] !== dateSeparator ||
		(separator !== upperT && separator !== space && separator !== tab) ||
		clockEnd > end
	) {
		return -1;
	}
	const decimalsEnd = fractionEnd(bytes, clockEnd, end);
	const wall =
		dayStart(fourDigits(bytes, at), twoDigits(bytes, at + 5) - 1, twoDigits(bytes, at + 8)) +
		clockAt(bytes, at + isoDateLength) +
		fraction(bytes, clockEnd, decimalsEnd);
	const isApart = mayBeApart && bytes[decimalsEnd] === space;
	const zoneStart = isApart ? decimalsEnd + 1 : decimalsEnd;
	const sign = zoneStart < end ? bytes[zoneStart] : undefined;
	let zone = zoneless;
	let zoneEnd = decimalsEnd;
	if (sign === plus || sign === dash) {
		const minutesAt = zoneStart + (bytes[zoneStart + 3] === colon ? 4 : 3);
		const offset = minutesAt + 2 <= end ? offsetAt(bytes, zoneStart, minutesAt) : Number.NaN;
		if (!Number.isNaN(offset)) {
			zone = offset;
			zoneEnd = minutesAt + 2;
		} else if (!isApart) {
			return -1;
		}
	} else if (isApart ? isUtc(bytes, zoneStart, end) : sign === upperZ) {
		zone = 0;
		zoneEnd = zoneStart + (isApart ? 3 : 1);
	}
	if (Number.isNaN(wall)) {
		return -1;
	}
	setWall(record, wall, zone);
	return setTimeSpan(record, at, zoneEnd);
}

/** Length of `Nov 20 `. */
const syslogDateLength = 7;

/** Maximum lead of a logging clock over this one, in ms. A date further ahead is from an earlier year. */
const ahead = day;

/**
 * Reads a time like `Nov 20 09:03:07` into the record, as syslog writes it (RFC 3164), maybe with decimals and ` UTC`. It gets the
 * latest year in which it isn't in the future; NaN if no year has this day. Returns the offset after it, or -1 if no time is
 * complete before `end`.
 */
export function readSyslogTime(bytes: Buffer, at: number, end: number, record: EntryRecord): number {
	const clockEnd = at + syslogDateLength + clockLength;
	const month = monthOf(bytes, at);
	const clock = clockAt(bytes, at + syslogDateLength);
	if (
		month === -1 ||
		bytes[at + 3] !== space ||
		bytes[at + 6] !== space ||
		Number.isNaN(clock) ||
		clockEnd > end
	) {
		return -1;
	}
	const decimalsEnd = fractionEnd(bytes, clockEnd, end);
	const inUtc = bytes[decimalsEnd] === space && isUtc(bytes, decimalsEnd + 1, end);
	const date = bytes[at + 4] === space ? wholeNumber(bytes, at + 5, at + 6) : twoDigits(bytes, at + 4);
	const latest = Date.now() + ahead;
	const lastYear = new Date(latest).getFullYear();
	record.time = Number.NaN;
	for (let year = lastYear; year > lastYear - 5 && !(record.time < latest); year--) {
		const wall = dayStart(year, month, date) + clock + fraction(bytes, clockEnd, decimalsEnd);
		setWall(record, wall, inUtc ? 0 : Number.NaN);
	}
	return setTimeSpan(record, at, inUtc ? decimalsEnd + 4 : decimalsEnd);
}

/** Checks for `UTC` or `GMT`. */
function isUtc(bytes: Buffer, at: number, end: number): boolean {
	return at + 3 <= end && /^(?:UTC|GMT)$/.test(bytes.toString('latin1', at, at + 3));
}
