import test from 'ava';
import fc from 'fast-check';
import {calendarIn} from '../../../source/format/calendar.js';
import type {TimePoint} from '../../../source/query/expression.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {forAll} from '../../helpers/for-all.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

function shown(point: TimePoint | null): string | null {
	return point === null ? null : 'ago' in point ? `${point.ago} ago` : new Date(point.at).toISOString();
}

/** Start and end of the period, as with `on:`, or one of them with `since:` or `until:`. */
function period(text: string, zone: string, now: number): readonly [string | null, string | null] {
	const {expression} = parseQuery(text, calendarIn(zone, now));
	return expression.type === 'time' ? [shown(expression.from), shown(expression.until)] : [null, null];
}

/** 13:30:15.500 in Vienna. */
const noon = Date.UTC(2026, 10, 20, 12, 30, 15, 500);

const cases: ReadonlyArray<readonly [text: string, from: string | null, until: string | null]> = [
	['on:2026-11-19', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.999Z'],
	['since:2026-11-19', '2026-11-18T23:00:00.000Z', null],
	['until:2026-11-19', null, '2026-11-19T22:59:59.999Z'],
	['on:2026-1-5', '2026-01-04T23:00:00.000Z', '2026-01-05T22:59:59.999Z'],
	['on:2024-02-29', '2024-02-28T23:00:00.000Z', '2024-02-29T22:59:59.999Z'],
	['on:2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
	['on:2026-11-20T09:00', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:59.999Z'],
	['on:2026-11-20t9:00', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:59.999Z'],
	['on:"2026-11-20 09:00"', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:59.999Z'],
	['on:2026-11-20T09:00:05', '2026-11-20T08:00:05.000Z', '2026-11-20T08:00:05.999Z'],
	['on:2026-11-20T09:00:05.12', '2026-11-20T08:00:05.120Z', '2026-11-20T08:00:05.120Z'],
	['on:2026-11-20T09:00:05.123456', '2026-11-20T08:00:05.123Z', '2026-11-20T08:00:05.123Z'],
	['on:2026-11-20T13', '2026-11-20T12:00:00.000Z', '2026-11-20T12:59:59.999Z'],
	['since:2026-11-20T13Z', '2026-11-20T13:00:00.000Z', null],
	['until:2026-11-20T13', null, '2026-11-20T11:59:59.999Z'],
	['until:2026-11-20T09:00', null, '2026-11-20T07:59:59.999Z'],
	['until:2026-11-20T09:00:05.120', null, '2026-11-20T08:00:05.119Z'],
	['until:9:00', null, '2026-11-20T07:59:59.999Z'],
	['until:"2026-11-20 09:00+05:30"', null, '2026-11-20T03:29:59.999Z'],
	['on:today', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
	['since:today', '2026-11-19T23:00:00.000Z', null],
	['on:Yesterday', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.999Z'],
	['until:yesterday', null, '2026-11-19T22:59:59.999Z'],
	['since:yesterdayT13:00', '2026-11-19T12:00:00.000Z', null],
	['on:"yesterday 13:00Z"', '2026-11-19T13:00:00.000Z', '2026-11-19T13:00:59.999Z'],
	['on:2026-11-20T09:00Z', '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:59.999Z'],
	['on:2026-11-20T09:00:05.123z', '2026-11-20T09:00:05.123Z', '2026-11-20T09:00:05.123Z'],
	['on:2026-11-20T09:00+05:30', '2026-11-20T03:30:00.000Z', '2026-11-20T03:30:59.999Z'],
	['on:2026-11-20T09:00-0800', '2026-11-20T17:00:00.000Z', '2026-11-20T17:00:59.999Z'],
	['on:9:00', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:59.999Z'],
	['on:09:00:05', '2026-11-20T08:00:05.000Z', '2026-11-20T08:00:05.999Z'],
	['on:13:30', '2026-11-20T12:30:00.000Z', '2026-11-20T12:30:59.999Z'],
	['on:13:30:15', '2026-11-20T12:30:15.000Z', '2026-11-20T12:30:15.999Z'],
	['on:13:30:16', '2026-11-19T12:30:16.000Z', '2026-11-19T12:30:16.999Z'],
	['on:13:30:15.500', '2026-11-20T12:30:15.500Z', '2026-11-20T12:30:15.500Z'],
	['on:13:30:15.501', '2026-11-19T12:30:15.501Z', '2026-11-19T12:30:15.501Z'],
	['on:13:31', '2026-11-19T12:31:00.000Z', '2026-11-19T12:31:59.999Z'],
	['on:0:00', '2026-11-19T23:00:00.000Z', '2026-11-19T23:00:59.999Z'],
	['on:23:59', '2026-11-19T22:59:00.000Z', '2026-11-19T22:59:59.999Z'],
	['on:12:30Z', '2026-11-20T12:30:00.000Z', '2026-11-20T12:30:59.999Z'],
	['on:12:31Z', '2026-11-19T12:31:00.000Z', '2026-11-19T12:31:59.999Z'],
	['on:23:30+11:00', '2026-11-20T12:30:00.000Z', '2026-11-20T12:30:59.999Z'],
	['since:15m', `${15 * minute} ago`, null],
	['until:15m', null, `${15 * minute} ago`],
	['since:90s', `${90 * second} ago`, null],
	['since:2h', `${2 * hour} ago`, null],
	['since:1h30m', `${1.5 * hour} ago`, null],
	['since:1D', `${day} ago`, null],
	['since:2w', `${14 * day} ago`, null],
	['since:0s', '0 ago', null],
	['since:9999-12-31', '9999-12-30T23:00:00.000Z', null],
	['on:0099-01-01T00:00Z', '0099-01-01T00:00:00.000Z', '0099-01-01T00:00:59.999Z'],
];

for (const [text, from, until] of cases) {
	test(`in Vienna: ${text}`, t => {
		t.deepEqual(period(text, 'Europe/Vienna', noon), [from, until]);
	});
}

/** On these Sundays of 2026 at 1:00 UTC, clocks went forward from 2:00 to 3:00, or back from 3:00 to 2:00. */
const changes: ReadonlyArray<readonly [text: string, from: string, until: string]> = [
	['on:2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
	['on:2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
	['on:2026-03-29T01:59', '2026-03-29T00:59:00.000Z', '2026-03-29T00:59:59.999Z'],
	['on:2026-03-29T03:00', '2026-03-29T01:00:00.000Z', '2026-03-29T01:00:59.999Z'],
	['on:2026-10-25T01:59', '2026-10-24T23:59:00.000Z', '2026-10-24T23:59:59.999Z'],
	['on:2026-10-25T03:00', '2026-10-25T02:00:00.000Z', '2026-10-25T02:00:59.999Z'],
	// 2:30 occurred twice.
	['on:2026-10-25T02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:59.999Z'],
	['on:2026-10-25T02:30+02:00', '2026-10-25T00:30:00.000Z', '2026-10-25T00:30:59.999Z'],
	['on:2026-10-25T02:30+01:00', '2026-10-25T01:30:00.000Z', '2026-10-25T01:30:59.999Z'],
	// 2:30 didn't occur: `since` begins at 3:00, `until` ends just before.
	['on:2026-03-29T02:30', '2026-03-29T01:00:00.000Z', '2026-03-29T00:59:59.999Z'],
];

for (const [text, from, until] of changes) {
	test(`at a clock change: ${text}`, t => {
		t.deepEqual(period(text, 'Europe/Vienna', noon), [from, until]);
	});
}

test('adjacent periods neither overlap nor leave a gap', t => {
	const zones = ['Europe/Vienna', 'America/St_Johns', 'Australia/Lord_Howe', 'utc'];
	const time = fc.integer({min: Date.UTC(2020, 0), max: Date.UTC(2030, 0)});
	const clockChange = Date.UTC(2026, 2, 29, 0);
	const near = fc.integer({min: clockChange, max: clockChange + 3 * hour});
	forAll(
		200,
		fc.constantFrom(...zones),
		fc.oneof(time, near),
		fc.constantFrom(13, 16, 19),
		(zone, at, cut) => {
			const bound = new Date(at).toISOString().slice(0, cut);
			const [, until] = period(`until:${bound}`, zone, noon);
			const [since] = period(`since:${bound}`, zone, noon);
			t.is(Date.parse(until ?? '') + 1, Date.parse(since ?? ''), `${zone} ${bound}`);
		},
	);
});

test('today and yesterday refer to the explicit time zone', t => {
	const late = Date.UTC(2026, 10, 20, 23, 30);
	t.is(period('since:today', 'Europe/Vienna', late)[0], '2026-11-20T23:00:00.000Z');
	t.is(period('since:todayT12:00Z', 'Europe/Vienna', late)[0], '2026-11-20T12:00:00.000Z');
});

const timesOfDay: ReadonlyArray<readonly [now: string, text: string, from: string]> = [
	['2026-03-29T00:59:59.000Z', 'since:2:30', '2026-03-28T01:30:00.000Z'],
	['2026-03-29T10:00:00.000Z', 'since:2:30', '2026-03-28T01:30:00.000Z'],
	['2026-03-30T10:00:00.000Z', 'since:2:30', '2026-03-30T00:30:00.000Z'],
	['2026-03-30T00:00:00.000Z', 'since:2:30', '2026-03-28T01:30:00.000Z'],
	['2026-03-29T10:00:00.000Z', 'since:3:00', '2026-03-29T01:00:00.000Z'],
	['2026-10-25T00:29:00.000Z', 'since:2:30', '2026-10-24T00:30:00.000Z'],
	['2026-10-25T00:31:00.000Z', 'since:2:30', '2026-10-25T00:30:00.000Z'],
	['2026-10-25T01:29:00.000Z', 'since:2:30', '2026-10-25T00:30:00.000Z'],
	['2026-10-25T10:00:00.000Z', 'since:2:30', '2026-10-25T01:30:00.000Z'],
	['2026-10-25T22:30:00.000Z', 'since:23:30', '2026-10-25T22:30:00.000Z'],
	['2026-10-25T22:29:00.000Z', 'since:23:30', '2026-10-24T21:30:00.000Z'],
];

for (const [now, text, from] of timesOfDay) {
	test(`at ${now}, ${text}`, t => {
		t.is(period(text, 'Europe/Vienna', Date.parse(now))[0], from);
	});
}

test('a time of day that occurs twice means the latest occurrence that isn’t in the future', t => {
	t.deepEqual(period('on:2:30', 'Europe/Vienna', Date.UTC(2026, 9, 25, 0, 45)), [
		'2026-10-25T00:30:00.000Z',
		'2026-10-25T00:30:59.999Z',
	]);
	t.deepEqual(period('on:2:30', 'Europe/Vienna', Date.UTC(2026, 9, 25, 1, 45)), [
		'2026-10-25T01:30:00.000Z',
		'2026-10-25T01:30:59.999Z',
	]);
});

test('a minute, a day and a time of day match the local clock', t => {
	const zones = ['Europe/Vienna', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'utc'];
	const wallIn = (zone: string): ((time: number) => string) => {
		const format = new Intl.DateTimeFormat('sv-SE', {
			timeZone: zone,
			dateStyle: 'short',
			timeStyle: 'medium',
		});
		return time => format.format(time);
	};
	const walls = new Map(zones.map(zone => [zone, wallIn(zone)]));
	const time = fc.integer({min: Date.UTC(2020, 0), max: Date.UTC(2030, 0)});
	forAll(200, fc.constantFrom(...zones), time, time, (zone, at, now) => {
		const wall = walls.get(zone) ?? wallIn(zone);
		const [date = '', clock = ''] = wall(at).split(' ');
		const inside = (text: string, moment: number): boolean => {
			const {expression} = parseQuery(text, calendarIn(zone, now));
			const {from, until} = expression.type === 'time' ? expression : {from: null, until: null};
			return (
				from !== null &&
				'at' in from &&
				from.at <= moment &&
				until !== null &&
				'at' in until &&
				until.at >= moment
			);
		};
		t.true(inside(`on:${date}`, at));
		t.true(inside(`on:${date}T${clock.slice(0, 5)}`, at));
		t.true(inside(`on:${date}T${clock}`, at));
		t.false(inside(`on:${date}`, at + 2 * day));
		t.false(inside(`on:${date}T${clock}`, at + 2 * hour));
		const [from] = period(`since:${clock}`, zone, now);
		const since = Date.parse(from ?? '');
		t.true(since <= now && since > now - 49 * hour);
		t.is(wall(since).slice(11), clock);
	});
});
