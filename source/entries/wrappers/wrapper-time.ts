import {colon, dash, isCapital, isDigit, slash, space, tab} from '../../ascii.js';
import {day} from '../../durations.js';
import {EntryRecord} from '../entry-record.js';
import {ClfTime, setLocalTime, twoDigits} from '../values/clf-time.js';
import {fraction, fractionEnd, IsoTime, isUtc} from '../values/iso-time.js';
import {monthOf} from '../values/month.js';
import {wholeNumber} from '../values/words.js';
import {setWritten} from '../values/written-time.js';
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

const month = '(?<month>[A-Za-z]{3})';
const date = '(?<day>[ \\d]\\d)';
const clock = '(?<hours>\\d\\d):(?<minutes>\\d\\d):(?<seconds>\\d\\d)(?:[.,](?<fraction>\\d+))?';
const year = '(?<year>19[7-9]\\d|[2-9]\\d{3})';
const utc = '(?: (?<zone>UTC|GMT))?';

/** Rare notations. */
const notations: readonly RegExp[] = [
	`(?<day>\\d\\d)-${month}-(?<year>\\d{4}) ${clock}`,
	`${year} ${month}.${date}.${clock}${utc}`,
	`${month} ${date} ${year} ${clock}${utc}`,
	// C's ctime, Apache's error log.
	`(?:Mo|Tu|We|Th|Fr|Sa|Su). ${month}.${date}.${clock} (?<year>\\d{4})`,
].map(notation => new RegExp(`^${notation}`));

/** Maximum length of these notations. */
const maxWrittenLength = 48;

/**
 * Parses the times of prefixes: ISO 8601 and its relatives (`2026/11/20 09:03:07,123 +0000`), Unix time in seconds,
 * `20/Nov/2026:09:03:07 +0100`, `20-Nov-2026 09:03:07`, `Fri 2026-11-20 09:03:07 UTC`, `Fri Nov 20 09:03:07 2026`, and `Nov 20
 * 09:03:07` of syslog (RFC 3164). The syslog time has no year and no zone: it gets the latest year in which it isn't in the
 * future, and the environment's zone. Cisco and syslog-ng can add them: `Nov 20 2026 09:03:07 UTC`, `2026 Nov 20 09:03:07`.
 */
export class WrapperTime {
	readonly #iso = new IsoTime('local', true);
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
			return monthOf(bytes, at) === -1 ? this.#readWeekday(bytes, at, end) : this.#readSyslog(bytes, at, end);
		}
		const [third, fifth] = [bytes[at + 2], bytes[at + 4]];
		if (third === slash) {
			const position = end - at < 20 ? -1 : this.#clf.read(bytes, at, this.#record);
			return position > end ? -1 : this.#take(position);
		}
		if (third === dash || fifth === space) {
			return this.#readWritten(bytes, at, end);
		}
		return fifth === dash || fifth === slash
			? this.#readIso(bytes, at, end)
			: this.#readEpoch(bytes, at, end);
	}

	/** Copies the time from the record, unless it wasn't read. */
	#take(position: number): number {
		if (position !== -1) {
			this.time = this.#record.time;
			this.zone = this.#record.zone;
		}
		return position;
	}

	#readIso(bytes: Buffer, at: number, end: number): number {
		// A date, a tab and a time are two columns.
		return bytes[at + 10] === tab ? -1 : this.#take(this.#iso.read(bytes, at, end, this.#record));
	}

	#readWritten(bytes: Buffer, at: number, end: number): number {
		const text = bytes.toString('latin1', at, Math.min(end, at + maxWrittenLength));
		for (const notation of notations) {
			const found = notation.exec(text);
			if (found?.groups !== undefined) {
				return this.#take(setWritten(found.groups, this.#record) ? at + found[0].length : -1);
			}
		}
		return -1;
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

	/** Reads a time that starts with the day of the week. */
	#readWeekday(bytes: Buffer, at: number, end: number): number {
		if (bytes[at + 3] !== space || !weekdays.has((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0))) {
			return -1;
		}
		return isDigit(bytes[at + 4] ?? 0)
			? this.#readFull(bytes, at + 4, end)
			: this.#readWritten(bytes, at, end);
	}

	/** Reads `2026-11-20 09:03:07 UTC` after the day of the week: `journalctl -o short-full`. */
	#readFull(bytes: Buffer, at: number, end: number): number {
		const position = this.#readIso(bytes, at, end);
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

	/** Reads `Nov 20 09:03:07`, with or without decimals. */
	#readSyslog(bytes: Buffer, at: number, end: number): number {
		if (bytes[at + 3] !== space || bytes[at + 6] !== space) {
			return -1;
		}
		const clockEnd = clockEndOf(bytes, at + 7, end);
		if (clockEnd === -1) {
			return this.#readWritten(bytes, at, end);
		}
		if (!this.#isSameHour(bytes, at)) {
			this.#readHour(bytes, at);
		}
		const seconds = twoDigits(bytes, at + 10) * 60 + twoDigits(bytes, at + 13);
		this.time = this.#hourTime + seconds * 1000 + fraction(bytes, at + 15, clockEnd);
		this.zone = this.#hourZone;
		if (bytes[clockEnd] !== space || !isUtc(bytes, clockEnd + 1, end)) {
			return clockEnd;
		}
		// The time was read in the environment's zone.
		this.time += this.zone * 60_000;
		this.zone = 0;
		return clockEnd + 4;
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
function clockEndOf(bytes: Buffer, at: number, end: number): number {
	return at + clockLength <= end &&
		bytes[at + 2] === colon &&
		bytes[at + 5] === colon &&
		twoDigits(bytes, at) <= 23 &&
		twoDigits(bytes, at + 3) <= 59 &&
		twoDigits(bytes, at + 6) <= 60
		? fractionEnd(bytes, at + clockLength, end)
		: -1;
}
