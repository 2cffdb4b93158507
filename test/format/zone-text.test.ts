import test from 'ava';
import {zoneText} from '../../source/format/time-texts.js';

test('formats the offset of a zone from UTC', t => {
	const minute = 60_000;
	t.deepEqual(
		[0, 60, -210, 345, 840].map(minutes => zoneText(minutes * minute)),
		['+00:00', '+01:00', '-03:30', '+05:45', '+14:00'],
	);
});
