import type {SegmentParts} from './segment.js';

/** All memory that a segment stands in: given to another thread with it, it isn't copied. */
export const memoryOf = ({columns, texts, order}: SegmentParts): readonly ArrayBuffer[] =>
	[order, ...[...columns, ...texts].map(({values}) => values)].flatMap(values => values?.buffer ?? []);
