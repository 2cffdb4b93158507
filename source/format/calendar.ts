import {minute} from '../durations.js';
import type {Calendar} from '../query/parsing/time-period.js';
import {offsetIn, type Zone} from './time-formatter.js';

/**
 * Returns the calendar for the time terms of a search, in the zone of displayed times. For `log`, which covers many zones, it
 * uses the zone of the environment.
 * @param now - in ms since 1970
 * @throws RangeError for an unknown zone
 */
export function calendarIn(zone: Zone, now: number): Calendar {
	const offsetAt = offsetIn(zone);
	return {now, zoneAt: time => offsetAt(time, null) / minute};
}
