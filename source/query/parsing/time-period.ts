import {day, hour, minute, second} from '../../durations.js';
import type {TimePoint} from '../expression.js';
import {QueryError} from '../query-error.js';
import {inMessage} from '../quoted.js';
import type {Item} from '../tokens/item.js';

/** What time terms are read by. */
export type Calendar = {
	/** Milliseconds since 1970: what is written without a date is of the latest day on which it isn't in the future. */
	readonly now: number;
	/** Minutes east of UTC at a time, in milliseconds since 1970: of what is written without a zone. */
	zoneAt(time: number): number;
};

/** For those to whom it doesn't matter what a time term means: they look at others, or only whether it can be read. */
export const anyCalendar: Calendar = {now: 0, zoneAt: () => 0};

/** `from` and `until` both belong to it. `end`: the last moment that `until:` asks for, which is before a time of day. */
type TimePeriod = {readonly from: TimePoint; readonly until: TimePoint; readonly end: TimePoint};

const units: Readonly<Record<string, number>> = {s: second, m: minute, h: hour, d: day, w: 7 * day};

const examples = '15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00';

/** Further back there is no time. Milliseconds, https://tc39.es/ecma262/#sec-time-values-and-time-range */
const longestAgo = 8.64e15;

const rolling = /^(?:\d+[smhdw])+$/i;
const dated =
	/^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(today|yesterday))(?:(?:T| +)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;
const clocked = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/**
 * The period that a time term names: `15m` is the moment so long ago, `9:00` that minute, `2026-11-20T09` that hour,
 * `2026-11-20` and `today` that day.
 * @throws QueryError when it names none
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
		return ago <= longestAgo
			? {from: {ago}, until: {ago}, end: {ago}}
			: fail(`“${inMessage(text)}” goes back before all times: write less`);
	}
	const date = dated.exec(text);
	const clock = date?.slice(5) ?? clocked.exec(text)?.slice(1);
	if (clock === undefined) {
		return fail(unreadable(text));
	}
	const [hours, minutes, seconds, fraction, zone] = clock;
	if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) {
		const written = [hours, minutes, seconds].filter(part => part !== undefined).join(':');
		return fail(`there is no time ${written}: they go from 0:00 to 23:59:59`);
	}
	const ofDay = Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute + Number(seconds ?? 0) * second;
	const place = ofDay + Number((fraction ?? '').padEnd(3, '0'));
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
		return latestAt(place, length, zoned);
	}
	const midnight = midnightOf(date, zoned);
	return Number.isNaN(midnight)
		? fail(`there is no such day as ${date.slice(1, 4).join('-')}: write year-month-day`)
		: periodOf(midnight + place, length, zoned);
}

/** Midnight of the day that was written, as if it were in UTC; NaN when there is no such day. */
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

/** Midnight of the present day, as if it were in UTC. */
function todayIn({now, zoneAt}: Calendar): number {
	return Math.floor((now + zoneAt(now) * minute) / day) * day;
}

/** Days that are looked at for a time of day: where clocks are put forward it is missing on one, or a whole day is. */
const mostDays = 7;

/** The latest time of day that is not in the future. */
function latestAt(ofDay: number, length: number, calendar: Calendar): TimePeriod {
	const {now} = calendar;
	const today = todayIn(calendar);
	for (let daysAgo = 0; daysAgo < mostDays; daysAgo++) {
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
		return `“${inMessage(text)}” has no unit: write ${inMessage(text)}s, ${inMessage(text)}m, ${inMessage(text)}h, ${inMessage(text)}d or ${inMessage(text)}w`;
	}
	if (/^\d+ms$/i.test(text)) {
		return 'times go back in seconds at least: write s, m, h, d or w';
	}
	return `“${inMessage(text)}” is not a time: write ${examples}`;
}

/** The calendar of a zone that was written: `Z`, `+01:00`. */
function inZone(zone: string | undefined, calendar: Calendar): Calendar {
	if (zone === undefined) {
		return calendar;
	}
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
	const east = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
	return {now: calendar.now, zoneAt: () => east};
}

/** @param wall - what the clocks on the wall show, as if it were UTC */
function periodOf(wall: number, length: number, calendar: Calendar): TimePeriod {
	const from = firstAt(wall, calendar);
	const until = {at: lastAt(wall + length - 1, calendar)};
	return {from: {at: from}, until, end: length === day ? until : {at: from - 1}};
}

/** The moments at which the clocks show this: mostly one, two where they are put back, none where they are put forward. */
function momentsAt(wall: number, {zoneAt}: Calendar): readonly number[] {
	return [zoneAt(wall - day), zoneAt(wall + day)]
		.map(zone => wall - zone * minute)
		.filter(time => time + zoneAt(time) * minute === wall);
}

/** The first moment at which the clocks show this; where they skip it, the one at which they do. */
function firstAt(wall: number, calendar: Calendar): number {
	const moments = momentsAt(wall, calendar);
	return moments.length > 0 ? Math.min(...moments) : skipping(wall, calendar);
}

/** The last moment at which the clocks show this; where they skip it, the one before. */
function lastAt(wall: number, calendar: Calendar): number {
	const moments = momentsAt(wall, calendar);
	return moments.length > 0 ? Math.max(...moments) : skipping(wall, calendar) - 1;
}

/** The moment at which the clocks skip this: the first one at which they show more. */
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
