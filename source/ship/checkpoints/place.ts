import type {LogHeader} from '../../entries/log-header.js';

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
