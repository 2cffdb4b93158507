/** Rows to a page, unless the user asks otherwise. */
export const usualRows = 10;
