import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {IsoTime} from '../../../source/entries/values/iso-time.js';
import {forAll} from '../../helpers/for-all.js';

process.env.TZ = 'America/New_York';

const before = 'x ';

type Read = {readonly time: number; readonly zone: number; readonly length: number};

function read(text: string, reader = new IsoTime(), after = ''): Read | null {
	const record = new EntryRecord();
	const bytes = Buffer.from(before + text + after);
	const end = reader.read(bytes, before.length, before.length + text.length, record);
	return end === -1 ? null : {time: record.time, zone: record.zone + 0, length: end - before.length};
}

function pad(value: number, length = 2): string {
	return String(value).padStart(length, '0');
}

const instant = fc.integer({min: Date.UTC(1970, 0, 2), max: Date.UTC(2199, 0)});
// Adding 0 turns -0 into 0.
const zone = fc.integer({min: -48, max: 56}).map(quarters => quarters * 15 + 0);
const separator = fc.constantFrom('T', ' ', '\t');

/** Returns the local time of a zone, without the zone. */
function wallClock(time: number, minutes: number, between: string): string {
	return new Date(time + minutes * 60_000).toISOString().replace('T', between).slice(0, -1);
}

function zoneText(minutes: number, colon: string): string {
	return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}${colon}${pad(Math.abs(minutes) % 60)}`;
}

test('reads a time with a zone like Date, after any other time', t => {
	const reader = new IsoTime();
	forAll(200, instant, zone, separator, fc.constantFrom('', ':'), (time, minutes, between, colon) => {
		const text = wallClock(time, minutes, between) + zoneText(minutes, colon);
		t.deepEqual(read(text, reader, '] more'), {time, zone: minutes, length: text.length});
	});
});

test('reads any number of decimals after a point or a comma', t => {
	forAll(200, instant, fc.stringMatching(/^\d{1,12}$/), fc.constantFrom('.', ','), (time, digits, point) => {
		const whole = Math.floor(time / 1000) * 1000;
		const text = `${new Date(whole).toISOString().slice(0, 19)}${point}${digits}Z`;
		const milliseconds = Number(digits.slice(0, 3).padEnd(3, '0'));
		t.deepEqual(read(text), {time: whole + milliseconds, zone: 0, length: text.length});
	});
});

test("fault 41: a time without a zone is in the environment's zone, like in Date", t => {
	const reader = new IsoTime();
	forAll(200, instant, separator, (wall, between) => {
		const text = wallClock(wall, 0, between);
		const local = new Date(text.replace(between, 'T'));
		t.deepEqual(read(text, reader), {
			time: local.getTime(),
			zone: -local.getTimezoneOffset(),
			length: text.length,
		});
	});
});

test('fault 41: reads times in the hour that is skipped, and in the hour that occurs twice', t => {
	for (const text of [
		'2026-03-08T02:30:00',
		'2026-11-01T01:30:00',
		'2026-03-08T03:00:00',
		'2026-11-01T02:00:00',
	]) {
		t.is(read(text)?.time, new Date(text).getTime(), text);
	}
	t.is(read('2026-11-01T01:30:00', new IsoTime('utc'))?.time, Date.UTC(2026, 10, 1, 1, 30));
	t.is(read('2026-11-01T01:30:00', new IsoTime('utc'))?.zone, 0);
});

test('reads slashes in the date and a leap second, and stops at other text', t => {
	t.is(read('2026/11/20 09:03:07 +0000')?.length, 19, 'the zone stands apart');
	t.is(read('2016-12-31T23:59:60Z')?.time, Date.UTC(2017, 0, 1));
	t.is(read('2026-11-20T09:03:07Z+')?.length, 20);
	t.is(read('2026-11-20T09:03:07.Z')?.length, 19, 'a point without decimals is none of it');
});

for (const text of [
	'',
	'2026-11-20',
	'2026-11-20T09:03',
	'2026-11-20T09:03:0',
	'2026-11-31T09:03:07Z',
	'2026-02-29T09:03:07Z',
	'2026-13-01T09:03:07Z',
	'2026-00-10T09:03:07Z',
	'2026-11-20T24:00:00Z',
	'2026-11-20T09:60:07Z',
	'2026-11-20T09:03:61Z',
	'2026-11-20T09:03:07+2400',
	'2026-11-20T09:03:07+01:60',
	'2026-11-20T09:03:07+01',
	'2026-11/20T09:03:07Z',
	'2026-11-20t09:03:07Z',
	'0026-11-20T09:03:07Z',
	'2026-11-20T09-03-07Z',
	'20.6-11-20T09:03:07Z',
]) {
	test(`rejects the time ${text}`, t => {
		t.is(read(text), null);
		const reader = new IsoTime();
		t.not(read('2026-11-20T09:03:07Z', reader), null);
		t.is(read(text, reader), null, 'also after one of the same hour');
	});
}
