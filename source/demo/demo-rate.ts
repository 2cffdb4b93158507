import {hour} from '../durations.js';

/** How far the demonstration's past reaches back, milliseconds. */
export const pastSpan = 6 * hour;

const quiet = 0.09;
const busy = 3.2;
/** Over which time the traffic grows by a factor of e before it is busy, milliseconds. */
const growth = 4 * 60_000;

/**
 * Requests a second: a quiet shop whose sale begins just as somebody looks, at `opening`. That gives the past
 * some 2,700 lines, and what is live a few lines a second, with no step between them.
 */
export function demoRate(opening: number): (time: number) => number {
	return time => quiet + (busy - quiet) * Math.exp(Math.min(0, time - opening) / growth);
}
