import {minute} from '../durations.js';
import {missing} from './amounts.js';

/** `local` (that of the environment), `utc`, `log` (the one written in the log), or a name like `Europe/Vienna`. */
export type Zone = string;

/**
 * Writes a time as `5 Nov 2026 9:03:07`.
 * @param time - milliseconds since 1970 UTC; null gives `n/a`
 * @param logZone - zone of the time in the log, minutes east of UTC
 */
export type TimeFormatter = ((time: number | null, logZone: number | null) => string) & {
	readonly zone: Zone;
	/** What the clocks of the zone show at a time, less UTC; milliseconds. */
	readonly offsetAt: Offset;
};

/** As they are written in times. */
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
 * Makes the formatter for a zone.
 * @throws RangeError when there is no zone of that name
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

/** Milliseconds to add to UTC at a time, given in milliseconds since 1970. `logZone`: minutes east of UTC. */
export type Offset = (time: number, logZone: number | null) => number;

/**
 * How far a zone is from UTC.
 * @throws RangeError when there is no zone of that name
 */
export function offsetIn(zone: Zone): Offset {
	switch (zone) {
		case 'utc':
			return () => 0;
		case 'local':
			return localOffset;
		case 'log':
			// A time without a zone was read as local time.
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
			// Later versions of Node take `+02:00`; what is logged without a zone could not be read in it.
			throw new RangeError('not a name');
		}

		format = new Intl.DateTimeFormat('en-US', {timeZone: zone, timeZoneName: 'longOffset'});
	} catch (error) {
		throw new RangeError(
			`There is no time zone “${zone}”: use local, utc, log, or a name such as Europe/Vienna`,
			{cause: error},
		);
	}

	// Neighbouring entries are seconds apart and asking Intl costs microseconds; zones change on the minute.
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
