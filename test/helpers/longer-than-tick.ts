import {pass} from './wait-for.js';

/** Times of birth come in ticks, and are taken for as much earlier. */
export function longerThanTick(): Promise<void> {
	return pass(60);
}
