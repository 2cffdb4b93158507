import {day} from '../durations.js';
import {zoneText} from '../format/time-texts.js';

function padded(count: number, digits: number): readonly string[] {
	return Array.from({length: count}, (_, number) => String(number).padStart(digits, '0'));
}

const upTo60 = padded(60, 2);
const milliseconds = padded(1000, 3);

/** The day of the last formatted time, in days since 1970, and the start of its times. */
let lastDay = Number.NaN;
let lastDate = '';

/**
 * Formats a time in ms since 1970 in UTC as `Date` does. Most times have the same day as the previous one, and only the time of
 * day is formatted then, in 1/5 of the time.
 * @throws RangeError for an invalid time
 */
export function isoTime(time: number): string {
	const whole = Math.trunc(time);
	const number = Math.floor(whole / day);
	if (number !== lastDay) {
		const text = new Date(whole).toISOString();
		lastDate = text.slice(0, text.indexOf('T') + 1);
		lastDay = number;
	}
	const ofDay = whole - number * day;
	const seconds = Math.floor(ofDay / 1000);
	const minutes = Math.floor(seconds / 60);
	const [hour, minute, second] = [Math.floor(minutes / 60), minutes % 60, seconds % 60];
	return `${lastDate}${upTo60[hour]}:${upTo60[minute]}:${upTo60[second]}.${milliseconds[ofDay % 1000]}Z`;
}

/**
 * Formats a time in ms since 1970 in a zone, without fractions of a second: `2026-11-20T09:03:07+01:00`, with `Z` for UTC.
 * @param offset - offset of the zone, in ms east of UTC
 */
export function zonedIsoTime(time: number, offset: number): string {
	const [local = ''] = new Date(time + offset).toISOString().split('.');
	return local + (offset === 0 ? 'Z' : zoneText(offset));
}
