import type {Separator} from '../../bookmarks/bookmark-record.js';
import {day} from '../../durations.js';
import {fitWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Offset, TimeFormatter} from '../../format/time-formatter.js';

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

/** Stretches of time in words. */
type TimeTexts = {
	/** `5 Nov 2026 9:00:00 – 9:04:59`: what is the same in both is written once. */
	range(from: number, to: number): string;
	/** The same, without the date where that is the one of `known`, and without the year where that is its year. */
	shortRange(from: number, to: number, known: number): string;
};

/** @param logZone - zone that is written in the log, minutes east of UTC */
export function timeTexts(formatTime: TimeFormatter, logZone: number | null): TimeTexts {
	const parts = (time: number): readonly [string, string] => {
		const text = formatTime(time, logZone);
		const at = text.lastIndexOf(' ');
		return [text.slice(0, at), text.slice(at + 1)];
	};

	const range = (from: number, to: number): string => {
		const [day, clock] = parts(from);
		// The last second that belongs to it: where one stretch ends, the next begins.
		const [lastDay, lastClock] = parts(Math.max(from, to - 1));
		if (day === lastDay) {
			return clock === lastClock ? `${day} ${clock}` : `${day} ${clock} – ${lastClock}`;
		}

		return `${day} ${clock} – ${lastDay} ${lastClock}`;
	};

	return {
		range,
		shortRange(from, to, known) {
			const [day] = parts(from);
			const [lastDay] = parts(Math.max(from, to - 1));
			const [knownDay] = parts(known);
			const text = range(from, to);
			if (day === knownDay && lastDay === knownDay) {
				return text.slice(day.length + 1);
			}

			const year = yearOf(knownDay);
			return yearOf(day) === year && yearOf(lastDay) === year ? text.replaceAll(year, '') : text;
		},
	};
}

/** The year of a date, with the space before it. */
function yearOf(day: string): string {
	return day.slice(day.lastIndexOf(' '));
}

/** So many columns of a text are enough to know it. */
const most = 30;

/** What the separators say that stand in a stretch of time, the oldest first: ` · deploy`; empty where there is none. */
export function separatorNotes(separators: readonly Separator[], from: number, to: number): string {
	return separators
		.filter(({time}) => time >= from && time < to)
		.map(({text}) => sanitise(text) || 'separator')
		.map(text => ` · ${fitWidth(text, most).trimEnd()}`)
		.toReversed()
		.join('');
}
