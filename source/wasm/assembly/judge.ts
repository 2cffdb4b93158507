/**
 * Matching of strings of a table, many per call. Judges only ASCII strings without escapes; JavaScript decodes and checks the
 * rest.
 */

/** Maximum number of strings judged per call. */
export const judgedTexts: i32 = 4096;

/** The results, one byte per string. */
export const judgements: usize = memory.data(judgedTexts, 16);

export const no: u8 = 0;
export const yes: u8 = 1;
/** JavaScript must check the string separately. */
export const alone: u8 = 2;

/** Approximate maximum of bytes per call: 0.5 ms for the slowest matcher. */
export const enough: i32 = 1 << 18;
