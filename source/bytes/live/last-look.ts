import type {BigIntStats} from 'node:fs';
import {isSettled} from '../files/file-clock.js';

/** What the system said of a file when it was looked at last. */
export class LastLook {
	/** Time of the last change that was looked at, and certainly all of it; nanoseconds. */
	#seenChange: bigint | undefined;
	/** When it was written last, by the clock of its file system; nanoseconds. */
	#writtenAt: bigint | undefined;

	/** True when nothing has changed since, given what the system says now. */
	hasAll(stats: BigIntStats): boolean {
		return this.#seenChange === stats.ctimeNs;
	}

	/** True when it has been written to since, given what the system says now; so it has before the first look. */
	isOlder(stats: BigIntStats): boolean {
		return this.#writtenAt !== stats.mtimeNs;
	}

	/** @param now When the stats were taken, or before; milliseconds since 1970. */
	took(stats: BigIntStats, now: number): void {
		this.#writtenAt = stats.mtimeNs;
		this.#seenChange = isSettled(stats.ctimeNs, now) ? stats.ctimeNs : undefined;
	}
}
