import {totalmem} from 'node:os';
import {segmentRows} from './row-numbers.js';

/** Bytes of memory that the process may use: what the machine has, or what it was limited to. */
export function usableMemory(): number {
	const constrained = process.constrainedMemory();
	return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Bytes that an entry takes, with what its distinct texts take; measured 50 to 70. */
const bytesAnEntry = 80;

const mostEntries = 20_000_000;

/** How many entries are held unless the user says: for a quarter of the memory there is, and 20 million at most. */
export function defaultCap(): number {
	return Math.min(mostEntries, Math.floor(usableMemory() / 4 / bytesAnEntry));
}

/** How much memory an index may take besides the columns of what it holds. Tests set less, to meet every boundary. */
export type IndexLimits = {
	/** The most bytes that the texts of entries may take, about; past it the oldest entries go. */
	readonly textMemory: number;
	/** At how many bytes of texts an epoch ends, when no more than `cap` entries are to be held. */
	readonly epoch: (cap: number) => number;
	/** Rows that may be kept for entries that have gone, however few are held. */
	readonly spareRows: number;
};

/** Bytes of texts for each entry of the cap: a quarter of what an entry takes, or a little less. */
const epochBytesAnEntry = 20;

/** An epoch within these bounds: a small one isn't worth its tables, in a large one those take too long to grow. */
const minEpoch = 16 << 20;
const largestEpoch = 64 << 20;

/** What an epoch's texts may take where nothing has to go: a kernel's memory ends at 4 GiB, and its tables double. */
const maxInOneEpoch = 1.5 * 2 ** 30;

/** The limits that the program runs with. */
export function indexLimits(textMemory: number): IndexLimits {
	return {
		textMemory,
		// Where nothing has to go there is one epoch, if that can be, in which each text is kept once.
		epoch: cap =>
			Math.min(cap, textMemory) === Number.POSITIVE_INFINITY
				? maxInOneEpoch
				: Math.min(textMemory / 4, Math.max(minEpoch, Math.min(largestEpoch, cap * epochBytesAnEntry))),
		spareRows: 4 * segmentRows,
	};
}

/** As much as 20 million entries with usual texts take, and what a process with a screen can do with in any case. */
const most = 1 << 30;
const least = 32 << 20;

/**
 * Bytes that the texts of entries may take, whatever cap the user sets: an eighth of the memory there is, which is half
 * of what the default cap is meant to fill. A text may have up to 64 KiB, and an attacker sends long ones.
 */
export function textMemory(): number {
	return Math.max(least, Math.min(most, Math.floor(usableMemory() / 8)));
}
