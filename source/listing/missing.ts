/** What stands where a line doesn't have the part. */
export const missing = 'n/a';
