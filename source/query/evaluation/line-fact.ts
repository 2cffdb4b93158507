import type {Segment} from '../../index/segment.js';
import type {LineBlock} from './line-block.js';
import type {ReadRows} from './read-rows.js';

/** A fact about entries that is read from their lines, such as whether they match, or the value of a log field. */
export type LineFact = {
	/** Returns the rows of a segment whose lines have been read for this. */
	rowsOf(segment: Segment): ReadRows;
	/** True if lines of formats with a header need the active header to be read. */
	readonly needsHeader: boolean;
	/** True if reading a line takes much longer than searching it for a string. */
	readonly isSlow: boolean;
	/**
	 * Reads some lines of a block, ascending. Lines that were read before may be among them. All lines of a block are passed before
	 * lines of the next block.
	 */
	take(block: LineBlock, rows: Uint16Array): void;
};
