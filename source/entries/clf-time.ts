import type {EntryRecord} from './entry-record.js';

/** Length of `20/Nov/2026:09:03:07 +0100`. */
export const clfTimeLength = 26;

/** `Jan` to `Dec` as 24 bits, lower case. */
const months = new Map(
	['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map((name, index) => [
		(name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2),
		index,
	]),
);

const zero = 48;

/** The number that two digits make, or NaN. */
const twoDigits = (bytes: Buffer, at: number): number => {
	const tens = (bytes[at] ?? 0) - zero;
	const ones = (bytes[at + 1] ?? 0) - zero;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
};

/**
 * Reads times like `20/Nov/2026:09:03:07 +0100`. A log's lines are mostly of the day of the line before, so the
 * date and the zone, 17 of the 26 bytes, are only worked out when they differ from the last ones.
 */
export class ClfTime {
	readonly #last = Buffer.alloc(clfTimeLength);
	/** Milliseconds since 1970 UTC of the last date's midnight in the last zone; NaN before the first. */
	#midnight = Number.NaN;
	#zone = 0;

	/** Reads the time at `at` into the record's `time` and `zone`; false when there is none. */
	read(bytes: Buffer, at: number, record: EntryRecord): boolean {
		if (at + clfTimeLength > bytes.length || bytes[at + 11] !== 58) {
			return false;
		}
		if (!this.#sameDay(bytes, at) && !this.#readDay(bytes, at)) {
			return false;
		}
		const hours = twoDigits(bytes, at + 12);
		const minutes = twoDigits(bytes, at + 15);
		const seconds = twoDigits(bytes, at + 18);
		// 60 is a leap second, and the first of the next minute on every clock that counts from 1970.
		if (!(hours <= 23 && minutes <= 59 && seconds <= 60) || bytes[at + 14] !== 58 || bytes[at + 17] !== 58) {
			return false;
		}
		record.time = this.#midnight + (hours * 3600 + minutes * 60 + seconds) * 1000;
		record.zone = this.#zone;
		return true;
	}

	#sameDay(bytes: Buffer, at: number): boolean {
		const last = this.#last;
		for (let index = 0; index < 11; index++) {
			if (last[index] !== bytes[at + index]) {
				return false;
			}
		}
		for (let index = 20; index < clfTimeLength; index++) {
			if (last[index] !== bytes[at + index]) {
				return false;
			}
		}
		return true;
	}

	#readDay(bytes: Buffer, at: number): boolean {
		const day = twoDigits(bytes, at);
		const month = months.get(
			((((bytes[at + 3] ?? 0) << 16) | ((bytes[at + 4] ?? 0) << 8) | (bytes[at + 5] ?? 0)) | 0x20_20_20) >>> 0,
		);
		const year = twoDigits(bytes, at + 7) * 100 + twoDigits(bytes, at + 9);
		const sign = bytes[at + 21];
		const zoneHours = twoDigits(bytes, at + 22);
		const zoneMinutes = twoDigits(bytes, at + 24);
		const separated = bytes[at + 2] === 47 && bytes[at + 6] === 47 && bytes[at + 20] === 32;
		if (!separated || month === undefined || (sign !== 43 && sign !== 45) || !(zoneHours <= 23 && zoneMinutes <= 59)) {
			return false;
		}
		const midnight = Date.UTC(year, month, day);
		// Date.UTC takes years under 100 for 19xx, and turns 31 April into 1 May.
		if (!(year >= 100) || new Date(midnight).getUTCDate() !== day) {
			return false;
		}
		this.#zone = (sign === 45 ? -1 : 1) * (zoneHours * 60 + zoneMinutes);
		this.#midnight = midnight - this.#zone * 60_000;
		bytes.copy(this.#last, 0, at, at + clfTimeLength);
		return true;
	}
}
