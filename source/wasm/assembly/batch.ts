/** A batch of lines and of what was read in them, as arrays. Places are those in the bytes that the lines stand in. */

/**
 * Rows of a batch. With a power of two, a row would have the same place in all arrays as far as the processor's first
 * cache can tell, and that has room for 8 or 12 of those: storing 20 numbers took 40 ns, and takes 10.
 */
export const batchRows: i32 = 1008;

/** The most bytes of text that a batch refers to. Larger than the processor's nearest caches, it would be slower. */
export const inputSize: i32 = 1 << 18;

/** What may be read behind the input, whatever is in it. */
const slack: i32 = 64;

/** A copy of the bytes that a batch refers to. */
export const input: usize = memory.data(inputSize + slack, 16);

/** How many texts an entry has. */
export const textCount: i32 = 11;

/** Where texts begin and end, u32: all of the first field, then all of the next. */
export const textStarts: usize = memory.data(textCount * batchRows * 4, 16);
export const textEnds: usize = memory.data(textCount * batchRows * 4, 16);

/** Times and sizes, f64; offsets, zones, statuses and formats, u32. */
export const times: usize = memory.data(batchRows * 8, 16);
export const sizes: usize = memory.data(batchRows * 8, 16);
export const offsets: usize = memory.data(batchRows * 4, 16);
export const zones: usize = memory.data(batchRows * 4, 16);
export const statuses: usize = memory.data(batchRows * 4, 16);
export const formats: usize = memory.data(batchRows * 4, 16);

/** What looking texts up gives: their numbers, u32. */
export const ids: usize = memory.data(batchRows * 4, 16);
