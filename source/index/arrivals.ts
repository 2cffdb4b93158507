import {hasRow, type RowFilter} from './row-bits.js';
import type {Segment} from './segment.js';
import type {Ref} from './walk.js';

/** Entries of one file that were written since the start of watching, in file order. */
export type Arrived = {
	readonly refs: readonly Ref[];
	/** Offset from which to continue: after the last examined entry, before the first entry that hasn't been judged. */
	readonly next: number;
	/** Number of entries examined, including unwanted ones. */
	readonly passed: number;
};

/** Returns the segments with lines written since the start of watching, by file and in file order. */
export function writtenByFile(segments: readonly Segment[]): ReadonlyMap<number, readonly Segment[]> {
	const written = new Map<number, Segment[]>();
	for (const segment of segments) {
		if (segment.live) {
			const ofFile = written.get(segment.file);
			if (ofFile === undefined) {
				written.set(segment.file, [segment]);
			} else {
				ofFile.push(segment);
			}
		}
	}
	for (const ofFile of written.values()) {
		ofFile.sort((a, b) => a.baseOffset - b.baseOffset);
	}
	return written;
}

/** Returns at most `limit` wanted entries from `offset` on. `segments` belong to one file and are in file order. */
export function arrivedFrom(
	segments: readonly Segment[],
	offset: number,
	limit: number,
	filter: RowFilter | undefined,
): Arrived {
	const refs: Ref[] = [];
	let next = offset;
	let passed = 0;
	for (const segment of segments) {
		if (refs.length >= limit) {
			break;
		}
		if (segment.rows === 0 || segment.offset(segment.rows - 1) < offset) {
			// Skips most segments, because callers mostly request new entries.
			continue;
		}
		const bits = filter === undefined ? 'all' : filter.of(segment);
		const unread = filter?.unreadOf?.(segment) ?? null;
		for (let row = segment.rowAtOffset(offset); row < segment.rows && refs.length < limit; row++) {
			if (hasRow(unread, row)) {
				return {refs, next, passed};
			}
			if (hasRow(bits, row)) {
				refs.push({segment, row});
			}
			next = segment.offset(row) + 1;
			passed++;
		}
	}
	return {refs, next, passed};
}
