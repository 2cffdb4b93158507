/** Times further ahead of the clock are marked, and aren't shown first while following. In ms. */
export const aheadTolerance = 5 * 60_000;

/** A clock that was never set shows 1970: earlier times are unreliable. */
export const firstSureTime = Date.UTC(1971, 0);

/**
 * Checks whether a server's clock must be wrong: more than five minutes ahead of `now`, or in 1970, as a clock that was never
 * set.
 */
export function isOddTime(time: number | null, now: number): boolean {
	return time !== null && (time > now + aheadTolerance || time < firstSureTime);
}
