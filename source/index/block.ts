import type {ColumnParts} from './column.js';
import type {Dictionary, Texts} from './dictionary.js';
import type {Segment, SegmentParts} from './segment.js';

/** Segments of one stretch of a file with their texts, as plain data that one thread can hand to another. */
export type Block = {
	readonly segments: readonly SegmentParts[];
	/** The texts of each field, by the numbers that the segments have for them. */
	readonly texts: readonly Texts[];
};

/** Makes a block of sealed segments and the dictionaries that they were filled with. */
export const blockOf = (segments: readonly Segment[], dictionaries: readonly Dictionary[]): Block => ({
	segments: segments.map(segment => segment.parts()),
	texts: dictionaries.map(dictionary => dictionary.texts()),
});

/** What of a block can be handed over without a copy. */
export const transferable = ({segments, texts}: Block): ArrayBuffer[] => {
	const ofColumn = ({values}: ColumnParts): ArrayBuffer[] => (values === undefined ? [] : [values.buffer]);
	return [
		...segments.flatMap(({order, columns, texts: ids}) => [
			...(order === undefined ? [] : [order.buffer]),
			...[...columns, ...ids].flatMap(ofColumn),
		]),
		...texts.flatMap(({bytes, ends}) => [bytes.buffer, ends.buffer]),
	];
};
