import {space} from '../../ascii.js';
import {day} from '../../durations.js';
import {EntryRecord} from '../entry-record.js';
import {setLocalTime, twoDigits} from '../values/clf-time.js';
import {IsoTime} from '../values/iso-time.js';
import {monthOf} from '../values/month.js';
import {wholeNumber} from '../values/words.js';
import type {InnerLine} from './wrapper.js';

/** A clock that is ahead by less than that isn't a year behind. Milliseconds. */
const ahead = day;

/** Length of `Nov 20 09`: lines of the same hour have that in common. */
const hourLength = 9;

/**
 * Reads the time that a wrapper has, for lines that have none of their own: `2026-11-20T09:03:07.123Z`, or
 * `Nov 20 09:03:07` of syslog (RFC 3164), which has no year and no zone. The newest year is taken that isn't in the
 * future, and the environment's zone.
 */
export class WrapperTime {
	readonly #iso = new IsoTime();
	readonly #record = new EntryRecord();
	readonly #hour = Buffer.alloc(hourLength);
	/** Milliseconds since 1970 of the beginning of that hour, and its zone. */
	#hourTime = Number.NaN;
	#hourZone = 0;

	/** Sets the time of the line to the one at `at`, if there is one. */
	read(bytes: Buffer, at: number, end: number, inner: InnerLine): void {
		const record = this.#record;
		if (monthOf(bytes, at) === -1) {
			if (this.#iso.read(bytes, at, end, record) !== -1) {
				inner.time = record.time;
				inner.zone = record.zone;
			}
			return;
		}
		if (!this.#isSameHour(bytes, at)) {
			this.#readHour(bytes, at);
		}
		const seconds = twoDigits(bytes, at + 10) * 60 + twoDigits(bytes, at + 13);
		inner.time = this.#hourTime + seconds * 1000;
		inner.zone = this.#hourZone;
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
		const dayStart = bytes[at + 4] === space ? at + 5 : at + 4;
		const day = wholeNumber(bytes, dayStart, at + 6);
		const hours = twoDigits(bytes, at + 7);
		const now = Date.now();
		const year = new Date(now).getFullYear();
		this.#hourTime = Number.NaN;
		for (const candidate of [year + 1, year, year - 1, year - 2, year - 3, year - 4]) {
			setLocalTime(record, candidate, month, day, hours, 0, 0);
			// It turns 29 February into 1 March.
			if (record.time < now + ahead && new Date(candidate, month, day).getDate() === day) {
				this.#hourTime = record.time;
				this.#hourZone = record.zone;
				bytes.copy(this.#hour, 0, at, at + hourLength);
				return;
			}
		}
	}
}
