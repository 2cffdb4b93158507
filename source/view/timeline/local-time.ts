import {day} from '../../durations.js';
import type {Offset} from '../../listing/time-formatter.js';

/** The clocks of a zone. Times are milliseconds since 1970; what the clocks show is written as if it were UTC. */
export type LocalTime = {
	/** What the clocks show at a time. */
	shownAt(time: number): number;
	/** The time at which the clocks show that; the moment of the change where they skip it, nearly. */
	timeOf(shown: number): number;
	/** Whether what the clocks show at a time tells which time it is, also to who doesn't know the log. */
	isClear(time: number): boolean;
	/** What the clocks are ahead of UTC. */
	offsetAt(time: number): number;
};

/** @param logZone - zone that is written in the log, minutes east of UTC */
export function localTime(zoneOffset: Offset, logZone: number | null): LocalTime {
	const offsetAt = (time: number): number => zoneOffset(time, logZone);
	return {
		offsetAt,
		shownAt: time => time + offsetAt(time),
		timeOf: shown => shown - offsetAt(shown - offsetAt(shown)),
		isClear(time) {
			const shown = time + offsetAt(time);
			// Where clocks are put back, they show the same an hour later.
			const others = [time - day, time + day].map(other => shown - offsetAt(other));
			return (
				zoneOffset(time, null) === offsetAt(time) &&
				others.every(other => other === time || other + offsetAt(other) !== shown)
			);
		},
	};
}
