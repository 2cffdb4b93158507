import {minute} from '../../durations.js';

/** The name of a file for what is saved at a time, milliseconds since 1970: `requests-2026-11-05-0903`. */
export const fileName = (now: number, zoneAt: (time: number) => number): string => {
	const wall = new Date(now + zoneAt(now) * minute).toISOString();
	return `requests-${wall.slice(0, 10)}-${wall.slice(11, 13)}${wall.slice(14, 16)}`;
};
