import type {TimeFormatter} from './time-formatter.js';

/** The time of day of a moment: `9:03:07`. */
export function clockText(time: number, formatTime: TimeFormatter): string {
	const text = formatTime(time, null);
	return text.slice(text.lastIndexOf(' ') + 1);
}
