import type {EntryRecord} from '../entries/entry-record.js';

/** Receives the entries of one range of a file, in file order. */
export type EntrySink = {
	/** The newest time of the added entries, in ms since 1970. Valid after `close`. */
	readonly newestTime: number;
	/**
	 * Adds the record that a scanner read from the line at `offset`, whose bytes are `bytes`. They must not change before `settle`.
	 */
	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void;
	/**
	 * Adds entries from the complete lines in `bytes[start, end)`, whose first line is at `offset` in the file, up to the first line
	 * without a known layout: see `Batch.scan`. Returns the position of that line, which the caller must read with `add`, or of the
	 * end of the complete lines. The bytes must not change before `settle`.
	 */
	addLines(bytes: Buffer, start: number, end: number, offset: number, layouts: Uint8Array): number;
	/** Completes the added entries. Call it after additions, before querying the index. */
	settle(): void;
	/** Closes the sink. No entries may be added afterwards. */
	close(): void;
};
