import type {LogHeader} from '../../entries/log-header.js';

/** What tells logs apart: what they begin with, and a number for those that begin alike. */
export type LogName = {
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
	/** 0 for the first. */
	readonly ordinal: number;
};

/** A place in a log between two lines, and all that reading on from there depends on. */
export type Place = {
	/** Byte offset in the uncompressed file. */
	readonly offset: number;
	/** Time of the last line before that has one, milliseconds since 1970; 0 where none has. */
	readonly time: number;
	/** The header in force. */
	readonly header: LogHeader;
	/** True when the line before it had no line end, and was shipped: its rest, should that come, isn't wanted. */
	readonly inRest: boolean;
};

/** So many bytes before a place tell whether a file is still the same log. */
export const tailLength = 256;

/** How far a log has been shipped. Which log it is, is told by what it holds: files are renamed and compressed. */
export type LogRecord = LogName & {
	/** Where it was last, absolute, and which file it was. */
	readonly path: string;
	readonly identity: string | null;
	/** Bytes known to be there. */
	readonly size: number;
	/** Everything before this place has been shipped. */
	readonly place: Place;
	/** What stands right before that place, to know the log again: how many bytes, and a digest of them. */
	readonly tail: {readonly length: number; readonly digest: string};
	/** When something of it was shipped last, or else when it was seen first; milliseconds since 1970. */
	readonly seen: number;
	/** True once nothing more is expected of it. */
	readonly isDone: boolean;
	/**
	 * When the file was written last that held all of it, milliseconds since 1970, once that has been shipped: compressing
	 * keeps that time, and what has it needn't be looked into. Null: not known.
	 */
	readonly modified: number | null;
};

/** A range of a log, from where it has been shipped to, that is being shipped. */
export type PlannedRange = LogName & {
	readonly start: number;
	readonly end: number;
	/** A CRC-32 of its bytes: see `Batch`. */
	readonly sum: number;
	/** True when it ends in a line without a line end. */
	readonly isCut: boolean;
};

/** What is sent at once: written down before, so that after a crash exactly the same is sent again. */
export type Plan = {
	/** The store takes what has this token no more than once. */
	readonly token: string;
	readonly ranges: readonly PlannedRange[];
};

/** A path that is shipped, and what was there when that began. */
export type Beginning = {
	/** Absolute: the next time it may be given from another directory. */
	readonly path: string;
	/** When that was, or when what was there was written last; milliseconds since 1970. Older files aren't wanted. */
	readonly begun: number;
	/** Which file was there; null: none that could be told. */
	readonly identity: string | null;
};

/** All that `ship` has to remember. */
export type Checkpoint = {
	readonly version: 1;
	/** The name of the source, and the table that it is shipped to: what is remembered is about those alone. */
	readonly source: string;
	readonly target: string;
	/** When it was written, milliseconds since 1970. */
	readonly saved: number;
	readonly logs: readonly LogRecord[];
	/** Before something of a log is shipped it may have been rotated away. */
	readonly beginnings: readonly Beginning[];
	/** What is being sent, or has just been. */
	readonly plan: Plan | null;
};
