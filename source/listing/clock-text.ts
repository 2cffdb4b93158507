import type {TimeFormatter} from './time-formatter.js';

const clock = /\d+:\d\d:\d\d.*$/;

/** The clock of a time as it is shown, with the marks behind it: `9:03:07 !`; null for `n/a`. */
export const clockOf = (time: string): string | null => clock.exec(time)?.[0] ?? null;

/** The day of a time as it is shown: `5 Nov 2026`; empty for `n/a`. */
export const dayOf = (time: string): string => (clock.test(time) ? time.replace(clock, '').trimEnd() : '');

/** The time of day of a moment: `9:03:07`. */
export function clockText(time: number, formatTime: TimeFormatter): string {
	const text = formatTime(time, null);
	return text.slice(text.lastIndexOf(' ') + 1);
}
