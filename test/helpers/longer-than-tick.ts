import {pass} from './wait-for.js';

/** Times of birth come in ticks, and are taken for as much earlier. */
export const longerThanTick = (): Promise<void> => pass(60);
