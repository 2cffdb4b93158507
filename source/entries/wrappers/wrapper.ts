/**
 * What an `Unwrap` found inside a line: another line, and what the wrapper says of its time. One is used for all lines,
 * so that unwrapping makes no object.
 */
export class InnerLine {
	/** Where the inner line stands: in the line's own bytes, or in others that stay unchanged as long. */
	bytes: Buffer = Buffer.alloc(0);
	start = 0;
	end = 0;
	/** When the line was written, milliseconds since 1970 UTC, or NaN. It counts only where the inner line has no time. */
	time = Number.NaN;
	/** Zone of that time, minutes east of UTC. */
	zone = 0;

	/** The line `bytes[start, end)`, nothing unwrapped. */
	set(bytes: Buffer, start: number, end: number): void {
		this.bytes = bytes;
		this.start = start;
		this.end = end;
		this.time = Number.NaN;
		this.zone = 0;
	}
}

/**
 * Finds the line inside of the line `bytes[start, end)`. True: `inner` has it. False: this isn't the wrapper; `inner` is
 * as it was. An inner line that needs no undoing of escapes is a place in `bytes` itself.
 */
export type Unwrap = (bytes: Buffer, start: number, end: number, inner: InnerLine) => boolean;

/**
 * Something that puts lines of other programs into lines of its own: a container runtime, a system log. It must tell its
 * own lines by what no access log has: no line may be unwrapped by two of them, nor be read without unwrapping too.
 */
export type Wrapper = {
	/** Who writes it. */
	readonly title: string;
	/** A line of it. */
	readonly example: string;
	/** An unwrapper for one file; what it remembers from line to line is its own. */
	readonly open: () => Unwrap;
};
