import test from 'ava';
import {calendarIn} from '../../source/format/calendar.js';

process.env.TZ = 'America/New_York';

test('returns the offset of a zone in minutes east of UTC, in winter and summer', t => {
	const winter = Date.UTC(2026, 0, 1);
	const summer = Date.UTC(2026, 6, 1);
	const zones: ReadonlyArray<readonly [zone: string, winter: number, summer: number]> = [
		['utc', 0, 0],
		['Europe/Vienna', 60, 120],
		['Asia/Kathmandu', 345, 345],
		['local', -300, -240],
		['log', -300, -240],
	];
	for (const [zone, inWinter, inSummer] of zones) {
		const {now, zoneAt} = calendarIn(zone, 5);
		t.is(now, 5);
		t.deepEqual([zoneAt(winter), zoneAt(summer)], [inWinter, inSummer], zone);
	}
});
