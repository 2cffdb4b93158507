import {colon, dash, isCapital, isDigit, plus, slash, space, tab} from '../../ascii.js';
import {day} from '../../durations.js';
import {EntryRecord} from '../entry-record.js';
import {ClfTime, setLocalTime, twoDigits} from '../values/clf-time.js';
import {fraction, fractionEnd, IsoTime} from '../values/iso-time.js';
import {monthOf} from '../values/month.js';
import {wholeNumber} from '../values/words.js';
import type {InnerLine} from './wrapper.js';

const noBytes: Buffer = Buffer.alloc(0);

/** Maximum lead of a logging clock over this one, in ms. A date further ahead is from an earlier year. */
const ahead = day;

/** Length of `Nov 20 09`, which lines of the same hour have in common. */
const hourLength = 9;

/** Length of `09:03:07`. */
const clockLength = 8;

/** Number of digits of Unix times in seconds, from 2001 to 2286. */
const epochLength = 10;

/** Greatest first digit of Unix times, `3`: enough until 2096. */
const latestEpoch = 51;

/** First two bytes of the days of the week: `Mo` to `Su`. */
const weekdays = new Set(
	['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map(name => name.charCodeAt(0) * 256 + name.charCodeAt(1)),
);

/**
 * Parses the times of prefixes: ISO 8601 and its relatives (`2026/11/20 09:03:07,123 +0000`), Unix time in seconds,
 * `20/Nov/2026:09:03:07 +0100`, `20-Nov-2026 09:03:07`, `Fri 2026-11-20 09:03:07 UTC`, `Fri Nov 20 09:03:07 2026`, and `Nov 20
 * 09:03:07` of syslog (RFC 3164). The syslog time has no year and no zone: it gets the latest year in which it isn't in the
 * future, and the environment's zone. Cisco and syslog-ng can add them: `Nov 20 2026 09:03:07 UTC`, `2026 Nov 20 09:03:07`.
 */
export class WrapperTime {
	readonly #iso = new IsoTime();
	readonly #utc = new IsoTime('utc');
	readonly #clf = new ClfTime();
	readonly #record = new EntryRecord();
	readonly #hour = Buffer.alloc(hourLength);
	/** Start of that hour in ms since 1970, and its zone. */
	#hourTime = Number.NaN;
	#hourZone = 0;
	/** The time read last, in ms since 1970 UTC; NaN if the name of its zone is unknown. */
	time = Number.NaN;
	/** Zone of `time`, in minutes east of UTC. */
	zone = 0;

	#line: Buffer = noBytes;
	#start = 0;
	#end = 0;

	/** Returns the characters of a line, in which `take` then reads times. */
	open({bytes, start, end}: InnerLine): string {
		this.#line = bytes;
		this.#start = start;
		this.#end = end;
		return bytes.toString('latin1', start, end);
	}

	/** Reads the time at an offset of the line. Returns the offset after it, or -1. */
	take(at: number): number {
		const position = this.read(this.#line, this.#start + at, this.#end);
		return position === -1 ? -1 : position - this.#start;
	}

	/** Removes the first `length` bytes of the line, with the time that was read in them. */
	strip(inner: InnerLine, length: number): void {
		inner.start += length;
		if (!Number.isNaN(this.time)) {
			inner.time = this.time;
			inner.zone = this.zone;
		}
	}

	/** Reads the time at `at`. Returns the offset after it, or -1 if no time is complete before `end`. */
	read(bytes: Buffer, at: number, end: number): number {
		this.time = Number.NaN;
		if (end - at < epochLength) {
			return -1;
		}
		if (!isDigit(bytes[at] ?? 0)) {
			return this.#readNamed(bytes, at, end);
		}
		const third = bytes[at + 2];
		if (third === slash) {
			const position = end - at < 20 ? -1 : this.#clf.read(bytes, at, this.#record);
			return position === -1 || position > end ? -1 : this.#take(position);
		}
		if (third === dash) {
			return this.#readDayFirst(bytes, at, end);
		}
		if (bytes[at + 4] === space) {
			const year = wholeNumber(bytes, at, at + 4);
			const month = monthOf(bytes, at + 5);
			return month === -1 ? -1 : this.#readYear(bytes, at + 9, at + 12, end, year, month);
		}
		return bytes[at + 4] === dash || bytes[at + 4] === slash
			? this.#readIso(bytes, at, end)
			: this.#readEpoch(bytes, at, end);
	}

	/** Copies the time from the record. */
	#take(position: number): number {
		this.time = this.#record.time;
		this.zone = this.#record.zone;
		return position;
	}

	#readIso(bytes: Buffer, at: number, end: number): number {
		// A date, a tab and a time are two columns.
		const position = bytes[at + 10] === tab ? -1 : this.#iso.read(bytes, at, end, this.#record);
		if (position === -1) {
			return -1;
		}
		this.#take(position);
		const zoneEnd = bytes[position] === space ? zoneWordEnd(bytes, position + 1, end) : -1;
		if (zoneEnd === -1) {
			return position;
		}
		// Without its zone it was read in the environment's zone.
		this.#utc.read(bytes, at, position, this.#record);
		this.zone = zoneOf(bytes, position + 1);
		this.time = this.#record.time - this.zone * 60_000;
		return zoneEnd;
	}

	/** Reads the day of a month at `at`, and the time of day at `clock`, with a year. The zone `UTC` may follow. */
	#readYear(bytes: Buffer, at: number, clock: number, end: number, year: number, month: number): number {
		const date = dayOfMonth(bytes, at);
		const position = year >= 1970 ? this.#setClock(bytes, clock, end, year, month, date) : -1;
		return position === -1 ? -1 : this.#readUtc(bytes, position, end);
	}

	/** Reads the zone `UTC` that may follow a time at `at`. Returns the offset after both. */
	#readUtc(bytes: Buffer, at: number, end: number): number {
		if (bytes[at] !== space || !isUtc(bytes, at + 1, end)) {
			return at;
		}
		// The time was read in the environment's zone.
		this.time += this.zone * 60_000;
		this.zone = 0;
		return at + 4;
	}

	/** `1795165387` or `1795165387.123`. */
	#readEpoch(bytes: Buffer, at: number, end: number): number {
		const seconds = wholeNumber(bytes, at, at + epochLength);
		if (Number.isNaN(seconds) || (bytes[at] ?? 0) > latestEpoch || isDigit(bytes[at + epochLength] ?? 0)) {
			return -1;
		}
		const position = fractionEnd(bytes, at + epochLength, end);
		this.time = seconds * 1000 + fraction(bytes, at + epochLength, position);
		this.zone = 0;
		return position;
	}

	/** `20-Nov-2026 09:03:07.123`. */
	#readDayFirst(bytes: Buffer, at: number, end: number): number {
		const date = twoDigits(bytes, at);
		const month = monthOf(bytes, at + 3);
		const year = twoDigits(bytes, at + 7) * 100 + twoDigits(bytes, at + 9);
		const isDate =
			month !== -1 && bytes[at + 6] === dash && bytes[at + 11] === space && date >= 1 && year > 0;
		return isDate ? this.#setClock(bytes, at + 12, end, year, month, date) : -1;
	}

	/** Reads a time that starts with the name of a month or of a day of the week. */
	#readNamed(bytes: Buffer, at: number, end: number): number {
		if (monthOf(bytes, at) !== -1) {
			return this.#readSyslog(bytes, at, end);
		}
		if (bytes[at + 3] !== space || !weekdays.has((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0))) {
			return -1;
		}
		const from = at + 4;
		const month = monthOf(bytes, from);
		return month === -1 ? this.#readFull(bytes, from, end) : this.#readCtime(bytes, from, month, end);
	}

	/** Reads `2026-11-20 09:03:07 UTC` after the day of the week: `journalctl -o short-full`. */
	#readFull(bytes: Buffer, at: number, end: number): number {
		const position = isDigit(bytes[at] ?? 0) ? this.#readIso(bytes, at, end) : -1;
		let zoneEnd = position + 1;
		while (zoneEnd < end && isCapital(bytes[zoneEnd] ?? 0)) {
			zoneEnd++;
		}
		if (position === -1 || bytes[position] !== space || zoneEnd - position < 4 || bytes[zoneEnd] !== space) {
			return position;
		}
		// Names of other zones are ambiguous.
		this.time = Number.NaN;
		return zoneEnd;
	}

	/** Reads `Nov 20 09:03:07.123456 2026` after the day of the week: C's `ctime`, Apache's error log. */
	#readCtime(bytes: Buffer, at: number, month: number, end: number): number {
		const date = dayOfMonth(bytes, at + 4);
		const clockEnd = clockEndOf(bytes, at + 7, end);
		const year = twoDigits(bytes, clockEnd + 1) * 100 + twoDigits(bytes, clockEnd + 3);
		if (clockEnd === -1 || bytes[clockEnd] !== space || !(year > 0) || clockEnd + 5 > end) {
			return -1;
		}
		const position = this.#setClock(bytes, at + 7, end, year, month, date);
		return position === -1 ? -1 : clockEnd + 5;
	}

	/** Reads `Nov 20 09:03:07`, with or without decimals. */
	#readSyslog(bytes: Buffer, at: number, end: number): number {
		if (bytes[at + 3] !== space || bytes[at + 6] !== space) {
			return -1;
		}
		const clockEnd = clockEndOf(bytes, at + 7, end);
		if (clockEnd === -1) {
			const year = bytes[at + 11] === space ? wholeNumber(bytes, at + 7, at + 11) : Number.NaN;
			return this.#readYear(bytes, at + 4, at + 12, end, year, monthOf(bytes, at));
		}
		if (!this.#isSameHour(bytes, at)) {
			this.#readHour(bytes, at);
		}
		const seconds = twoDigits(bytes, at + 10) * 60 + twoDigits(bytes, at + 13);
		this.time = this.#hourTime + seconds * 1000 + fraction(bytes, at + 15, clockEnd);
		this.zone = this.#hourZone;
		return this.#readUtc(bytes, clockEnd, end);
	}

	/**
	 * Sets the time to the given day and the time of day at `at`, in the environment's zone. Returns the offset after it, or -1.
	 */
	#setClock(bytes: Buffer, at: number, end: number, year: number, month: number, date: number): number {
		const position = clockEndOf(bytes, at, end);
		// Date.UTC turns 31 April into 1 May.
		if (position === -1 || new Date(Date.UTC(year, month, date)).getUTCDate() !== date) {
			return -1;
		}
		const record = this.#record;
		setLocalTime(
			record,
			year,
			month,
			date,
			...([0, 3, 6] as const).map(offset => twoDigits(bytes, at + offset)),
		);
		this.time = record.time + fraction(bytes, at + clockLength, position);
		this.zone = record.zone;
		return position;
	}

	#isSameHour(bytes: Buffer, at: number): boolean {
		for (let index = hourLength - 1; index >= 0; index--) {
			if (this.#hour[index] !== bytes[at + index]) {
				return false;
			}
		}
		return !Number.isNaN(this.#hourTime);
	}

	#readHour(bytes: Buffer, at: number): void {
		const record = this.#record;
		const month = monthOf(bytes, at);
		const date = dayOfMonth(bytes, at + 4);
		const hours = twoDigits(bytes, at + 7);
		const now = Date.now();
		const year = new Date(now).getFullYear();
		this.#hourTime = Number.NaN;
		for (const candidate of [year + 1, year, year - 1, year - 2, year - 3, year - 4]) {
			setLocalTime(record, candidate, month, date, hours, 0, 0);
			// Date turns 29 February into 1 March in other years.
			if (record.time < now + ahead && new Date(candidate, month, date).getDate() === date) {
				this.#hourTime = record.time;
				this.#hourZone = record.zone;
				bytes.copy(this.#hour, 0, at, at + hourLength);
				return;
			}
		}
	}
}

