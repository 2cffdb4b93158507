import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {timePattern} from '../../../source/entries/pattern/time-parts.js';
import {forAll} from '../../helpers/for-all.js';

process.env.TZ = 'Europe/Berlin';

/** Reads the time at the start of a string. Returns it with the rest, or null if it doesn't match. */
function read(
	format: string,
	text: string,
	zoneless?: number,
): readonly [time: string, zone: number, rest: string] | null {
	const before = '2001-01-01 ';
	const bytes = Buffer.from(before + text);
	const record = new EntryRecord();
	const end = timePattern(format, zoneless).reach(bytes, before.length, bytes.length, record);
	return end === -1 ? null : [new Date(record.time).toISOString(), record.zone, bytes.toString('utf8', end)];
}

const times: ReadonlyArray<readonly [format: string, text: string, read: ReturnType<typeof read>]> = [
	['%d/%b/%Y:%T %z', '20/Nov/2026:09:03:07 +0530 ]', ['2026-11-20T03:33:07.000Z', 330, ' ]']],
	['%d/%b/%Y %T.%f %z', '20/Nov/2026 09:03:07.123456 -01:00', ['2026-11-20T10:03:07.123Z', -60, '']],
	['%F %T,%f', '2026-11-20 09:03:07,5 GET', ['2026-11-20T08:03:07.500Z', 60, ' GET']],
	['%a %b %e %T %Y', 'Fri Nov  6 09:03:07 2026]', ['2026-11-06T08:03:07.000Z', 60, ']']],
	['%A, %d-%b-%y %T %Z', 'Friday, 20-Nov-26 09:03:07 GMT', ['2026-11-20T09:03:07.000Z', 0, '']],
	['%a, %d %b %Y %T %Z', 'Fri, 20 Nov 2026 09:03:07 CEST', ['2026-11-20T07:03:07.000Z', 120, '']],
	['%m/%d/%Y %I:%M:%S %p', '11/20/2026 12:03:07 AM', ['2026-11-19T23:03:07.000Z', 60, '']],
	['%m/%d/%Y %l:%M:%S %p', '11/20/2026  9:03:07 pm', ['2026-11-20T20:03:07.000Z', 60, '']],
	['%y%m%d %T', '261120 09:03:07 web', ['2026-11-20T08:03:07.000Z', 60, ' web']],
	['%d %B %Y %R', '20 November 2026 09:03', ['2026-11-20T08:03:00.000Z', 60, '']],
	['%s.%f', '1795165387.25 x', ['2026-11-20T09:03:07.250Z', 0, ' x']],
	['%FT%T%z', '2026-11-20T09:03:07Z', ['2026-11-20T09:03:07.000Z', 0, '']],
	['%FT%T%z', '2026-11-20T09:03:07+01', ['2026-11-20T08:03:07.000Z', 60, '']],
	['%d/%b/%Y:%T', '31/Apr/2026:09:03:07', null],
	['%d/%b/%Y:%T', '20/Nox/2026:09:03:07', null],
	['%d/%b/%Y:%T', '20/Nov/2026:24:03:07', null],
	['%d/%b/%Y:%T', '20/Nov/2026:09:60:07', null],
	['%d/%b/%Y:%T', '20/Nov/2026:09:03', null],
	['%F %T %Z', '2026-11-20 09:03:07 BRT', null],
	['%F %T %Z', '2026-11-20 09:03:07 CST', null],
	['%F %T %z', '2026-11-20 09:03:07 +2500', null],
	['%I:%M %p %F', '13:00 AM 2026-11-20', null],
];

for (const [format, text, expected] of times) {
	test(`${format}: ${text}${expected === null ? ' does not match' : ''}`, t => {
		t.deepEqual(read(format, text), expected);
	});
}

test('a time without a zone is in UTC if the format uses UTC', t => {
	t.deepEqual(read('%F %T', '2026-07-20 09:03:07', 0), ['2026-07-20T09:03:07.000Z', 0, '']);
});

for (const [format, expected] of [
	['%d/%b/%Y', /no full date and time/],
	['%T', /no full date and time/],
	['%I:%M %F', /no full date and time/],
	['%F %T %q', /%q is not known/],
	['%F %T %', /% has no letter/],
] as const) {
	test(`rejects an unusable time format: ${format}`, t => {
		t.throws(() => timePattern(format), {message: expected});
	});
}

test('reads a time back that was written with the same pattern', t => {
	const two = (value: number): string => `${value}`.padStart(2, '0');
	const date = fc.date({
		min: new Date('1971-01-01T00:00:00Z'),
		max: new Date('2099-12-31T23:59:59Z'),
		noInvalidDate: true,
	});
	forAll(500, date, fc.integer({min: -23 * 60, max: 23 * 60}), (moment, zone) => {
		const wall = new Date(moment.getTime() + zone * 60_000);
		const offset = `${zone < 0 ? '-' : '+'}${two(Math.floor(Math.abs(zone) / 60))}${two(Math.abs(zone) % 60)}`;
		const text = `${wall.getUTCDate()}.${wall.getUTCMonth() + 1}.${wall.getUTCFullYear()} ${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}:${two(wall.getUTCSeconds())}.${`${wall.getUTCMilliseconds()}`.padStart(3, '0')} ${offset}`;
		const [time, found, rest] = read('%e.%m.%Y %T.%f %z', `${text}|`) ?? [];
		t.is(time, moment.toISOString());
		t.is((found ?? 0) + 0, zone + 0);
		t.is(rest, '|');
	});
});
