import {EntryLists, type EntryNumbers, type EntrySet} from '../../source/differences/entry-set.js';

/** Returns a set of numbers. */
export function entrySetOf(entries: Iterable<number>): EntrySet {
	const sorted = [...new Set(entries)].sort((a, b) => a - b);
	const lists = new EntryLists([[sorted.length, 0, 0, 0]]);
	const marks = new Uint32Array(sorted.length).fill(1);
	lists.addAll(0, {indexes: Uint16Array.from(sorted), marks}, 0, sorted.length, 0);
	return lists.set(0);
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
