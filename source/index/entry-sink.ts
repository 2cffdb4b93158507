import type {EntryRecord} from '../entries/entry-record.js';
import type {UsualFormats} from '../entries/usual-formats.js';
import type {Lines} from '../lines/lines.js';

/** Takes the entries of one stretch of a file, in the order of the file. */
export type EntrySink = {
	/** The newest time of the entries that were added, milliseconds since 1970; to be asked when it is closed. */
	readonly newestTime: number;
	/**
	 * Adds what a scanner read in the line at `offset`, whose bytes are `bytes`. They must stay as they are until
	 * `settle`.
	 */
	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void;
	/**
	 * Adds the entries in lines from number `first` on that are of the usual kind: see `Kernel.scan`. Returns the number
	 * of the first line that isn't, which is to be read otherwise; how many there are when all were added.
	 */
	addLines(lines: Lines, first: number, formats: UsualFormats): number;
	/** Completes what was added. To be called after some adding, before anything is asked of the index. */
	settle(): void;
	/** No more will be added. */
	close(): void;
};
