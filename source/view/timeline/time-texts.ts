import type {TimeFormatter} from '../../listing/time-formatter.js';

/** Stretches of time in words. */
export type TimeTexts = {
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
const yearOf = (day: string): string => day.slice(day.lastIndexOf(' '));
