import test from 'ava';
import {WrapperTime} from '../../../source/entries/wrappers/wrapper-time.js';

process.env.TZ = 'Europe/Berlin';

const times: ReadonlyArray<readonly [text: string, time: string | null, zone: number, rest: string]> = [
	['2026-11-20 09:03:07.5 +0530 x', '2026-11-20T03:33:07.500Z', 330, ' x'],
	['2026-11-20 09:03:07 -01:00 x', '2026-11-20T10:03:07.000Z', -60, ' x'],
	['2026-11-20 09:03:07 UTC x', '2026-11-20T09:03:07.000Z', 0, ' x'],
	['2026-11-20 09:03:07 +9900 x', '2026-11-20T08:03:07.000Z', 60, ' +9900 x'],
	['2026-11-20 09:03:07 CET x', '2026-11-20T08:03:07.000Z', 60, ' CET x'],
	['2026-11-20T09:03:07Z +0100 x', '2026-11-20T09:03:07.000Z', 0, ' +0100 x'],
	['Fri 2026-11-20 09:03:07 CEST x', null, 0, ' x'],
	['Fri Nov  6 09:03:07.123456 2026]', '2026-11-06T08:03:07.123Z', 60, ']'],
	['2026 Nov  6 09:03:07 GMT x', '2026-11-06T09:03:07.000Z', 0, ' x'],
	['20-Nov-2026 09:03:07,123 x', '2026-11-20T08:03:07.123Z', 60, ' x'],
	// The environment's zone has no such hour.
	['Mar 29 2026 02:30:00 UTC x', '2026-03-29T02:30:00.000Z', 0, ' x'],
];

for (const [text, time, zone, rest] of times) {
	test(`reads ${text}`, t => {
		const reader = new WrapperTime();
		const bytes = Buffer.from(`2 ${text}\n2026 UTC`);
		const end = reader.read(bytes, 2, 2 + text.length);
		t.is(Number.isNaN(reader.time) ? null : new Date(reader.time).toISOString(), time);
		t.is(time === null ? 0 : reader.zone, zone);
		t.is(text.slice(end - 2), rest);
	});
}

for (const text of [
	'31-Apr-2026 09:03:07',
	'1969 Nov 20 09:03:07',
	'Fri Nov 20 24:03:07 2026',
	'Nov 20 2026 9:03',
]) {
	test(`refuses ${text}`, t => {
		t.is(new WrapperTime().read(Buffer.from(text), 0, text.length), -1);
	});
}
