import type {Place} from '../checkpoints/checkpoint.js';
import type {RowPart} from '../rows/columns.js';

/** Some lines of a log that follow each other, and the rows that they make. */
export type Chunk = {
	readonly start: Place;
	readonly end: Place;
	/** The rows of requests. */
	readonly rows: RowPart;
	/** Those of lines that no format reads. */
	readonly unread: RowPart;
	/** The day of the rows, in days since 1970 UTC; NaN where there are none, as of comments. */
	readonly day: number;
	/** The bytes of the log, for the checksum of a range; of a line longer than is read at once, the first of them. */
	readonly bytes: Buffer;
	/** What stands before its end: the last bytes of the log, up to `tailLength`. */
	readonly tail: Buffer;
	/** True when it ends in a line without a line end. */
	readonly isCut: boolean;
};
