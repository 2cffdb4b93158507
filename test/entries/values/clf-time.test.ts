import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {ClfTime, setLocalTime, twoDigits} from '../../../source/entries/values/clf-time.js';
import {clfTime} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';

process.env.TZ = 'America/New_York';

const prefix = 'before [';

type Read = {readonly time: string; readonly zone: number; readonly length: number};

function read(text: string, reader = new ClfTime()): Read | null {
	const record = new EntryRecord();
	const end = reader.read(Buffer.from(prefix + text), prefix.length, record);
	return end === -1
		? null
		: {time: new Date(record.time).toISOString(), zone: record.zone + 0, length: end - prefix.length};
}

const times: ReadonlyArray<readonly [text: string, time: string, zone: number]> = [
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

for (const [text, time, zone] of times) {
	test(text, t => {
		t.deepEqual(read(text), {time, zone, length: 26});
		t.deepEqual(read(`${text}] "GET`), {time, zone, length: 26});
	});
}

test('reads every month', t => {
	const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
	const reader = new ClfTime();
	for (const [month, name] of names.entries()) {
		const time = new Date(Date.UTC(2026, month, 28, 1, 2, 3)).toISOString();
		t.is(read(`28/${name}/2026:01:02:03 +0000`, reader)?.time, time);
	}
});

test("fault 41: a time without a zone is in the environment's zone, in winter and in summer", t => {
	t.deepEqual(read('29/Jan/2023 22:02:58]'), {time: '2023-01-30T03:02:58.000Z', zone: -300, length: 20});
	t.deepEqual(read('29/Aug/2023:22:02:58]'), {time: '2023-08-30T02:02:58.000Z', zone: -240, length: 20});
	t.deepEqual(read('29/Aug/2023:22:02:58'), {time: '2023-08-30T02:02:58.000Z', zone: -240, length: 20});
});

const none = [
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

for (const text of none) {
	test(`rejects the time ${JSON.stringify(text)}`, t => {
		t.is(read(text), null);
		t.is(read(`${text}] "GET`), null);
		// Reading a valid time first doesn't change the result.
		const reader = new ClfTime();
		read('05/Jan/2026:09:03:07 +0100', reader);
		t.is(read(`${text}] "GET`, reader), null);
	});
}

test('fault 41: reads any time and zone after any other', t => {
	const seconds = fc.integer({min: Date.UTC(1000, 0) / 1000, max: Date.UTC(9999, 0) / 1000});
	const zone = fc.integer({min: -1439, max: 1439});
	// Includes times with few distinct days and zones, so that many equal the previous one.
	const written = fc.oneof(
		fc.record({seconds, zone}),
		fc.record({
			seconds: fc.integer({min: 0, max: 200_000}).map(value => 1_795_000_000 + value),
			zone: fc.constantFrom(0, 60, -60, -570),
		}),
	);
	forAll(100, fc.array(fc.option(written), {minLength: 1, maxLength: 20}), list => {
		const reader = new ClfTime();
		for (const one of list) {
			if (one === null) {
				t.is(read('30/Feb/2026:09:03:07 +0100', reader), null);
				continue;
			}
			const text = clfTime(one.seconds * 1000, one.zone);
			const time = new Date(one.seconds * 1000).toISOString();
			t.deepEqual(read(text, reader), {time, zone: one.zone, length: 26}, text);
		}
	});
});

test('a changed character changes the time or makes it invalid', t => {
	const text = '20/Nov/2026:09:03:07 +0100';
	for (let at = 0; at < text.length; at++) {
		for (const character of ['x', '0', '1', '7', ' ', '/', ':', '-', '\n', '\0']) {
			if (character === text[at] || (at === 11 && character === ' ')) {
				continue;
			}
			const reader = new ClfTime();
			const before = read(text, reader);
			const changed = text.slice(0, at) + character + text.slice(at + 1);
			// At 20, a space precedes a zone. Any other byte means a time without a zone.
			t.notDeepEqual(read(changed, reader), before, changed);
			t.deepEqual(read(changed, reader), read(changed), changed);
		}
	}
});

test('reads a time at the end of the buffer, and rejects one beyond it', t => {
	const text = '20/Nov/2026:09:03:07 +0100';
	const reader = new ClfTime();
	read(text, reader);
	for (let length = 0; length < text.length; length++) {
		const expected = length === 20 ? '2026-11-20T14:03:07.000Z' : undefined;
		t.is(read(text.slice(0, length), reader)?.time, expected, text.slice(0, length));
	}
});

test('parses two digits', t => {
	t.is(twoDigits(Buffer.from('x07y'), 1), 7);
	t.is(twoDigits(Buffer.from('99'), 0), 99);
	for (const text of ['', '1', 'a1', '1a', '-1', ' 1', '1/', '1:', '/1', ':1']) {
		t.is(twoDigits(Buffer.from(text), 0), Number.NaN, text);
	}
});

test('fault 41: a local time sets the time and the zone of a record', t => {
	const record = new EntryRecord();
	setLocalTime(record, 2026, 6, 1, 12);
	t.is(record.time, Date.UTC(2026, 6, 1, 16));
	t.is(record.zone, -240);
});
