import {EntryLists, type EntrySet} from '../../source/differences/entry-set.js';

/** Returns a set of numbers. */
export function entrySetOf(entries: Iterable<number>): EntrySet {
	const sorted = [...new Set(entries)].sort((a, b) => a - b);
	const lists = new EntryLists([[sorted.length, 0, 0, 0]]);
	for (const entry of sorted) {
		lists.add(0, 0, entry);
	}
	return lists.set(0);
}
