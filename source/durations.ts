// Durations, in ms.

/** A second. */
export const second = 1000;
/** 60 seconds. */
export const minute = 60 * second;
/** 60 minutes. */
export const hour = 60 * minute;
/** 24 hours. A calendar day has 23 or 25 hours when the zone changes to or from summer time. */
export const day = 24 * hour;
