import {day} from '../../durations.js';

/** The day of a time in milliseconds since 1970, in days since then, UTC. */
export const dayOf = (time: number): number => Math.floor(time / day);

/** The place of the first time behind another one that is of another day; their number where none is. */
export const otherDay = (times: Float64Array, first: number): number => {
	const day = dayOf(times[first] ?? 0);
	let next = first + 1;
	while (next < times.length && dayOf(times[next] ?? 0) === day) {
		next++;
	}
	return next;
};
