import {columnRows} from '../kernel/kernel.js';

/**
 * Rows of a full segment: their numbers fit in 16 bits, and what a growing segment takes for each column fits in the
 * processor's cache.
 */
export const segmentRows: number = columnRows;
