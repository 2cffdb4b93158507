import {day} from '../../durations.js';

/** The day of a time in milliseconds since 1970, in days since then, UTC. */
export const dayOf = (time: number): number => Math.floor(time / day);
