import type {Dictionary} from './dictionary.js';
import {largestStretch, Segment, type SegmentOrigin} from './segment.js';
import {segmentRows} from './segment-rows.js';

/** Segments that hold no more than this are put together with others, but not more than so many at a time. */
const few = segmentRows / 4;
const mostTogether = 64;

/** A copy of what segments of one file, neighbours in their order, still hold: one segment, sealed. */
export const rewrite = (segments: readonly Segment[], origin: SegmentOrigin): Segment => {
	const copy = Segment.open(origin, segments[0]?.baseOffset ?? 0);
	for (const segment of segments) {
		copy.addHeld(segment, numbersOf(segment, origin));
	}
	copy.seal();
	return copy;
};

/** The numbers that the texts of a segment have in other dictionaries; undefined when those are its own. */
const numbersOf = (
	segment: Segment,
	{dictionaries}: SegmentOrigin,
): ReadonlyArray<ReadonlyMap<number, number>> | undefined => {
	if (dictionaries === segment.dictionaries) {
		return undefined;
	}
	const rows = segment.heldRows();
	return segment.texts.map((column, field) => {
		const numbers = new Map<number, number>();
		for (const row of rows) {
			numbers.set(column.get(row), 0);
		}
		// The number of no text stays what it is.
		numbers.delete(0);
		const own = segment.dictionaries[field];
		if (own !== undefined) {
			adoptInto(numbers, own, dictionaries[field]);
		}
		return numbers;
	});
};

const adoptInto = (numbers: Map<number, number>, from: Dictionary, to: Dictionary | undefined): void => {
	const ids = [...numbers.keys()];
	const adopted = to?.adopt(from.textsOf(ids));
	for (const [index, id] of ids.entries()) {
		numbers.set(id, adopted?.[index + 1] ?? 0);
	}
};

/**
 * The segments that can be rewritten as one: a segment, and those next to it in its file that hold little, as many as
 * fit. `all` are those that there are.
 */
export const rewrittenTogether = (segment: Segment, all: Iterable<Segment>): Segment[] => {
	const ofFile = [...all]
		.filter(({file, live}) => file === segment.file && live === segment.live)
		.sort((a, b) => a.baseOffset - b.baseOffset);
	const place = ofFile.indexOf(segment);
	const together = [segment];
	for (const other of ofFile.slice(0, place).reverse()) {
		if (!canJoin(other, [other, ...together])) {
			break;
		}
		together.unshift(other);
	}
	for (const other of ofFile.slice(place + 1)) {
		if (!canJoin(other, [...together, other])) {
			break;
		}
		together.push(other);
	}
	return together;
};

/** Whether `together`, those that there would be with `other`, fit in a segment. */
const canJoin = (other: Segment, together: readonly Segment[]): boolean => {
	const [first = other] = together;
	const last = together.at(-1) ?? other;
	return (
		other.sealed &&
		other.held <= few &&
		together.length <= mostTogether &&
		together.reduce((sum, {held}) => sum + held, 0) <= segmentRows &&
		lastOffset(last) - first.baseOffset < largestStretch &&
		// A block of the past may be written yet that stands between two that were put together.
		together.every(
			(segment, place) => segment === first || lastOffset(together[place - 1]) < segment.baseOffset,
		)
	);
};

const lastOffset = (segment: Segment | undefined): number => segment?.offset(segment.rows - 1) ?? 0;
