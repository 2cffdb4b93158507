import type {EntryRecord} from './entry-record.js';
import type {Escapes} from './values/decode-text.js';

/**
 * Reads the line `bytes[start, end)` (without its line end) into a cleared record. False when the line isn't of
 * the format; the record then holds nothing to be used.
 */
export type Scan = (bytes: Buffer, start: number, end: number, record: EntryRecord) => boolean;

/** A log format: one file each, and one line in the table of formats. */
export type Format = {
	/** Its name in output. */
	readonly name: string;
	/** How its texts are escaped. */
	readonly escapes: Escapes;
	/** A scanner for one file; what it remembers from line to line is its own. */
	readonly open: () => Scan;
};
