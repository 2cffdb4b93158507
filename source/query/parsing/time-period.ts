import {day, hour, minute, second} from '../../durations.js';
import type {TimePoint} from '../expression.js';
import {QueryError} from '../query-error.js';
import {quotedInMessage} from '../quoted.js';
import type {Item} from '../tokens/item.js';

/** The context for time terms. */
export type Calendar = {
	/** The current time, in ms since 1970. A time without a date refers to the latest day on which it isn't in the future. */
	readonly now: number;
	/** Returns the UTC offset in minutes (east is positive) at a time in ms since 1970. It applies to times without a zone. */
	zoneAt(time: number): number;
};

/** For callers that ignore the meaning of time terms: they check other terms, or only the syntax. */
export const anyCalendar: Calendar = {now: 0, zoneAt: () => 0};

/**
 * A period, inclusive at both ends. `end` is the last moment that `until:` matches: before a time of day, but at the end of a
 * day.
 */
type TimePeriod = {readonly from: TimePoint; readonly until: TimePoint; readonly end: TimePoint};

const units: Readonly<Record<string, number>> = {s: second, m: minute, h: hour, d: day, w: 7 * day};

const examples = '15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00';

/** Maximum age of a time, in ms: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const maxAgo = 8.64e15;

const rolling = /^(?:\d+[smhdw])+$/i;
const dated =
	/^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(today|yesterday))(?:(?:T| +)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;
const clocked = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/**
 * Parses the value of a time term: `15m` is the moment 15 minutes ago, `9:00` that minute, `2026-11-20T09` that hour,
 * `2026-11-20` and `today` that day.
 * @throws QueryError if the value is invalid
 */
export function parseTimePeriod(item: Item, calendar: Calendar): TimePeriod {
	const {text, sign, start, end} = item;
	const fail = (message: string): never => {
		throw new QueryError(message, start, end);
	};
	if (sign === '~') {
		return fail(`a time can’t be matched by a regular expression: write ${examples}`);
	}
	if (rolling.test(text)) {
		const ago = Array.from(
			text.toLowerCase().matchAll(/(\d+)([smhdw])/g),
			([, amount, unit = '']) => Number(amount) * (units[unit] ?? 0),
		).reduce((sum, part) => sum + part);
		return ago <= maxAgo
			? {from: {ago}, until: {ago}, end: {ago}}
			: fail(`“${quotedInMessage(text)}” is too long ago: write less`);
	}
	const date = dated.exec(text);
	const clock = date?.slice(5) ?? clocked.exec(text)?.slice(1);
	if (clock === undefined) {
		return fail(unreadable(text));
	}
	const [hours, minutes, seconds, fraction, zone] = clock;
	if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) {
		const written = [hours, minutes, seconds].filter(part => part !== undefined).join(':');
		return fail(`there is no time ${written}: times range from 0:00 to 23:59:59`);
	}
	const ofDay = Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute + Number(seconds ?? 0) * second;
	const timeOfDay = ofDay + Number((fraction ?? '').padEnd(3, '0'));
	const length =
		fraction !== undefined
			? 1
			: seconds !== undefined
				? second
				: minutes !== undefined
					? minute
					: hours !== undefined
						? hour
						: day;
	const zoned = inZone(zone, calendar);
	if (date === null) {
		return latestAt(timeOfDay, length, zoned);
	}
	const midnight = midnightOf(date, zoned);
	return Number.isNaN(midnight)
		? fail(`there is no such day as ${date.slice(1, 4).join('-')}: write year-month-day`)
		: periodOf(midnight + timeOfDay, length, zoned);
}

/** Returns midnight of the given day as if it were in UTC; NaN for an invalid date. */
function midnightOf([, year, month, dayOfMonth, word]: RegExpExecArray, calendar: Calendar): number {
	if (word !== undefined) {
		return todayIn(calendar) - (word.toLowerCase() === 'yesterday' ? day : 0);
	}
	const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(dayOfMonth));
	const isThere =
		new Date(midnight).getUTCMonth() === Number(month) - 1 &&
		new Date(midnight).getUTCDate() === Number(dayOfMonth);
	return isThere ? midnight : Number.NaN;
}

/** Returns midnight of the current day as if it were in UTC. */
function todayIn({now, zoneAt}: Calendar): number {
	return Math.floor((now + zoneAt(now) * minute) / day) * day;
}

/**
 * Number of days that are tried for a time of day. When clocks go forward, one day lacks that time; a time zone change can skip a
 * whole day.
 */
const maxDays = 7;

/** Returns the latest occurrence of a time of day that isn't in the future. */
function latestAt(ofDay: number, length: number, calendar: Calendar): TimePeriod {
	const {now} = calendar;
	const today = todayIn(calendar);
	for (let daysAgo = 0; daysAgo < maxDays; daysAgo++) {
		const past = momentsAt(today - daysAgo * day + ofDay, calendar).filter(moment => moment <= now);
		if (past.length > 0) {
			const from = Math.max(...past);
			return {from: {at: from}, until: {at: from + length - 1}, end: {at: from - 1}};
		}
	}
	return periodOf(today - day + ofDay, length, calendar);
}

function unreadable(text: string): string {
	if (/^\d+$/.test(text)) {
		return `“${quotedInMessage(text)}” has no unit: write ${quotedInMessage(text)}s, ${quotedInMessage(text)}m, ${quotedInMessage(text)}h, ${quotedInMessage(text)}d or ${quotedInMessage(text)}w`;
	}
	if (/^\d+ms$/i.test(text)) {
		return 'ms is too small for a period: write s, m, h, d or w';
	}
	return `“${quotedInMessage(text)}” is not a time: write ${examples}`;
}

/** Returns the calendar for an explicit zone: `Z`, `+01:00`. */
function inZone(zone: string | undefined, calendar: Calendar): Calendar {
	if (zone === undefined) {
		return calendar;
	}
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
	const east = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
	return {now: calendar.now, zoneAt: () => east};
}

/** @param wall - local time as if it were UTC, in ms since 1970 */
function periodOf(wall: number, length: number, calendar: Calendar): TimePeriod {
	const from = firstAt(wall, calendar);
	const until = {at: lastAt(wall + length - 1, calendar)};
	return {from: {at: from}, until, end: length === day ? until : {at: from - 1}};
}

/** Returns the moments with this local time: usually one, two if the clocks go back, none if they go forward. */
function momentsAt(wall: number, {zoneAt}: Calendar): readonly number[] {
	return [zoneAt(wall - day), zoneAt(wall + day)]
		.map(zone => wall - zone * minute)
		.filter(time => time + zoneAt(time) * minute === wall);
}

/** Returns the first moment with this local time, or the moment at which the clocks skip it. */
function firstAt(wall: number, calendar: Calendar): number {
	const moments = momentsAt(wall, calendar);
	return moments.length > 0 ? Math.min(...moments) : skipping(wall, calendar);
}

/** Returns the last moment with this local time, or the moment before the clocks skip it. */
function lastAt(wall: number, calendar: Calendar): number {
	const moments = momentsAt(wall, calendar);
	return moments.length > 0 ? Math.max(...moments) : skipping(wall, calendar) - 1;
}

/** Returns the moment at which the clocks skip this local time: the first one with a later local time. */
function skipping(wall: number, {zoneAt}: Calendar): number {
	let before = wall - zoneAt(wall - day) * minute - day;
	let after = wall - zoneAt(wall + day) * minute + day;
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (middle + zoneAt(middle) * minute >= wall) {
			after = middle;
		} else {
			before = middle;
		}
	}
	return after;
}
