import test from 'ava';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {dayStart, setWall, twoDigits} from '../../../source/entries/times/calendar.js';

process.env.TZ = 'America/New_York';

test('parses two digits', t => {
	t.is(twoDigits(Buffer.from('x07y'), 1), 7);
	t.is(twoDigits(Buffer.from('99'), 0), 99);
	for (const text of ['', '1', 'a1', '1a', '-1', ' 1', '1/', '1:', '/1', ':1']) {
		t.is(twoDigits(Buffer.from(text), 0), Number.NaN, text);
	}
});

test('rejects days that do not exist', t => {
	t.is(dayStart(2024, 1, 29), Date.UTC(2024, 1, 29));
	for (const [year, month, day] of [
		[2026, 1, 29],
		[2026, 3, 31],
		[2026, 0, 0],
		[2026, 12, 1],
		[2026, -1, 1],
		[99, 0, 1],
		[Number.NaN, 0, 1],
	] as const) {
		t.is(dayStart(year, month, day), Number.NaN, `${year} ${month} ${day}`);
	}
});

test("fault 41: a time without a zone is in the environment's zone", t => {
	const record = new EntryRecord();
	setWall(record, Date.UTC(2026, 6, 1, 12), Number.NaN);
	t.is(record.time, Date.UTC(2026, 6, 1, 16));
	t.is(record.zone, -240);
});
