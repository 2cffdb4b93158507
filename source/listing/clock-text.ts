import type {TimeFormatter} from './time-formatter.js';

/** A time as it is shown: the mark before it, the day, the clock and the marks behind it. */
const shownTime = /^(~?)(.*?) ?(\d+:\d\d:\d\d.*)$/;

/** The clock of a time as it is shown, with its marks: `9:03:07 !`, `~9:03:07`; null for `n/a`. */
export const clockOf = (time: string): string | null => {
	const [, mark, , clock] = shownTime.exec(time) ?? [];
	return mark === undefined || clock === undefined ? null : mark + clock;
};

/** The day of a time as it is shown: `5 Nov 2026`; empty for `n/a`. */
export const dayOf = (time: string): string => shownTime.exec(time)?.[2] ?? '';

/** The time of day of a moment: `9:03:07`. */
export function clockText(time: number, formatTime: TimeFormatter): string {
	const text = formatTime(time, null);
	return text.slice(text.lastIndexOf(' ') + 1);
}
