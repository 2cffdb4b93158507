import {usableMemory} from './usable-memory.js';

/** Bytes that an entry takes, with what its distinct texts take; measured 50 to 70. */
const bytesAnEntry = 80;

const most = 20_000_000;

/** How many entries are held unless the user says: for a quarter of the memory there is, and 20 million at most. */
export const defaultCap = (): number => Math.min(most, Math.floor(usableMemory() / 4 / bytesAnEntry));
