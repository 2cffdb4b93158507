/**
 * The time that a file system notes of a change may be so long before the clock's, milliseconds: Linux counts in ticks
 * of 1 to 10 ms.
 */
export const tick = 20;

/** The same where the times are whole seconds: they may be even ones (FAT). */
const coarseTick = 2500;

/**
 * Whether a file can't have changed once more without that showing in the time of its last change, nanoseconds since
 * 1970, when it was looked at, milliseconds since 1970: changes within the same tick have the same time.
 */
export function isSettled(change: bigint, lookedAt: number): boolean {
	const isCoarse = change % 1_000_000_000n === 0n;
	return lookedAt - Number(change / 1_000_000n) > (isCoarse ? coarseTick : tick);
}

/**
 * The latest moment for which a file system may have noted that time, both since 1970, nanoseconds and milliseconds:
 * whoever copies times may leave only whole seconds of them (bzip2).
 */
export function latestOf(time: bigint): number {
	const isCoarse = time % 1_000_000_000n === 0n;
	return Number(time / 1_000_000n) + (isCoarse ? 1000 : 0);
}

/** Whether that time of a file, nanoseconds, is that moment, milliseconds: only its seconds may have been kept. */
export function isTimeOf(time: bigint, moment: number): boolean {
	const at = Number(time / 1_000_000n);
	return at === Math.floor(moment) || (time % 1_000_000_000n === 0n && at === moment - (moment % 1000));
}
