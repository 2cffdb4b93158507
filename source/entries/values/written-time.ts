import type {EntryRecord} from '../entry-record.js';
import {setLocalTime} from './clf-time.js';
import {monthOf} from './month.js';
import {zoneOffset} from './zone-names.js';

/**
 * The groups of a regular expression that has matched a time. All of them are optional. `year` has four digits or two, `month` is a
 * number or a name, `half` is `am` or `pm`, `zone` is an offset or a name, `seconds1970` and `milliseconds1970` are Unix times.
 */
export type WrittenTime = {
	readonly [Name in
		| 'year'
		| 'month'
		| 'day'
		| 'hours'
		| 'half'
		| 'minutes'
		| 'seconds'
		| 'fraction'
		| 'zone'
		| 'seconds1970'
		| 'milliseconds1970']?: string;
};

/** Latest time that a Date can represent, in ms since 1970. */
const latestTime = 8.64e15;

/**
 * Sets a record's time and zone. A time without a zone is in the environment's zone, or in UTC, depending on `zoneless`. Returns
 * false if there is no such time, or if the name of its zone is unknown or has several meanings.
 */
export function setWritten(
	written: WrittenTime,
	record: EntryRecord,
	zoneless: 'local' | 'utc' = 'local',
): boolean {
	const {half = '', fraction, zone, seconds1970, milliseconds1970} = written;
	const milliseconds = fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
	if (seconds1970 !== undefined || milliseconds1970 !== undefined) {
		record.time = Number(milliseconds1970 ?? 0) + Number(seconds1970 ?? 0) * 1000 + milliseconds;
		record.zone = 0;
		return record.time < latestTime;
	}
	const year = fullYear(written.year ?? '');
	const month = monthIndex(written.month ?? '');
	const day = Number(written.day);
	const hours = Number(written.hours);
	const minutes = Number(written.minutes);
	const seconds = Number(written.seconds ?? 0);
	const midnight = new Date(Date.UTC(year, month, day));
	// Date.UTC treats years under 100 as 19xx, and turns 31 April into 1 May. Second 60 is a leap second.
	const isDate = midnight.getUTCDate() === day && midnight.getUTCMonth() === month && year >= 100;
	const isClock = half === '' ? hours <= 23 : hours >= 1 && hours <= 12;
	if (!(isDate && isClock && minutes <= 59 && seconds <= 60)) {
		return false;
	}
	const hour = half === '' ? hours : (hours % 12) + (/^p/i.test(half) ? 12 : 0);
	const wall = midnight.getTime() + ((hour * 60 + minutes) * 60 + seconds) * 1000;
	if (zone === undefined && zoneless === 'local') {
		setLocalTime(record, year, month, day, hour, minutes, seconds);
	} else {
		record.zone = zone === undefined ? 0 : /\d$/.test(zone) ? numericOffset(zone) : zoneOffset(zone, wall);
		record.time = wall - record.zone * 60_000;
	}
	record.time += milliseconds;
	return !Number.isNaN(record.time);
}

/** POSIX: 69 to 99 are in the last century. */
function fullYear(year: string): number {
	return Number(year) + (year.length === 4 ? 0 : Number(year) < 69 ? 2000 : 1900);
}

function monthIndex(month: string): number {
	const index = monthOf(Buffer.from(month, 'latin1'), 0);
	return index === -1 ? Number(month) - 1 : index;
}

/** Returns the minutes of `+0100`, `GMT+01:00` or `+01`, or NaN. */
function numericOffset(zone: string): number {
	const [, sign, hours, minutes = '0'] = /([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
	const offset = Number(hours ?? 0) * 60 + Number(minutes);
	return offset >= 1440 || Number(minutes) > 59 ? Number.NaN : sign === '-' ? -offset : offset;
}
