import type {ArrayRoom} from '../kernel/array-room.js';
import type {Dictionary, Texts} from './dictionary.js';
import {Segment, type SegmentOrigin, type SegmentParts} from './segment.js';

/** Segments of one stretch of a file with their texts, as plain data that one thread can hand to another. */
export type Block = {
	readonly segments: readonly SegmentParts[];
	/** The texts of each field, by the numbers that the segments have for them. */
	readonly texts: readonly Texts[];
};

/** Makes a block of sealed segments and the dictionaries that they were filled with, whose texts are put into the room. */
export const blockOf = (
	segments: readonly Segment[],
	dictionaries: readonly Dictionary[],
	room: ArrayRoom,
): Block => ({
	segments: segments.map(segment => segment.parts()),
	texts: dictionaries.map(dictionary => dictionary.texts(room)),
});

/** So many texts are copied at a time: 3 ms or less, about. */
const textsAtOnce = 8192;

/** Copies of a block's segments, with the texts of other dictionaries: made in pieces of some milliseconds. */
export function* segmentsOf({segments, texts}: Block, origin: SegmentOrigin): Generator<void, Segment[]> {
	const ids = texts.map(({ends}) => new Uint32Array(ends.length + 1));
	for (const [field, given] of texts.entries()) {
		const own = ids[field] ?? new Uint32Array();
		for (let first = 0; first < given.ends.length; first += textsAtOnce) {
			origin.dictionaries[field]?.adoptSome(given, first, textsAtOnce, own);
			yield;
		}
	}
	const copies: Segment[] = [];
	for (const parts of segments) {
		copies.push(Segment.from(origin, parts, ids));
		yield;
	}
	return copies;
}
