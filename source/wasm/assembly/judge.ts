/**
 * Whether texts of a table are like something: many in one go, and only those that stand for themselves, ASCII without
 * what begins an escape. What others stand for is found out elsewhere.
 */

/** The most texts that are judged in one go. */
export const judgedTexts: i32 = 4096;

/** Where it is told what they are, a byte each. */
export const judgements: usize = memory.data(judgedTexts, 16);

export const no: u8 = 0;
export const yes: u8 = 1;
/** It has to be asked about by itself. */
export const alone: u8 = 2;

/** So many bytes of texts are enough for one go: half a millisecond for what takes longest. */
export const enough: i32 = 1 << 18;
