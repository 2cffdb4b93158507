import {totalmem} from 'node:os';
import {segmentRows} from './row-numbers.js';

/** Returns the bytes of memory that the process may use: the machine's memory, or the limit of the process if it is lower. */
export function usableMemory(): number {
	const constrained = process.constrainedMemory();
	return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Bytes per entry, including its share of distinct strings; measured: 50 to 70. */
const bytesAnEntry = 80;

const maxEntries = 20_000_000;

/** Returns the default cap on stored entries: the number that fits in 25 % of the usable memory, at most 20 million. */
export function defaultCap(): number {
	return Math.min(maxEntries, Math.floor(usableMemory() / 4 / bytesAnEntry));
}

/** Limits on the memory of an index, besides the columns of stored entries. Tests set lower limits to reach every boundary. */
export type IndexLimits = {
	/** Approximate maximum bytes for the strings of entries. Above it the oldest entries are evicted. */
	readonly textMemory: number;
	/** Returns the bytes of strings at which an epoch ends, for a cap of `cap` entries. */
	readonly epoch: (cap: number) => number;
	/** Maximum number of evicted rows in memory, even if few entries are stored. */
	readonly spareRows: number;
};

/** Bytes of strings in an epoch per entry of the cap: 25 % of the size of an entry, or a little less. */
const epochBytesAnEntry = 20;

/** Bounds of an epoch in bytes. A smaller one isn't worth its tables; the tables of a larger one take too long to grow. */
const minEpoch = 16 << 20;
const maxEpochSize = 64 << 20;

/** Maximum bytes of strings in an epoch without eviction. A kernel's memory ends at 4 GiB, and its tables double. */
const maxInOneEpoch = 1.5 * 2 ** 30;

/** Returns the limits that the program uses by default. */
export function indexLimits(textMemory: number): IndexLimits {
	return {
		textMemory,
		// Without eviction one epoch, if possible, stores each string once.
		epoch: cap =>
			Math.min(cap, textMemory) === Number.POSITIVE_INFINITY
				? maxInOneEpoch
				: Math.min(textMemory / 4, Math.max(minEpoch, Math.min(maxEpochSize, cap * epochBytesAnEntry))),
		spareRows: 4 * segmentRows,
	};
}

/** `maxMemory` covers 20 million entries with typical strings. `minMemory` is affordable in any process with a screen. */
const maxMemory = 1 << 30;
const minMemory = 32 << 20;

/**
 * Returns the maximum bytes for strings of entries, independent of the user's cap: 1/8 of the usable memory, half the share
 * that the default cap is meant to fill. A string may have up to 64 KiB, and an attacker may send long ones.
 */
export function textMemory(): number {
	return Math.max(minMemory, Math.min(maxMemory, Math.floor(usableMemory() / 8)));
}
