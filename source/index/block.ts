import type {SegmentParts} from './segment.js';
import type {ToldTexts} from './told-texts.js';

/**
 * Segments of one stretch of a file with those of their texts that are new, as plain data that one thread can hand to
 * another.
 */
export type Block = {
	readonly segments: readonly SegmentParts[];
	readonly texts: ToldTexts;
	/** Entries that weren't wanted. */
	readonly passed: number;
};
