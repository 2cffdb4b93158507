import type {EntryRecord} from '../entries/entry-record.js';
import type {UsualFormats} from '../entries/usual-formats.js';

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
	 * Adds the entries in the lines that stand whole in `bytes[start, end)`, the first of them at `offset` in the file, as
	 * far as they are of the usual kind: see `Kernel.scan`. Returns where they end: the line there is to be read otherwise.
	 * The bytes must stay as they are until `settle`.
	 */
	addLines(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): number;
	/** Completes what was added. To be called after some adding, before anything is asked of the index. */
	settle(): void;
	/** No more will be added. */
	close(): void;
};
