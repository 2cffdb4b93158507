import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {readClfTime, readIsoTime} from '../../../source/entries/times/stamps.js';
import {clfTime} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';

process.env.TZ = 'America/New_York';

const before = 'x [';

type Read = {readonly time: number; readonly zone: number; readonly length: number};

function read(
	text: string,
	after: string,
	reach: (bytes: Buffer, at: number, end: number, record: EntryRecord) => number,
): Read | null {
	const record = new EntryRecord();
	const bytes = Buffer.from(before + text + after);
	const end = reach(bytes, before.length, before.length + Buffer.byteLength(text), record);
	return end === -1 ? null : {time: record.time, zone: record.zone + 0, length: end - before.length};
}

function readClf(text: string): Read | null {
	return read(text, ' +0100', readClfTime);
}

function readIso(text: string, zoneless?: number, after = ''): Read | null {
	return read(text, after, (bytes, at, end, record) => readIsoTime(bytes, at, end, record, zoneless));
}

function pad(value: number, length = 2): string {
	return String(value).padStart(length, '0');
}

const clfTimes: ReadonlyArray<readonly [text: string, time: string, zone: number]> = [
	['20/Nov/2026:09:03:07 +0100', '2026-11-20T08:03:07.000Z', 60],
	['20/Nov/2026:09:03:07 +0000', '2026-11-20T09:03:07.000Z', 0],
	['20/Nov/2026:09:03:07 -0000', '2026-11-20T09:03:07.000Z', 0],
	['20/Nov/2026:09:03:07 +0530', '2026-11-20T03:33:07.000Z', 330],
	['20/Nov/2026:09:03:07 -0930', '2026-11-20T18:33:07.000Z', -570],
	['20/Nov/2026:09:03:07 +1400', '2026-11-19T19:03:07.000Z', 840],
	['20/Nov/2026:23:03:07 -1200', '2026-11-21T11:03:07.000Z', -720],
	['01/jan/2026:00:00:00 +0000', '2026-01-01T00:00:00.000Z', 0],
	['01/JAN/2026:00:00:00 +0000', '2026-01-01T00:00:00.000Z', 0],
	['29/Feb/2024:12:00:00 +0000', '2024-02-29T12:00:00.000Z', 0],
	['31/Dec/2016:23:59:60 +0000', '2017-01-01T00:00:00.000Z', 0],
	['31/Dec/1969:23:59:59 +0000', '1969-12-31T23:59:59.000Z', 0],
	['01/Jan/0100:00:00:00 +0000', '0100-01-01T00:00:00.000Z', 0],
	['31/Dec/9999:23:59:59 +0000', '9999-12-31T23:59:59.000Z', 0],
	['20/Nov/2026 09:03:07 +0100', '2026-11-20T08:03:07.000Z', 60],
];

for (const [text, time, zone] of clfTimes) {
	test(text, t => {
		const expected = {time: Date.parse(time), zone, length: 26};
		t.deepEqual(readClf(text), expected);
		t.deepEqual(readClf(`${text}] "GET`), expected);
	});
}

test('CLF: reads every month', t => {
	const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
	for (const [month, name] of names.entries()) {
		t.is(readClf(`28/${name}/2026:01:02:03 +0000`)?.time, Date.UTC(2026, month, 28, 1, 2, 3));
	}
});

test("fault 41: CLF: a time without a zone is in the environment's zone, in winter and in summer", t => {
	for (const [text, time, zone] of [
		['29/Jan/2023 22:02:58]', Date.UTC(2023, 0, 30, 3, 2, 58), -300],
		['29/Aug/2023:22:02:58]', Date.UTC(2023, 7, 30, 2, 2, 58), -240],
		['29/Aug/2023:22:02:58', Date.UTC(2023, 7, 30, 2, 2, 58), -240],
	] as const) {
		t.deepEqual(readClf(text), {time, zone, length: 20});
	}
});

const noClf = [
	'',
	'-',
	'30/Feb/2026:09:03:07 +0100',
	'29/Feb/2026:09:03:07 +0100',
	'29/Feb/2026:09:03:07]',
	'31/Apr/2026:09:03:07 +0100',
	'32/Jan/2026:09:03:07 +0100',
	'00/Jan/2026:09:03:07 +0100',
	'5/Jan/2026:09:03:07 +0100',
	'05/Foo/2026:09:03:07 +0100',
	'05/Jän/2026:09:03:07 +0100',
	'05-Jan-2026:09:03:07 +0100',
	'05/Jan-2026:09:03:07 +0100',
	'05/Jan/0026:09:03:07 +0100',
	'05/Jan/26:09:03:07 +0100',
	'05/Jan/2026-09:03:07 +0100',
	'05/Jan/2026:24:00:00 +0100',
	'05/Jan/2026:09:60:07 +0100',
	'05/Jan/2026:09:03:61 +0100',
	'05/Jan/2026:09.03:07 +0100',
	'05/Jan/2026:09:03.07 +0100',
	'05/Jan/2026:09:0x:07 +0100',
	'05/Jan/2026:09:03:07 0100',
	'05/Jan/2026:09:03:07 *0100',
	'05/Jan/2026:09:03:07 +01:00',
	'05/Jan/2026:09:03:07 +2400',
	'05/Jan/2026:09:03:07 +0160',
	'05/Jan/2026:09:03:07 +010',
	'05/Jan/2026:09:03:07 GMT]]',
	'2026-01-05T09:03:07 +0100',
];

