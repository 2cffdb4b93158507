import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {readPrefixTime, readTimeValue} from '../../../source/entries/times/notations.js';
import {forAll} from '../../helpers/for-all.js';
import {words} from '../../helpers/words.js';

process.env.TZ = 'America/New_York';

function read(text: string): string | null {
	const bytes = Buffer.from(`"${text}",9`);
	const record = new EntryRecord();
	return readTimeValue(bytes, 1, 1 + Buffer.byteLength(text), record)
		? new Date(record.time).toISOString()
		: null;
}

const morning = '2026-11-20T08:03:07.123Z';

test('Unix time: the number of digits determines the unit', t => {
	for (const text of ['1795161787.123', '1795161787123', '1795161787123999', '1795161787123999999']) {
		t.is(read(text), morning, text);
	}
	t.is(read('1795161787.1239999'), morning);
	t.is(read('1795161787123.9'), morning);
	t.is(read('1795161787'), '2026-11-20T08:03:07.000Z');
	t.is(read('1795161787.5'), '2026-11-20T08:03:07.500Z');
	t.is(read('1795161787.'), '2026-11-20T08:03:07.000Z');
	t.is(read('1.795161787e9'), '2026-11-20T08:03:07.000Z');
	t.is(read('1.795161787123e12'), morning);
});

test('rounding never moves a fraction of a second by a millisecond', t => {
	forAll(500, fc.integer({min: 1_000_000_000_000, max: 4_000_000_000_000}), time => {
		const digits = String(time);
		const seconds = `${digits.slice(0, -3)}.${digits.slice(-3)}`;
		for (const text of [seconds, `${seconds}999`, digits, `${digits}999`, `${digits}999999`]) {
			t.is(read(text), new Date(time).toISOString(), text);
		}
	});
});

test('14 digits that begin with a year from 1900 to 2099 are a date and a time, not a Unix time', t => {
	t.is(read('20261120030307'), '2026-11-20T08:03:07.000Z');
	t.is(read('20261120030307.123'), morning);
	t.is(read('20261120080307Z'), '2026-11-20T08:03:07.000Z');
	t.is(read('20261320080307'), null);
	t.is(read('17951617871239'), new Date(17_951_617_871_239).toISOString());
});

test('rejects Unix times that are too small or too large', t => {
	for (const text of words`0 12 0.005 12345678 99999999.5 1e3 1e30 123456789012345678901 1e`) {
		t.is(read(text), null, text);
	}
});

test('reads ISO 8601 and common log times', t => {
	t.is(read('2026-11-20T08:03:07.123456789Z'), morning);
	t.is(read('2026-11-20T09:03:07.123+01:00'), morning);
	t.is(read('2026-11-20T09:03:07.123+0100'), morning);
	t.is(read('20/Nov/2026:09:03:07 +0100'), '2026-11-20T08:03:07.000Z');
	t.is(read('[20/Nov/2026:09:03:07 +0100]'), '2026-11-20T08:03:07.000Z');
	// Caddy's wall and wall_milli have no zone.
	t.is(read('2026/11/20 03:03:07'), '2026-11-20T08:03:07.000Z');
	t.is(read('2026/11/20 03:03:07.123'), morning);
});

test('reads the time notations of Go, Java, RFC 1123, C and JavaScript', t => {
	for (const [text, time] of [
		['2026-11-20 08:03:07 +0000', '2026-11-20T08:03:07.000Z'],
		['2026-11-20 08:03:07 UTC', '2026-11-20T08:03:07.000Z'],
		['2026-11-20T08:03:07.123 GMT', morning],
		['2026-11-20 08:03:07.123456+00', morning],
		['2026-11-20 09:03:07.123456789 +0100 CET', morning],
		['2026-11-20 13:33:07.123456789 +0530 +0530 m=+0.000012345', morning],
		['2026-11-20T09:03:07.123+01:00[Europe/Paris]', morning],
		['2026/11/20 08:03:07,123 +0000', morning],
		['20261120T080307Z', '2026-11-20T08:03:07.000Z'],
		['20261120T090307.123+0100', morning],
		['20/Nov/2026:08:03:07.123 +0000', morning],
		['[20/Nov/2026:09:03:07.123456 +0100]', morning],
		['Fri, 20 Nov 2026 08:03:07 GMT', '2026-11-20T08:03:07.000Z'],
		['Fri, 20 Nov 2026 09:03:07 +0100', '2026-11-20T08:03:07.000Z'],
		['20 Nov 2026 08:03:07 GMT', '2026-11-20T08:03:07.000Z'],
		['Friday, 20-Nov-26 08:03:07 GMT', '2026-11-20T08:03:07.000Z'],
		['Fri Nov 20 08:03:07 UTC 2026', '2026-11-20T08:03:07.000Z'],
		['Fri Nov 20 09:03:07 +0100 2026', '2026-11-20T08:03:07.000Z'],
		['Fri Nov  6 08:03:07 UTC 2026', '2026-11-06T08:03:07.000Z'],
		['Fri Nov 20 2026 09:03:07 GMT+0100 (Central European Standard Time)', '2026-11-20T08:03:07.000Z'],
		// Without a zone: the environment's zone applies.
		['Fri Nov 20 03:03:07 2026', '2026-11-20T08:03:07.000Z'],
		['Fri Nov 20 03:03:07.123 2026', morning],
		['20/Nov/2026:03:03:07.123', morning],
		['2016-12-31 23:59:60 UTC', '2017-01-01T00:00:00.000Z'],
	] as const) {
		t.is(read(text), time, text);
	}
});

