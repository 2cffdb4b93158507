import type {ArrayRoom} from '../kernel/array-room.js';
import type {Dictionary, Texts} from './dictionary.js';
import type {Segment, SegmentParts} from './segment.js';

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
