import type {SegmentParts} from './segment.js';
import type {ToldTexts} from './told-texts.js';

/** Of what another thread reads: so many of the newest entries at most, and none that is older, milliseconds since 1970. */
export type Wanted = {readonly most: number; readonly least: number};

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
