import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {JsonTime} from '../../../source/entries/json/json-time.js';
import {runs} from '../../helpers/runs.js';

process.env.TZ = 'America/New_York';

const read = (text: string): string | null => {
	const bytes = Buffer.from(`"${text}",9`);
	const record = new EntryRecord();
	return new JsonTime().read(bytes, 1, 1 + Buffer.byteLength(text), record)
		? new Date(record.time).toISOString()
		: null;
};

const morning = '2026-11-20T08:03:07.123Z';

test('numbers since 1970: the unit is known by the size', t => {
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

test('a fraction is never off by a millisecond', t => {
	fc.assert(
		fc.property(fc.integer({min: 1_000_000_000_000, max: 4_000_000_000_000}), time => {
			const digits = String(time);
			const seconds = `${digits.slice(0, -3)}.${digits.slice(-3)}`;
			for (const text of [seconds, `${seconds}999`, digits, `${digits}999`, `${digits}999999`]) {
				t.is(read(text), new Date(time).toISOString(), text);
			}
		}),
		runs(500),
	);
});

test('a number that is too small or too large is no time', t => {
	for (const text of [
		'0',
		'12',
		'0.005',
		'12345678',
		'99999999.5',
		'1e3',
		'1e30',
		'123456789012345678901',
		'1e',
	]) {
		t.is(read(text), null, text);
	}
});

test('times as words', t => {
	t.is(read('2026-11-20T08:03:07.123456789Z'), morning);
	t.is(read('2026-11-20T09:03:07.123+01:00'), morning);
	t.is(read('2026-11-20T09:03:07.123+0100'), morning);
	t.is(read('20/Nov/2026:09:03:07 +0100'), '2026-11-20T08:03:07.000Z');
	t.is(read('[20/Nov/2026:09:03:07 +0100]'), '2026-11-20T08:03:07.000Z');
	// Caddy's wall and wall_milli: without a zone.
	t.is(read('2026/11/20 03:03:07'), '2026-11-20T08:03:07.000Z');
	t.is(read('2026/11/20 03:03:07.123'), morning);
});

test('what has something else behind it is none', t => {
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
