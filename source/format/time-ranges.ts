import type {TimeFormatter} from './time-formatter.js';

/** Formats ranges of time. */
type TimeTexts = {
	/** Returns `5 Nov 2026 9:00:00 – 9:04:59`: parts that both ends share appear once. */
	range(from: number, to: number): string;
	/** Same as `range`, but without the date if it is the date of `known`, and without the year if it is the year of `known`. */
	shortRange(from: number, to: number, known: number): string;
};

/** @param logZone - zone in the log, in minutes east of UTC */
export function timeTexts(formatTime: TimeFormatter, logZone: number | null): TimeTexts {
	const parts = (time: number): readonly [string, string] => {
		const text = formatTime(time, logZone);
		const at = text.lastIndexOf(' ');
		return [text.slice(0, at), text.slice(at + 1)];
	};
	const range = (from: number, to: number): string => {
		const [day, clock] = parts(from);
		// The last second in the range, because the next range begins where this one ends.
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

/** Returns the year of a date, with the space before it. */
function yearOf(day: string): string {
	return day.slice(day.lastIndexOf(' '));
}
