/** A line within a line: `bytes[start, end)`. */
export type Inner = {bytes: Buffer; start: number; end: number};

/**
 * Finds the line that somebody has put something around: in `inner`, which holds the whole line before. False when this
 * isn't one. The bytes may be others then (where the line had to be unescaped); they stay as they are.
 */
export type Unwrap = (inner: Inner) => boolean;
