import {usableMemory} from './usable-memory.js';

/** As much as 20 million entries with usual texts take, and what a process with a screen can do with in any case. */
const most = 1 << 30;
const least = 32 << 20;

/**
 * Bytes that the texts of entries may take, whatever cap the user sets: an eighth of the memory there is, which is half
 * of what the default cap is meant to fill. A text may have up to 64 KiB, and an attacker sends long ones.
 */
export const textMemory = (): number => Math.max(least, Math.min(most, Math.floor(usableMemory() / 8)));
