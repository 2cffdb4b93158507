import {minute} from '../durations.js';
import {missing} from './amounts.js';

/** `local` (the zone of the environment), `utc`, `log` (the zone in the log), or a name like `Europe/Vienna`. */
export type Zone = string;

/**
 * Formats a time as `5 Nov 2026 9:03:07`.
 * @param time - in ms since 1970 UTC; null gives `n/a`
 * @param logZone - zone of the time in the log, in minutes east of UTC
 */
export type TimeFormatter = ((time: number | null, logZone: number | null) => string) & {
	readonly zone: Zone;
	/** Offset of the zone from UTC at a time, in ms. */
	readonly offsetAt: Offset;
};

/** Names in formatted times. */
export const months: readonly string[] = [
	'Jan',
	'Feb',
	'Mar',
	'Apr',
	'May',
	'Jun',
	'Jul',
	'Aug',
	'Sep',
	'Oct',
	'Nov',
	'Dec',
];

/**
 * Returns the formatter for a zone.
 * @throws RangeError for an unknown zone
 */
export function timeFormatter(zone: Zone): TimeFormatter {
	const offsetAt = offsetIn(zone);
	const format = (time: number | null, logZone: number | null): string => {
		if (time === null) {
			return missing;
		}
		const date = new Date(time + offsetAt(time, logZone));
		const year = date.getUTCFullYear();
		if (Number.isNaN(year)) {
			return missing;
		}
		const clock = `${date.getUTCHours()}:${twoDigits(date.getUTCMinutes())}:${twoDigits(date.getUTCSeconds())}`;
		return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${year} ${clock}`;
	};
	return Object.assign(format, {zone, offsetAt});
}

/** Returns the ms to add to UTC at a time, which is in ms since 1970. `logZone`: minutes east of UTC. */
export type Offset = (time: number, logZone: number | null) => number;

/**
 * Returns the offset function of a zone.
 * @throws RangeError for an unknown zone
 */
export function offsetIn(zone: Zone): Offset {
	switch (zone) {
		case 'utc':
			return () => 0;
		case 'local':
			return localOffset;
		case 'log':
			// A time without a zone was parsed as local time.
			return (time, logZone) => (logZone === null ? localOffset(time) : logZone * minute);
		default:
			return namedOffset(zone);
	}
}

function localOffset(time: number): number {
	return -new Date(time).getTimezoneOffset() * minute;
}

function namedOffset(zone: string): Offset {
	let format: Intl.DateTimeFormat;
	try {
		if (!/^[a-z]/i.test(zone)) {
			// Later versions of Node accept `+02:00`, but times without a zone could not be parsed in it.
			throw new RangeError('not a name');
		}
		format = new Intl.DateTimeFormat('en-US', {timeZone: zone, timeZoneName: 'longOffset'});
	} catch (error) {
		throw new RangeError(
			`There is no time zone “${zone}”: use local, utc, log, or a name such as Europe/Vienna`,
			{cause: error},
		);
	}
	// Adjacent entries differ by seconds, and a call of Intl takes microseconds. Zones change on the minute.
	let cachedMinute = Number.NaN;
	let cached = 0;
	return time => {
		const bucket = Math.floor(time / minute);
		if (bucket !== cachedMinute) {
			cached = readOffset(format, time);
			cachedMinute = bucket;
		}
		return cached;
	};
}

function readOffset(format: Intl.DateTimeFormat, time: number): number {
	if (Number.isNaN(new Date(time).getTime())) {
		return 0;
	}
	const name = format.formatToParts(time).find(part => part.type === 'timeZoneName')?.value ?? '';
	const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name);
	if (!match) {
		return 0;
	}
	const [, sign, hours, minutes, seconds] = match;
	const size = (Number(hours) * 60 + Number(minutes)) * minute + Number(seconds ?? 0) * 1000;
	return sign === '-' ? -size : size;
}

function twoDigits(value: number): string {
	return value < 10 ? `0${value}` : String(value);
}
