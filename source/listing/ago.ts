import {day, hour, minute, second} from '../durations.js';

/** From so much on a time is told in the next unit; the last is told in days, however many. */
const units = [
	{from: 2 * day, unit: day, one: ' day', many: ' days'},
	{from: 2 * hour, unit: hour, one: ' h', many: ' h'},
	{from: 2 * minute, unit: minute, one: ' min', many: ' min'},
	{from: 0, unit: second, one: ' s', many: ' s'},
] as const;

/** A length of time in one unit, rounded down: `0 s`, `119 s`, `2 min`, `119 min`, `2 h`, `47 h`, `2 days`. */
export function roughly(milliseconds: number): string {
	const length = Math.abs(milliseconds);
	const {unit, one, many} = units.find(({from}) => length >= from) ?? units[3];
	const n = Math.floor(length / unit);
	return n + (n === 1 ? one : many);
}

/** How far a time is from now: `3 min ago`, `in 2 h`, `now` within a second. Both in milliseconds. */
export function ago(time: number, now: number): string {
	const past = now - time;
	if (Math.abs(past) < second) {
		return 'now';
	}

	return past > 0 ? `${roughly(past)} ago` : `in ${roughly(past)}`;
}
