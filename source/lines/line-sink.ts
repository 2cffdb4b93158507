/**
 * Takes a line: its bytes are `bytes[start, end)`, without the line feed and only valid during the call.
 * `offset` is that of its first byte in the file (after NULs or a byte order mark, if it begins with such); `whole` is
 * false for a line that was cut at `longestLine` or that ended without a line feed. `dropped` says how many bytes were
 * cut off; 0 when that isn't known because the line has no end; `lostEnd` for a line that a container runtime has split,
 * and whose end is missing.
 */
export type LineSink = (
	bytes: Buffer,
	start: number,
	end: number,
	offset: number,
	whole: boolean,
	dropped: number,
) => void;

/** See `LineSink`. */
export const lostEnd = -1;

/**
 * Takes lines that stand whole in `bytes[start, end)`, as many as it likes from the first on, which is at `offset` in
 * the file, but none with a NUL; returns where they end. The line there is handed to the `LineSink`.
 */
export type LinesSink = (bytes: Buffer, start: number, end: number, offset: number) => number;
