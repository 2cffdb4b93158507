import {
	colon,
	comma,
	dash,
	dot,
	isDigit,
	plus,
	slash,
	space,
	tab,
	upperT,
	upperZ,
	zero,
} from '../../ascii.js';
import type {EntryRecord} from '../entry-record.js';
import {setLocalTime, setTimeSpan, twoDigits} from './clf-time.js';

/** Length of `2026-11-20T09`, which lines of the same hour have in common. */
const hourLength = 13;

/** Length of `2026-11-20T09:03:07`. */
const timeLength = 19;

/**
 * Parses times like `2026-11-20T09:03:07.123+01:00` (ISO 8601, RFC 3339). The separator can be a space or a tab instead of the T.
 * Decimals are optional. The zone is `Z`, `+01:00`, `+0100`, or missing: then it is the environment's zone, or UTC if the format
 * uses UTC.
 */
export class IsoTime {
	readonly #isUtc: boolean;
	readonly #mayBeApart: boolean;
	readonly #hour = Buffer.alloc(hourLength);
	/** Start of the last hour, in ms since 1970 as if its local time were UTC; NaN before the first. */
	#wall = Number.NaN;
	/** Offset of the environment's zone in that hour, in minutes east of UTC. NaN if it changes during the hour or skips it. */
	#localZone = Number.NaN;

	/**
	 * @param zoneless Default zone, for times without a zone.
	 * @param mayBeApart True if a space may separate the zone, which may then also be `UTC` or `GMT`.
	 */
	constructor(zoneless: 'local' | 'utc' = 'local', mayBeApart = false) {
		this.#isUtc = zoneless === 'utc';
		this.#mayBeApart = mayBeApart;
	}

	/** Reads the time at `at` into the record. Returns the offset after it, or -1 if no time is complete before `end`. */
	read(bytes: Buffer, at: number, end: number, record: EntryRecord): number {
		if (at + timeLength > end || !(this.#isSameHour(bytes, at) || this.#readHour(bytes, at))) {
			return -1;
		}
		const minutes = twoDigits(bytes, at + 14);
		const seconds = twoDigits(bytes, at + 17);
		if (bytes[at + 13] !== colon || bytes[at + 16] !== colon || !(minutes <= 59 && seconds <= 60)) {
			return -1;
		}
		const wall = this.#wall + (minutes * 60 + seconds) * 1000;
		const decimalsEnd = fractionEnd(bytes, at + timeLength, end);
		const milliseconds = fraction(bytes, at + timeLength, decimalsEnd);
		return this.#readZone(bytes, at, decimalsEnd, end, wall, milliseconds, record);
	}

	#isSameHour(bytes: Buffer, at: number): boolean {
		const hour = this.#hour;
		for (let index = hourLength - 1; index >= 0; index--) {
			if (hour[index] !== bytes[at + index]) {
				return false;
			}
		}
		return true;
	}

	#readHour(bytes: Buffer, at: number): boolean {
		const separator = bytes[at + 10];
		const dateSeparator = bytes[at + 4];
		const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
		const month = twoDigits(bytes, at + 5) - 1;
		const day = twoDigits(bytes, at + 8);
		const hours = twoDigits(bytes, at + 11);
		const isSeparated =
			(dateSeparator === dash || dateSeparator === slash) &&
			bytes[at + 7] === dateSeparator &&
			(separator === upperT || separator === space || separator === tab);
		// Date.UTC treats years under 100 as 19xx, and turns 31 April into 1 May.
		const midnight = isSeparated && year >= 100 ? Date.UTC(year, month, day) : Number.NaN;
		const date = new Date(midnight);
		if (!(hours <= 23) || date.getUTCMonth() !== month || date.getUTCDate() !== day) {
			return false;
		}
		this.#wall = midnight + hours * 3_600_000;
		bytes.copy(this.#hour, 0, at, at + hourLength);
		const beginning = new Date(year, month, day, hours);
		const first = beginning.getTimezoneOffset();
		const last = new Date(year, month, day, hours, 59, 59).getTimezoneOffset();
		this.#localZone = this.#isUtc
			? 0
			: first === last && beginning.getHours() === hours
				? -first
				: Number.NaN;
		return true;
	}

	#readZone(
		bytes: Buffer,
		start: number,
		at: number,
		end: number,
		wall: number,
		milliseconds: number,
		record: EntryRecord,
	): number {
		const zoneStart = this.#mayBeApart && bytes[at] === space ? at + 1 : at;
		const sign = zoneStart < end ? bytes[zoneStart] : undefined;
		let zone = this.#localZone;
		let zoneEnd = at;
		if (sign === plus || sign === dash) {
			const minutesStart = zoneStart + (bytes[zoneStart + 3] === colon ? 4 : 3);
			const hours = twoDigits(bytes, zoneStart + 1);
			const minutes = twoDigits(bytes, minutesStart);
			if (hours <= 23 && minutes <= 59 && minutesStart + 2 <= end) {
				zone = (sign === dash ? -1 : 1) * (hours * 60 + minutes);
				zoneEnd = minutesStart + 2;
			} else if (zoneStart === at) {
				return -1;
			}
		} else if (zoneStart === at ? sign === upperZ : isUtc(bytes, zoneStart, end)) {
			zone = 0;
			zoneEnd = zoneStart + (zoneStart === at ? 1 : 3);
		}
		if (Number.isNaN(zone)) {
			const date = new Date(wall);
			setLocalTime(
				record,
				date.getUTCFullYear(),
				date.getUTCMonth(),
				date.getUTCDate(),
				date.getUTCHours(),
				date.getUTCMinutes(),
				date.getUTCSeconds(),
			);
			record.time += milliseconds;
		} else {
			record.time = wall - zone * 60_000 + milliseconds;
			record.zone = zone;
		}
		return setTimeSpan(record, start, zoneEnd);
	}
}

/** Checks for `UTC` or `GMT`. */
export function isUtc(bytes: Buffer, at: number, end: number): boolean {
	return at + 3 <= end && /^(?:UTC|GMT)$/.test(bytes.toString('latin1', at, at + 3));
}

/** Returns the end of `.123` or `,123` at `at`, or `at`. */
export function fractionEnd(bytes: Buffer, at: number, end: number): number {
	if (at >= end || (bytes[at] !== dot && bytes[at] !== comma)) {
		return at;
	}
	let index = at + 1;
	while (index < end && isDigit(bytes[index] ?? 0)) {
		index++;
	}
	return index > at + 1 ? index : at;
}

/** Returns the milliseconds of `.123456`, rounded down to an integer. */
export function fraction(bytes: Buffer, start: number, end: number): number {
	let value = 0;
	for (let index = start + 1; index < start + 4; index++) {
		value = value * 10 + (index < end ? (bytes[index] ?? zero) - zero : 0);
	}
	return value;
}
