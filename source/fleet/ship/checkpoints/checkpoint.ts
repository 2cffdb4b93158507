import type {LogHeader} from '../../../entries/log-header.js';

/** Identity of a log: its fingerprint, and a number for logs with the same fingerprint. */
export type LogName = {
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
	/** 0 for the first log with this fingerprint. */
	readonly ordinal: number;
};

/** A position in a log between two lines, and all state that reading from there depends on. */
export type LogPosition = {
	/** Byte offset in the uncompressed file. */
	readonly offset: number;
	/** Time of the last line before the position that has a time, in ms since 1970; 0 if no line has one. */
	readonly time: number;
	/** The header that applies at this position. */
	readonly header: LogHeader;
	/** True if the line before had no line end and was shipped. If the rest of that line arrives, it is skipped. */
	readonly inRest: boolean;
};

/** Number of bytes before a position that identify the log. */
export const tailLength = 256;

/** Shipping state of a log. The log is identified by its content, because files are renamed and compressed. */
export type LogRecord = LogName & {
	/** Last known absolute path and file identity. */
	readonly path: string;
	readonly identity: string | null;
	/** Bytes known to exist. */
	readonly size: number;
	/** Everything before this position has been shipped. */
	readonly place: LogPosition;
	/** Length and digest of the bytes right before `place`. They identify the log. */
	readonly tail: {readonly length: number; readonly digest: string};
	/** Time of the first sighting, of the last shipment, or when shipping of its file ended, whichever is last; in ms since 1970. */
	readonly seen: number;
	/** True if no more lines are expected. */
	readonly isDone: boolean;
	/**
	 * Modification time of the file when it contained the whole log, in ms since 1970. Set once the log is shipped. Compression
	 * keeps this time, so files with it needn't be examined. Null if unknown.
	 */
	readonly modified: number | null;
};

/** A range of a log that is being shipped. It starts at the end of the shipped part. */
export type PlannedRange = LogName & {
	readonly start: number;
	readonly end: number;
	/** CRC-32 of the bytes of the range: see `Batch`. */
	readonly sum: number;
	/** True if the range ends in a line without a line end. */
	readonly isCut: boolean;
};

/** The plan of a batch. It is saved before the batch is sent, so that after a crash exactly the same batch is sent again. */
export type Plan = {
	/** Deduplication token: the store accepts it at most once. */
	readonly token: string;
	readonly ranges: readonly PlannedRange[];
};

/** A path that is shipped, and its state when that began. */
export type Beginning = {
	/** Absolute, because the next run may pass the path relative to a different directory. */
	readonly path: string;
	/**
	 * When shipping began or, if that is earlier, when the file at the path had last been modified; in ms since 1970. Older files
	 * aren't shipped.
	 */
	readonly begun: number;
	/** Identity of the file at the path; null if no file was found. */
	readonly identity: string | null;
};

/** The saved state of `ship`. */
export type Checkpoint = {
	readonly version: 1;
	/** Name of the source and target table. The state applies only to these. */
	readonly source: string;
	readonly target: string;
	/** Time of the last save, in ms since 1970. */
	readonly saved: number;
	readonly logs: readonly LogRecord[];
	/** A log may be rotated away before any of it is shipped. */
	readonly beginnings: readonly Beginning[];
	/** The batch in flight, or the last one. */
	readonly plan: Plan | null;
};
