import type {LogFile} from '../bytes/log-file.js';
import {LineCutter, longestLine} from '../lines/line-cutter.js';
import {ReadAhead} from './read-ahead.js';
import type {ReadSizes} from './read-sizes.js';

const newline = 10;

/** Where the lines of the past go. */
export type PastTarget = {
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
		onlyTimed: boolean,
	): boolean;
	/** The bytes of the lines taken go now. */
	chunkDone(): void;
	/** The next lines stand before those taken. */
	blockDone(): void;
};

export type PastOptions = {
	/** The offset at which the past ends: that of a line, or one within a line whose rest isn't wanted. */
	readonly end: number;
	/** The caller's, see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: PastTarget;
};

/**
 * Reads what stands in a file before an offset, from there back to the beginning, in blocks that are each read
 * forward, so that the newest lines come first.
 *
 * The first line taken of a block is one with a time: an entry without a time stands where the line before it
 * stands, so lines before the first time are left to the block before, which knows.
 */
export class Past {
	readonly #file: LogFile;
	readonly #buffers: [Buffer, Buffer];
	readonly #sizes: ReadSizes;
	readonly #target: PastTarget;
	#end: number;
	#blockSize: number;
	#block: {readonly chunks: ReadAhead; readonly from: number} | undefined;
	#cutter: LineCutter | undefined;
	/** Offset of the first line taken of this block. */
	#firstTaken: number | undefined;
	#lost = 0;

	constructor(file: LogFile, {end, buffers, sizes, target}: PastOptions) {
		this.#file = file;
		this.#end = end;
		this.#buffers = buffers;
		this.#sizes = sizes;
		this.#target = target;
		this.#blockSize = sizes.block;
	}

	/** Bytes at the beginning of the file that haven't been read yet. */
	get left(): number {
		return this.#end;
	}

	/** True in the middle of a block: the buffers are in use. */
	get isInBlock(): boolean {
		return this.#block !== undefined;
	}

	/** Bytes that couldn't be read any more. */
	get lost(): number {
		return this.#lost;
	}

	/** Reads a chunk and hands its lines on. */
	async step(): Promise<void> {
		this.#block ??= this.#open();
		const {chunks, from} = this.#block;
		const {buffer, length, offset} = await chunks.next();
		if (length === 0) {
			// The file can't be read any more: there is no more past.
			this.#lost = this.#end - (offset - from);
			this.#closeBlock(0);
			return;
		}
		let start = 0;
		if (this.#cutter === undefined) {
			const lineEnd = from === 0 ? -1 : buffer.subarray(0, length).indexOf(newline);
			start = from === 0 ? 0 : lineEnd === -1 ? length : lineEnd + 1;
			if (start < length) {
				this.#cutter = this.#cutterAt(offset + start);
			}
		}
		this.#cutter?.write(buffer, start, length);
		this.#target.chunkDone();
		if (offset + length >= this.#end) {
			this.#finishBlock(from);
		}
	}

	/** Gives up what is left. */
	async close(): Promise<void> {
		const chunks = this.#block?.chunks;
		this.#closeBlock(0);
		await chunks?.close();
	}

	#open(): {chunks: ReadAhead; from: number} {
		const from = Math.max(0, this.#end - this.#blockSize);
		return {chunks: new ReadAhead(this.#file, from, this.#end, this.#buffers), from};
	}

	#cutterAt(offset: number): LineCutter {
		return new LineCutter(offset, (bytes, start, end, lineOffset, whole) => {
			const onlyTimed =
				this.#firstTaken === undefined &&
				this.#block?.from !== 0 &&
				this.#blockSize < this.#sizes.largestBlock;
			if (this.#target.take(bytes, start, end, lineOffset, whole, onlyTimed)) {
				this.#firstTaken ??= lineOffset;
			}
		});
	}

	#finishBlock(from: number): void {
		this.#cutter?.finish();
		if (from > 0 && this.#firstTaken === undefined && this.#blockSize < this.#sizes.largestBlock) {
			// Not even one line with a time: the same again with more before it.
			this.#blockSize *= 2;
			this.#block = undefined;
			this.#cutter = undefined;
			return;
		}
		// Where no line began at all, the one that all of the block belongs to is read as far as lines are kept.
		const within = Math.min(this.#end, from + longestLine + 1);
		this.#closeBlock(from === 0 ? 0 : (this.#firstTaken ?? within));
	}

	#closeBlock(end: number): void {
		this.#end = end;
		this.#blockSize = this.#sizes.block;
		this.#block = undefined;
		this.#cutter = undefined;
		this.#firstTaken = undefined;
		this.#target.blockDone();
	}
}
