/** A time further ahead of the clock than this is marked, and following doesn't show it first. */
export const aheadTolerance = 5 * 60_000;

/** A clock that was never set says that it is 1970: no time before this is sure. */
export const firstSureTime = Date.UTC(1971, 0);

/**
 * Whether a time is one that the clock of a server can't rightly have written: more than five minutes ahead
 * of `now`, or from 1970, which is what a clock that was never set says.
 */
export function isOddTime(time: number | null, now: number): boolean {
	return time !== null && (time > now + aheadTolerance || time < firstSureTime);
}
