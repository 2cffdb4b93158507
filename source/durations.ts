// Lengths of time, milliseconds.

/** A second. */
export const second = 1000;
/** 60 seconds. */
export const minute = 60 * second;
/** 60 minutes. */
export const hour = 60 * minute;
/** 24 hours; on the clocks of a zone one may have 23 or 25. */
export const day = 24 * hour;
