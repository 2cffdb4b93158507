import {day} from '../durations.js';

function padded(count: number, digits: number): readonly string[] {
	return Array.from({length: count}, (_, number) => String(number).padStart(digits, '0'));
}

const upTo60 = padded(60, 2);
const milliseconds = padded(1000, 3);

/** The day that was written last, in days since 1970, and what its times begin with. */
let lastDay = Number.NaN;
let lastDate = '';

/**
 * A time as `Date` writes it in UTC, milliseconds since 1970: most times are of the day of the one before, and only its
 * clock is written then, at a fifth of the time.
 * @throws RangeError where it is no time
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
