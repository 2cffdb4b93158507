import type {LogHeader} from '../../entries/log-header.js';

/** Where the lines of the past go. */
export type PastTarget = {
	/** The lines taken next stand in the file where that header is in force. */
	headed(header: LogHeader): void;
	/**
	 * Takes a line, as `LineSink` does. With `onlyTimed`, unless it is an entry with a time, it does nothing and
	 * returns false.
	 */
	take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		dropped: number,
		onlyTimed: boolean,
	): boolean;
	/** Takes lines, as `LinesSink` does. */
	takeLines(bytes: Buffer, start: number, end: number, offset: number): number;
	/** So many NULs were skipped: see `LineCutter`. */
	skipped(count: number): void;
	/** The bytes of the lines taken go now. */
	chunkDone(): void;
	/** The next lines stand before those taken. */
	blockDone(): void;
};
