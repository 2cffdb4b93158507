import {pass} from './wait-for.js';

/** Waits 60 ms. File creation times are rounded to ticks, and the program treats them as up to one tick (20 ms) earlier. */
export function longerThanTick(): Promise<void> {
	return pass(60);
}