for (const text of noClf) {
	test(`CLF: rejects the time ${JSON.stringify(text)}`, t => {
		t.is(readClf(text), null);
		t.is(readClf(`${text}] "GET`), null);
	});
}

test('fault 41: CLF: reads any time and zone', t => {
	const seconds = fc.integer({min: Date.UTC(1000, 0) / 1000, max: Date.UTC(9999, 0) / 1000});
	forAll(500, seconds, fc.integer({min: -1439, max: 1439}), (second, zone) => {
		const text = clfTime(second * 1000, zone);
		t.deepEqual(readClf(text), {time: second * 1000, zone, length: 26}, text);
	});
});

test('CLF: a changed character changes the time or makes it invalid', t => {
	const text = '20/Nov/2026:09:03:07 +0100';
	const before = readClf(text);
	for (let at = 0; at < text.length; at++) {
		for (const character of ['x', '0', '1', '7', ' ', '/', ':', '-', '\n', '\0']) {
			if (character !== text[at] && !(at === 11 && character === ' ')) {
				const changed = text.slice(0, at) + character + text.slice(at + 1);
				// At 20, a space precedes a zone. Any other byte means a time without a zone.
				t.notDeepEqual(readClf(changed), before, changed);
			}
		}
	}
});

test('CLF: reads no byte beyond the end', t => {
	const text = '20/Nov/2026:09:03:07 +0100';
	for (let length = 0; length < text.length; length++) {
		const expected = length === 20 ? Date.UTC(2026, 10, 20, 14, 3, 7) : undefined;
		t.is(readClf(text.slice(0, length))?.time, expected, text.slice(0, length));
	}
});

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

test('ISO: reads a time with a zone like Date', t => {
	forAll(200, instant, zone, separator, fc.constantFrom('', ':'), (time, minutes, between, colon) => {
		const text = wallClock(time, minutes, between) + zoneText(minutes, colon);
		t.deepEqual(readIso(text, Number.NaN, '] more'), {time, zone: minutes, length: text.length});
	});
});

test('ISO: reads any number of decimals after a point or a comma', t => {
	forAll(200, instant, fc.stringMatching(/^\d{1,12}$/), fc.constantFrom('.', ','), (time, digits, point) => {
		const whole = Math.floor(time / 1000) * 1000;
		const text = `${new Date(whole).toISOString().slice(0, 19)}${point}${digits}Z`;
		const milliseconds = Number(digits.slice(0, 3).padEnd(3, '0'));
		t.deepEqual(readIso(text), {time: whole + milliseconds, zone: 0, length: text.length});
	});
});

test("fault 41: ISO: a time without a zone is in the environment's zone, like in Date", t => {
	forAll(200, instant, separator, (wall, between) => {
		const text = wallClock(wall, 0, between);
		const local = new Date(text.replace(between, 'T'));
		t.deepEqual(readIso(text), {
			time: local.getTime(),
			zone: -local.getTimezoneOffset(),
			length: text.length,
		});
	});
});

test('fault 41: ISO: reads times in the hour that is skipped, and in the hour that occurs twice', t => {
	for (const text of [
		'2026-03-08T02:30:00',
		'2026-11-01T01:30:00',
		'2026-03-08T03:00:00',
		'2026-11-01T02:00:00',
	]) {
		t.is(readIso(text)?.time, new Date(text).getTime(), text);
	}
	t.is(readIso('2026-11-01T01:30:00', 0)?.time, Date.UTC(2026, 10, 1, 1, 30));
	t.is(readIso('2026-11-01T01:30:00', 0)?.zone, 0);
});

test('ISO: reads slashes in the date and a leap second, and stops at other text', t => {
	t.is(readIso('2026/11/20 09:03:07 +0000')?.length, 19, 'the zone stands apart');
	t.is(readIso('2016-12-31T23:59:60Z')?.time, Date.UTC(2017, 0, 1));
	t.is(readIso('2026-11-20T09:03:07Z+')?.length, 20);
	t.is(readIso('2026-11-20T09:03:07.Z')?.length, 19, 'a point without decimals is none of it');
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
	test(`ISO: rejects the time ${text}`, t => {
		t.is(readIso(text), null);
	});
}
