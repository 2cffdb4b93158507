import {day} from '../durations.js';
import type {Offset} from '../format/time-formatter.js';

/** The clocks of a zone. Times are in ms since 1970. Local times are numbers that would be the same date and time in UTC. */
export type LocalTime = {
	/** Converts a time to local time. */
	shownAt(time: number): number;
	/** Converts local time to a time. If the clocks skip it, returns approximately the moment of the change. */
	timeOf(shown: number): number;
	/** True if the local time at this moment is unambiguous, even without knowledge of the log's zone. */
	isClear(time: number): boolean;
	/** Returns the offset from UTC in ms, positive to the east. */
	offsetAt(time: number): number;
};

/** @param logZone - zone in the log, in minutes east of UTC */
export function localTime(zoneOffset: Offset, logZone: number | null): LocalTime {
	const offsetAt = (time: number): number => zoneOffset(time, logZone);
	return {
		offsetAt,
		shownAt: time => time + offsetAt(time),
		timeOf: shown => shown - offsetAt(shown - offsetAt(shown)),
		isClear(time) {
			const shown = time + offsetAt(time);
			// When clocks are put back, they show the same time again an hour later.
			const others = [time - day, time + day].map(other => shown - offsetAt(other));
			return (
				zoneOffset(time, null) === offsetAt(time) &&
				others.every(other => other === time || other + offsetAt(other) !== shown)
			);
		},
	};
}
