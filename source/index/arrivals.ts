import {hasRow, type RowFilter} from './row-bits.js';
import type {Segment} from './segment.js';
import type {Ref} from './walk.js';

/** Entries in the order in which they were written. */
export type Arrived = {
	readonly refs: readonly Ref[];
	/** The offset to go on from: behind the last one that was looked at. */
	readonly next: number;
	/** How many were looked at, the unwanted ones included. */
	readonly passed: number;
};

/** Of these segments those written since we watch: those of each file, in the order of the file. */
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

/** The wanted entries of a file's segments, which stand in the order of the file, from an offset on; at most `limit`. */
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
			// Most of them: it is asked again and again what is new.
			continue;
		}
		const bits = filter === undefined ? 'all' : filter.of(segment);
		for (let row = segment.rowAtOffset(offset); row < segment.rows && refs.length < limit; row++) {
			if (hasRow(bits, row)) {
				refs.push({segment, row});
			}
			next = segment.offset(row) + 1;
			passed++;
		}
	}
	return {refs, next, passed};
}
