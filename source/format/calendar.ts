import {minute} from '../durations.js';
import type {Calendar} from '../query/parsing/time-period.js';
import {offsetIn, type Zone} from './time-formatter.js';

/**
 * What the time terms of a search are read by, in the zone that times are shown in. `log` is many zones, and stands for
 * that of the environment here.
 * @param now - milliseconds since 1970
 * @throws RangeError when there is no zone of that name
 */
export function calendarIn(zone: Zone, now: number): Calendar {
	const offsetAt = offsetIn(zone);
	return {now, zoneAt: time => offsetAt(time, null) / minute};
}
