import type {TimePoint} from './expression.js';
import type {Item} from './item.js';
import {QueryError} from './query-error.js';
import {inMessage} from './quoted.js';

/** What time terms are read by. */
export type Calendar = {
	/** Milliseconds since 1970: what is written without a date is of the latest day on which it isn't in the future. */
	readonly now: number;
	/** Minutes east of UTC at a time, in milliseconds since 1970: of what is written without a zone. */
	zoneAt(time: number): number;
};

/** Both moments belong to it. */
export type TimePeriod = {readonly from: TimePoint; readonly until: TimePoint};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units: Readonly<Record<string, number>> = {s: second, m: minute, h: hour, d: day, w: 7 * day};

const examples = '15m, 9:00, 2026-11-20 or 2026-11-20T09:00';

/** Further back there is no time. Milliseconds, https://tc39.es/ecma262/#sec-time-values-and-time-range */
const longestAgo = 8.64e15;

const rolling = /^(?:\d+[smhdw])+$/i;
const dated =
	/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * The period that a time term names: `15m` is the moment so long ago, `9:00` that minute, `2026-11-20` that day.
 * @throws QueryError when it names none
 */
export const parseTimePeriod = (item: Item, calendar: Calendar): TimePeriod => {
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
			? {from: {ago}, until: {ago}}
			: fail(`“${inMessage(text)}” goes back before all times: write less`);
	}
	const date = dated.exec(text);
	const time = clock.exec(text);
	if (date === null && time === null) {
		return fail(unreadable(text));
	}
	const [year, month, date_] = (date ?? []).slice(1, 4).map(Number);
	const [hours, minutes, seconds, fraction, zone] = date === null ? (time ?? []).slice(1) : date.slice(4);
	if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) {
		return fail(`there is no time ${clockText(hours, minutes, seconds)}: they go from 0:00 to 23:59:59`);
	}
	const local = inZone(zone, calendar);
	const ofDay = Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute + Number(seconds ?? 0) * second;
	const place = ofDay + Number((fraction ?? '').padEnd(3, '0'));
	const length =
		fraction !== undefined ? 1 : seconds !== undefined ? second : hours !== undefined ? minute : day;
	if (year !== undefined && month !== undefined && date_ !== undefined) {
		const midnight = new Date(0).setUTCFullYear(year, month - 1, date_);
		if (new Date(midnight).getUTCMonth() !== month - 1 || date_ < 1) {
			return fail(`there is no such day as ${inMessage(text.slice(0, 10))}: write year-month-day`);
		}
		return periodOf(midnight + place, length, local);
	}
	const today = Math.floor((local.now + local.zoneAt(local.now) * minute) / day) * day;
	// Where clocks are put forward the time is missing on one day, and on the day before it is there.
	for (let daysAgo = 0; ; daysAgo++) {
		const wall = today - daysAgo * day + place;
		if (daysAgo > 2 || (exists(wall, local) && firstAt(wall, local) <= local.now)) {
			return periodOf(wall, length, local);
		}
	}
};

const unreadable = (text: string): string => {
	if (/^\d+$/.test(text)) {
		return `“${inMessage(text)}” has no unit: write ${inMessage(text)}s, ${inMessage(text)}m, ${inMessage(text)}h, ${inMessage(text)}d or ${inMessage(text)}w`;
	}
	if (/^\d+ms$/i.test(text)) {
		return 'times go back in seconds at least: write s, m, h, d or w';
	}
	return `“${inMessage(text)}” is not a time: write ${examples}`;
};

const clockText = (...parts: ReadonlyArray<string | undefined>): string =>
	parts.filter(part => part !== undefined).join(':');

/** The calendar of a zone that was written: `Z`, `+01:00`. */
const inZone = (zone: string | undefined, calendar: Calendar): Calendar => {
	if (zone === undefined) {
		return calendar;
	}
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
	const east = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
	return {now: calendar.now, zoneAt: () => east};
};

/** @param wall - what the clocks on the wall show, as if it were UTC */
const periodOf = (wall: number, length: number, calendar: Calendar): TimePeriod => ({
	from: {at: firstAt(wall, calendar)},
	until: {at: lastAt(wall + length - 1, calendar)},
});

/** The moments at which the clocks show this: mostly one, two where they are put back, none where they are put forward. */
const momentsAt = (wall: number, {zoneAt}: Calendar): readonly number[] =>
	[zoneAt(wall - day), zoneAt(wall + day)]
		.map(zone => wall - zone * minute)
		.filter(time => time + zoneAt(time) * minute === wall);

const exists = (wall: number, calendar: Calendar): boolean => momentsAt(wall, calendar).length > 0;

/** The first moment at which the clocks show this; where they skip it, the one at which they do. */
const firstAt = (wall: number, calendar: Calendar): number => {
	const moments = momentsAt(wall, calendar);
	return moments.length > 0 ? Math.min(...moments) : skipping(wall, calendar);
};

/** The last moment at which the clocks show this; where they skip it, the one before. */
const lastAt = (wall: number, calendar: Calendar): number => {
	const moments = momentsAt(wall, calendar);
	return moments.length > 0 ? Math.max(...moments) : skipping(wall, calendar) - 1;
};

/** The moment at which the clocks skip this: the first one at which they show more. */
const skipping = (wall: number, {zoneAt}: Calendar): number => {
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
};
