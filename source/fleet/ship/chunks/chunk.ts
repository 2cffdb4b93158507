import type {LogPosition} from '../checkpoints/checkpoint.js';
import type {RowPart} from '../rows/row-writer.js';

/** Consecutive lines of a log and their rows. */
export type Chunk = {
	readonly start: LogPosition;
	readonly end: LogPosition;
	/** The rows of requests. */
	readonly rows: RowPart;
	/** The rows of lines that no format reads. */
	readonly unread: RowPart;
	/** The day of the rows, in days since 1970 UTC; NaN without rows, as for comments. */
	readonly day: number;
	/** The bytes of the log, for the checksum of a range. For a line longer than one read, only the first of them. */
	readonly bytes: Buffer;
	/** The last bytes of the log before the end of the chunk, up to `tailLength`. */
	readonly tail: Buffer;
	/** True if the chunk ends in a line without a line end. */
	readonly isCut: boolean;
};
