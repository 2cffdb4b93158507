/** The line feed, which ends a line. */
export const newline = 10;