test('rejects ambiguous zones, invalid offsets and days that do not exist', t => {
	for (const text of [
		'2026-11-20 08:03:07 CST',
		'2026-11-20 08:03:07 +2500',
		'2026-11-20 08:03:07 +0160',
		'2026-11-31 08:03:07 UTC',
		'2026-13-20 08:03:07 UTC',
		'Fri, 31 Nov 2026 08:03:07 GMT',
		'Fri, 31 Nov 2026 08:03:07 Europe/Vienna',
		'Fri, 20 Nov 2026 24:03:07 GMT',
		'Fri, 20 Nov 2026 08:60:07 GMT',
		'Fri, 20 Nov 2026 08:03:61 GMT',
		'Fri, 20 Nov 2026',
		'11/20/2026 08:03:07',
		'20/Nov/2026:08:03:07.123 +0000x',
		`Fri Nov 20 2026 09:03:07 GMT+0100 (${'x'.repeat(100)})`,
	]) {
		t.is(read(text), null, text);
	}
});

test('rejects a time with trailing characters', t => {
	for (const text of [
		'20/Nov/2026:09:03:07 +0100x',
		'2026-11-20T08:03:07Zx',
		'1795161787x',
		'yesterday',
		'',
	]) {
		t.is(read(text), null, text);
	}
});

const prefixTimes: ReadonlyArray<readonly [text: string, time: string | null, zone: number, rest: string]> = [
	['2026-11-20 09:03:07.5 +0530 x', '2026-11-20T03:33:07.500Z', 330, ' x'],
	['2026-11-20 09:03:07 -01:00 x', '2026-11-20T10:03:07.000Z', -60, ' x'],
	['2026-11-20 09:03:07 UTC x', '2026-11-20T09:03:07.000Z', 0, ' x'],
	['2026-11-20 09:03:07 +9900 x', '2026-11-20T14:03:07.000Z', -300, ' +9900 x'],
	['2026-11-20 09:03:07 CET x', '2026-11-20T14:03:07.000Z', -300, ' CET x'],
	['2026-11-20T09:03:07Z +0100 x', '2026-11-20T09:03:07.000Z', 0, ' +0100 x'],
	['Fri 2026-11-20 09:03:07 CEST x', null, 0, ' x'],
	['Fri Nov  6 09:03:07.123456 2026]', '2026-11-06T14:03:07.123Z', -300, ']'],
	['2026 Nov  6 09:03:07 GMT x', '2026-11-06T09:03:07.000Z', 0, ' x'],
	['20-Nov-2026 09:03:07,123 x', '2026-11-20T14:03:07.123Z', -300, ' x'],
	// The environment's zone has no such hour.
	['Mar  8 2026 02:30:00 UTC x', '2026-03-08T02:30:00.000Z', 0, ' x'],
];

for (const [text, time, zone, rest] of prefixTimes) {
	test(`reads ${text} before a line`, t => {
		const record = new EntryRecord();
		const bytes = Buffer.from(`2 ${text}\n2026 UTC`);
		const end = readPrefixTime(bytes, 2, 2 + text.length, record);
		t.is(Number.isNaN(record.time) ? null : new Date(record.time).toISOString(), time);
		t.is(time === null ? 0 : record.zone, zone);
		t.is(text.slice(end - 2), rest);
	});
}

for (const text of [
	'31-Apr-2026 09:03:07',
	'1969 Nov 20 09:03:07',
	'Fri Nov 20 24:03:07 2026',
	'Nov 20 2026 9:03',
]) {
	test(`refuses ${text} before a line`, t => {
		t.is(readPrefixTime(Buffer.from(text), 0, text.length, new EntryRecord()), -1);
	});
}

test('a time of syslog gets the latest year in which it is not in the future', t => {
	const record = new EntryRecord();
	for (const days of [-300, -40, -1, 0]) {
		const date = new Date(Date.now() + days * 86_400_000);
		date.setMilliseconds(0);
		const [, month = '', day = ''] = date.toString().split(' ');
		const text = `${month} ${day.replace(/^0/, ' ')} ${date.toTimeString().slice(0, 8)}`;
		t.is(readPrefixTime(Buffer.from(text), 0, text.length, record), text.length, text);
		t.is(record.time, date.getTime(), text);
	}
	const none = 'Nov 31 09:03:07';
	t.is(readPrefixTime(Buffer.from(none), 0, none.length, record), none.length);
	t.is(record.time, Number.NaN, 'the text is a prefix, but no year has this day');
});
