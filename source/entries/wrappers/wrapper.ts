/** One for all: making a buffer takes longer than all else here. */
const noBytes: Buffer = Buffer.alloc(0);

/**
 * The line that is left while what stands around it is taken off, and what that says of its time. One is used for all
 * lines, so that nothing is allocated per line.
 */
export class InnerLine {
	/** Where the line stands: in the log's own bytes, or in others that stay unchanged as long. */
	bytes: Buffer = noBytes;
	start = 0;
	end = 0;
	/** The time of the innermost wrapper that has one, milliseconds since 1970 UTC, or NaN. */
	time = Number.NaN;
	/** Zone of that time, minutes east of UTC. */
	zone = 0;

	/** The line `bytes[start, end)`, nothing taken off. */
	set(bytes: Buffer, start: number, end: number): void {
		this.bytes = bytes;
		this.start = start;
		this.end = end;
		this.time = Number.NaN;
		this.zone = 0;
	}

	/** Lets go of the bytes: there may be hundreds of files, each with a chunk that has been read. */
	release(): void {
		this.bytes = noBytes;
	}

	/** Takes what another holds. */
	copyFrom({bytes, start, end, time, zone}: InnerLine): void {
		this.bytes = bytes;
		this.start = start;
		this.end = end;
		this.time = time;
		this.zone = zone;
	}
}

/** Takes something off the line. False: it isn't there, and the line is as it was. */
export type Unwrap = (inner: InnerLine) => boolean;

/** Something that stands around the lines of other programs, as the user reads of it. */
export type WrapperInfo = {
	/** Its name in `reqscope explain` and `reqscope formats`. */
	readonly name: string;
	/** Who writes it. */
	readonly title: string;
	/** Its definition: documentation, or the source code that writes it. */
	readonly source: string;
	/** A line in it. */
	readonly example: string;
};

/** What takes code to take off. */
export type Wrapper = WrapperInfo & {
	/** An unwrapper for one file; what it remembers from line to line is its own. */
	readonly open: () => Unwrap;
};
