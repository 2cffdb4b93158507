import {day, hour, minute, second} from '../durations.js';
import type {TimeFormatter} from './time-formatter.js';

/** Units by their minimum duration. Days have no maximum. */
const units = [
	{from: 2 * day, unit: day, one: ' day', many: ' days'},
	{from: 2 * hour, unit: hour, one: ' h', many: ' h'},
	{from: 2 * minute, unit: minute, one: ' min', many: ' min'},
	{from: 0, unit: second, one: ' s', many: ' s'},
] as const;

/** Formats a duration in one unit, rounded down: `0 s`, `119 s`, `2 min`, `119 min`, `2 h`, `47 h`, `2 days`. */
export function roughly(milliseconds: number): string {
	const {unit, one, many} = unitOf(milliseconds);
	const n = Math.floor(Math.abs(milliseconds) / unit);
	return n + (n === 1 ? one : many);
}

/** Returns the time in ms until `roughly` formats a growing duration differently. */
export function untilRougher(milliseconds: number): number {
	const {unit} = unitOf(milliseconds);
	return unit - (milliseconds % unit);
}

function unitOf(milliseconds: number): (typeof units)[number] {
	return units.find(({from}) => Math.abs(milliseconds) >= from) ?? units[3];
}

/** Formats a time relative to now: `3 min ago`, `in 2 h`, `now` within a second. Both parameters are in ms. */
export function ago(time: number, now: number): string {
	const past = now - time;
	if (Math.abs(past) < second) {
		return 'now';
	}
	return past > 0 ? `${roughly(past)} ago` : `in ${roughly(past)}`;
}

/** A formatted time: the mark before it, the day, the time of day and the marks after it. */
const shownTime = /^(~?)(.*?) ?(\d+:\d\d:\d\d.*)$/;

/** Returns the time of day of a formatted time, with its marks: `9:03:07 !`, `~9:03:07`; null for `n/a`. */
export function clockOf(time: string): string | null {
	const [, sign, , clock] = shownTime.exec(time) ?? [];
	return sign === undefined || clock === undefined ? null : sign + clock;
}

/** Returns the day of a formatted time: `5 Nov 2026`; empty for `n/a`. */
export function dayOf(time: string): string {
	return shownTime.exec(time)?.[2] ?? '';
}

/** Formats the time of day: `9:03:07`. */
export function clockText(time: number, formatTime: TimeFormatter): string {
	const text = formatTime(time, null);
	return text.slice(text.lastIndexOf(' ') + 1);
}

/**
 * Formats the offset of a zone as in ISO 8601: `+01:00`.
 * @param offset - in ms
 */
export function zoneText(offset: number): string {
	const minutes = Math.round(Math.abs(offset) / minute);
	const two = (value: number): string => String(value).padStart(2, '0');
	return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Formats a duration or a sum of durations: `0.4 ms`, `4 ms`, `12 ms`, `1.2 s`, `75 s`, `3 min`, `139 h`. */
export function durationText(milliseconds: number): string {
	const rounded = roundedDuration(milliseconds);
	if (rounded < 1000) {
		return `${rounded} ms`;
	}
	const seconds = rounded / 1000;
	if (seconds < 100) {
		return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
	}
	const minutes = Math.round(seconds / 60);
	return minutes < 1000 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Rounds a duration in ms like `durationText`. */
export function roundedDuration(milliseconds: number): number {
	// A value that would be rounded to 1000 gets the next unit.
	if (milliseconds < 999.5) {
		// Many logs have integer milliseconds.
		return Number(milliseconds.toFixed(milliseconds < 9.95 ? 1 : 0));
	}
	const seconds = milliseconds / 1000;
	if (seconds < 99.5) {
		return Math.round(Number(seconds.toFixed(seconds < 9.95 ? 1 : 0)) * 1000);
	}
	const minutes = seconds / 60;
	return (minutes < 999.5 ? Math.round(minutes) : Math.round(minutes / 60) * 60) * 60_000;
}
