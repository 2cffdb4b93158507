import {minute} from '../durations.js';

/** How far a zone is east of UTC, as ISO 8601 writes it: `+01:00`. `offset`: milliseconds. */
export function zoneText(offset: number): string {
	const minutes = Math.round(Math.abs(offset) / minute);
	const two = (value: number): string => String(value).padStart(2, '0');
	return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
