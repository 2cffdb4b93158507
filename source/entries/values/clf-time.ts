import {colon, dash, plus, slash, space, zero} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {monthOf} from './month.js';

/** Length of `20/Nov/2026:09:03:07 +0100`, and length without the zone. */
const fullLength = 26;
const zonelessLength = 20;

/** Returns the number of two digits, or NaN. */
export function twoDigits(bytes: Buffer, at: number): number {
	const tens = (bytes[at] ?? 0) - zero;
	const ones = (bytes[at + 1] ?? 0) - zero;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/**
 * Parses times like `20/Nov/2026:09:03:07 +0100`. Most lines have the same day as the line before. So the date and the zone, 17
 * of the 26 bytes, are only parsed if they change.
 */
export class ClfTime {
	readonly #last = Buffer.alloc(fullLength);
	/** Midnight of the last date in the last zone, in ms since 1970 UTC; NaN before the first. */
	#midnight = Number.NaN;
	#zone = 0;

	/**
	 * Reads the time at `at` into the record's `time` and `zone`. Returns the offset after it, or -1 if it isn't a time. Python's
	 * http.server writes `29/Aug/2023 22:02:58`, which is in the environment's zone.
	 */
	read(bytes: Buffer, at: number, record: EntryRecord): number {
		const separator = bytes[at + 11];
		if (separator !== colon && separator !== space) {
			return -1;
		}
		const hours = twoDigits(bytes, at + 12);
		const minutes = twoDigits(bytes, at + 15);
		const seconds = twoDigits(bytes, at + 18);
		// Second 60 is a leap second. Unix time has no number for it, so it counts as the first second of the next minute.
		if (
			!(hours <= 23 && minutes <= 59 && seconds <= 60) ||
			bytes[at + 14] !== colon ||
			bytes[at + 17] !== colon
		) {
			return -1;
		}
		if (bytes[at + zonelessLength] !== space) {
			return readZoneless(bytes, at, record, hours, minutes, seconds);
		}
		if (!this.#sameDay(bytes, at) && !this.#readDay(bytes, at)) {
			return -1;
		}
		record.time = this.#midnight + (hours * 3600 + minutes * 60 + seconds) * 1000;
		record.zone = this.#zone;
		return setTimeSpan(record, at, at + fullLength);
	}

	#sameDay(bytes: Buffer, at: number): boolean {
		const last = this.#last;
		for (let index = 0; index < 11; index++) {
			if (last[index] !== bytes[at + index]) {
				return false;
			}
		}
		for (let index = 20; index < fullLength; index++) {
			if (last[index] !== bytes[at + index]) {
				return false;
			}
		}
		return true;
	}

	#readDay(bytes: Buffer, at: number): boolean {
		const midnight = readDate(bytes, at);
		const sign = bytes[at + 21];
		const zoneHours = twoDigits(bytes, at + 22);
		const zoneMinutes = twoDigits(bytes, at + 24);
		const isZone = (sign === plus || sign === dash) && zoneHours <= 23 && zoneMinutes <= 59;
		if (Number.isNaN(midnight) || !isZone || at + fullLength > bytes.length) {
			return false;
		}
		this.#zone = (sign === dash ? -1 : 1) * (zoneHours * 60 + zoneMinutes);
		this.#midnight = midnight - this.#zone * 60_000;
		bytes.copy(this.#last, 0, at, at + fullLength);
		return true;
	}
}

/** Returns midnight UTC of a date like `20/Nov/2026` in ms since 1970, or NaN. */
function readDate(bytes: Buffer, at: number): number {
	const day = twoDigits(bytes, at);
	const month = monthOf(bytes, at + 3);
	const year = twoDigits(bytes, at + 7) * 100 + twoDigits(bytes, at + 9);
	// Date.UTC treats years under 100 as 19xx.
	if (month === -1 || !(year >= 100) || bytes[at + 2] !== slash || bytes[at + 6] !== slash) {
		return Number.NaN;
	}
	const midnight = Date.UTC(year, month, day);
	// Date.UTC turns 31 April into 1 May.
	return new Date(midnight).getUTCDate() === day ? midnight : Number.NaN;
}

function readZoneless(
	bytes: Buffer,
	at: number,
	record: EntryRecord,
	hours: number,
	minutes: number,
	seconds: number,
): number {
	const midnight = new Date(readDate(bytes, at));
	if (Number.isNaN(midnight.getTime())) {
		return -1;
	}
	const [year, month, day] = [midnight.getUTCFullYear(), midnight.getUTCMonth(), midnight.getUTCDate()];
	setLocalTime(record, year, month, day, hours, minutes, seconds);
	return setTimeSpan(record, at, at + zonelessLength);
}

/** Stores the span of the time. Returns its end. */
export function setTimeSpan(record: EntryRecord, start: number, end: number): number {
	record.spans[spanOf.time] = start;
	record.spans[spanOf.time + 1] = end;
	return end;
}

/** Sets a record's time from local date parts, because the line has no zone. Uses the environment's zone. */
export function setLocalTime(
	record: EntryRecord,
	...parts: [year: number, month: number, ...rest: number[]]
): void {
	const date = new Date(...parts);
	record.time = date.getTime();
	record.zone = -date.getTimezoneOffset();
}
