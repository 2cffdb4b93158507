import type {Segment} from '../../index/segment.js';
import type {LineBlock} from './line-block.js';
import type {ReadRows} from './read-rows.js';

/** Something that is found out about entries by reading their lines again, such as whether they match. */
export type LineFact = {
	/** Returns the rows of a segment whose lines have been read for this. */
	rowsOf(segment: Segment): ReadRows;
	/** Reads the lines of a block. Lines that were read before may be among them. */
	take(block: LineBlock): void;
};