/** Reads two digits, or a space and one digit. */
function dayOfMonth(bytes: Buffer, at: number): number {
	return bytes[at] === space ? wholeNumber(bytes, at + 1, at + 2) : twoDigits(bytes, at);
}

/** Returns the offset after `09:03:07` or `09:03:07.123` at `at`, or -1. */
export function clockEndOf(bytes: Buffer, at: number, end: number): number {
	return at + clockLength <= end &&
		bytes[at + 2] === colon &&
		bytes[at + 5] === colon &&
		twoDigits(bytes, at) <= 23 &&
		twoDigits(bytes, at + 3) <= 59 &&
		twoDigits(bytes, at + 6) <= 60
		? fractionEnd(bytes, at + clockLength, end)
		: -1;
}

/** Returns the offset of the minutes of `+0100` or `+01:00` at `at`. */
function minutesOf(bytes: Buffer, at: number): number {
	return at + (bytes[at + 3] === colon ? 4 : 3);
}

/** Returns the offset after `+0100`, `+01:00`, `UTC` or `GMT` at `at`, or -1. */
function zoneWordEnd(bytes: Buffer, at: number, end: number): number {
	const first = bytes[at];
	if (first === plus || first === dash) {
		const minutes = minutesOf(bytes, at);
		const isZone = twoDigits(bytes, at + 1) <= 23 && twoDigits(bytes, minutes) <= 59 && minutes + 2 <= end;
		return isZone ? minutes + 2 : -1;
	}
	return isUtc(bytes, at, end) ? at + 3 : -1;
}

/** Checks for `UTC` or `GMT`. */
function isUtc(bytes: Buffer, at: number, end: number): boolean {
	return isWord(bytes, at, end, utc) || isWord(bytes, at, end, gmt);
}

const utc = Buffer.from('UTC');
const gmt = Buffer.from('GMT');

function isWord(bytes: Buffer, at: number, end: number, word: Buffer): boolean {
	for (let index = 0; index < word.length; index++) {
		if (bytes[at + index] !== word[index]) {
			return false;
		}
	}
	return at + word.length <= end;
}

/** Returns the minutes east of UTC of the zone at `at`. */
function zoneOf(bytes: Buffer, at: number): number {
	const sign = bytes[at];
	const minutes = twoDigits(bytes, at + 1) * 60 + twoDigits(bytes, minutesOf(bytes, at));
	return sign === plus ? minutes : sign === dash ? -minutes : 0;
}
