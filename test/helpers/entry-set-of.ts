import {
	type EntryNumbers,
	type EntrySet,
	entrySetOf as ofAscending,
} from '../../source/differences/entry-set.js';

/** Returns a set of numbers. */
export function entrySetOf(entries: Iterable<number>): EntrySet {
	return ofAscending([...new Set(entries)].sort((a, b) => a - b));
}

/** Returns the numbers of entries of each client on both sides: see `Clumps`. */
export function entriesOf(numbers: EntryNumbers, clientOf: Uint32Array): Uint32Array {
	const n = new Uint32Array(2 * (Math.max(...clientOf) + 1));
	for (const [kind, count] of numbers.counts.entries()) {
		const start = numbers.starts[kind] ?? 0;
		for (const client of clientOf.subarray(start, start + count)) {
			const at = 2 * client + (kind >> 1);
			n[at] = (n[at] ?? 0) + 1;
		}
	}
	return n;
}
