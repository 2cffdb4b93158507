import type {Segment} from '../../index/segment.js';
import type {LineBlock} from './line-block.js';
import type {ReadRows} from './read-rows.js';

/** Something that is found out about entries by reading their lines again, such as whether they match, or the value of a log field. */
export type LineFact = {
	/** Returns the rows of a segment whose lines have been read for this. */
	rowsOf(segment: Segment): ReadRows;
	/** True if the header in force must be known to read lines of formats that have one. */
	readonly needsHeader: boolean;
	/** True if reading a line takes much longer than searching it for a string. */
	readonly isSlow: boolean;
	/**
	 * Reads some lines of a block, ascending. Lines that were read before may be among them. The lines of a block come one after the
	 * other, without those of another block between them.
	 */
	take(block: LineBlock, rows: Uint16Array): void;
};
