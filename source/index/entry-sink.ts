import type {EntryRecord} from '../entries/entry-record.js';

/** Takes the entries of one stretch of a file, in the order of the file. */
export type EntrySink = {
	/**
	 * Adds what a scanner read in the line at `offset`, whose bytes are `bytes`. They must stay as they are until
	 * `settle`.
	 */
	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void;
	/** Completes what was added. To be called after some adding, before anything is asked of the index. */
	settle(): void;
	/** No more will be added. */
	close(): void;
};
