import test from 'ava';
import {ago, roughly, untilRougher, zoneText} from '../../source/format/time-texts.js';

const now = Date.UTC(2026, 10, 5, 9, 3, 7);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const cases: ReadonlyArray<readonly [past: number, text: string]> = [
	[0, 'now'],
	[999, 'now'],
	[-999, 'now'],
	[1000, '1 s ago'],
	[59_999, '59 s ago'],
	[2 * minute - 1, '119 s ago'],
	[2 * minute, '2 min ago'],
	[3 * minute + 59_000, '3 min ago'],
	[119 * minute, '119 min ago'],
	[2 * hour, '2 h ago'],
	[48 * hour - 1, '47 h ago'],
	[2 * day, '2 days ago'],
	[400 * day, '400 days ago'],
	[-1000, 'in 1 s'],
	[-2 * hour, 'in 2 h'],
	[-3 * day, 'in 3 days'],
];

for (const [past, text] of cases) {
	test(`${past} ms before is ${text}`, t => {
		t.is(ago(now - past, now), text);
	});
}

test('the text of a growing duration changes exactly at the time given for its next change', t => {
	const past = [
		0,
		1,
		999,
		1000,
		59_999,
		119_001,
		2 * minute,
		150_400,
		119 * minute + 1,
		2 * hour,
		47.5 * hour,
		3 * day + 7,
	];
	for (const before of past) {
		const after = before + untilRougher(before);
		t.is(roughly(after - 1), roughly(before), `${before} ms`);
		t.not(roughly(after), roughly(before), `${before} ms`);
	}
	t.deepEqual([1500, 150_400, 2 * hour + 1].map(untilRougher), [500, 29_600, hour - 1]);
});

test('formats the offset of a zone from UTC', t => {
	const minute = 60_000;
	t.deepEqual(
		[0, 60, -210, 345, 840].map(minutes => zoneText(minutes * minute)),
		['+00:00', '+01:00', '-03:30', '+05:45', '+14:00'],
	);
});
