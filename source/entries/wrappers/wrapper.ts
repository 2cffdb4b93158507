import type {Arena} from '../arena.js';

/** Shared, because creating a buffer takes longer than everything else here. */
const noBytes: Buffer = Buffer.alloc(0);

/**
 * The rest of a line while prefixes and wrappers are removed, and their time. All lines share one instance, so that nothing is
 * allocated per line.
 */
export class InnerLine {
	/** Buffer of the line: the log's own bytes, or a buffer that stays unchanged for as long. */
	bytes: Buffer = noBytes;
	start = 0;
	end = 0;
	/** Time of the innermost wrapper that has one, in ms since 1970 UTC, or NaN. */
	time = Number.NaN;
	/** Zone of that time, in minutes east of UTC. */
	zone = 0;

	/** Starts with the complete line `bytes[start, end)`. */
	set(bytes: Buffer, start: number, end: number): void {
		this.bytes = bytes;
		this.start = start;
		this.end = end;
		this.time = Number.NaN;
		this.zone = 0;
	}

	/** Returns the rest of the line, with a character for each byte. */
	text(): string {
		return this.bytes.toString('latin1', this.start, this.end);
	}

	/** Replaces the rest of the line with `text`, which has a character for each byte. Writes it to an arena. */
	setText(text: string, arena: Arena): void {
		this.start = arena.appendText(text);
		this.bytes = arena.buffer;
		this.end = arena.used;
	}

	/** Releases the bytes: there may be hundreds of files, each with a chunk that has been read. */
	release(): void {
		this.bytes = noBytes;
	}

	/** Copies the state of another instance. */
	copyFrom({bytes, start, end, time, zone}: InnerLine): void {
		this.bytes = bytes;
		this.start = start;
		this.end = end;
		this.time = time;
		this.zone = zone;
	}
}

/** Removes a wrapper from the line. Returns false, and leaves the line unchanged, if the line doesn't have it. */
export type Unwrap = (inner: InnerLine) => boolean;

/** Description of a prefix or wrapper for the user. */
export type WrapperInfo = {
	/** Name in `reqscope explain` and `reqscope formats`. */
	readonly name: string;
	/** The program that writes it. */
	readonly title: string;
	/** URL of its definition: documentation, or the source code that writes it. */
	readonly source: string;
	/** An example line. */
	readonly example: string;
};

/** A wrapper that needs code to remove it. */
export type Wrapper = WrapperInfo & {
	/** Returns an unwrapper for one file, with its own state. */
	readonly open: () => Unwrap;
};
