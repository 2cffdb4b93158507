import type {LogFile} from '../bytes/log-file.js';
import {LineCutter, type LineSink} from '../lines/line-cutter.js';
import {ReadAhead} from './read-ahead.js';

const newline = 10;

/** How much of the past is read forward before going further back: about as many lines as a segment holds. */
const firstBlockSize = 8 << 20;

/** A block of this size is taken as it is, even if nothing in it is an entry. */
const largestBlockSize = 64 << 20;

/**
 * Takes a line, as `LineSink` does. With `onlyTimed`, unless it is an entry with a time, it does nothing and returns
 * false.
 */
export type PastSink = (...line: [...Parameters<LineSink>, onlyTimed: boolean]) => boolean;

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
	readonly #sink: PastSink;
	readonly #blockDone: () => void;
	#end: number;
	#blockSize = firstBlockSize;
	#block: {readonly chunks: ReadAhead; readonly from: number} | undefined;
	#cutter: LineCutter | undefined;
	/** Offset of the first line taken of this block. */
	#firstTaken: number | undefined;

	/** `end` is the offset of a line; `blockDone` is called after the last line of each block. */
	constructor(file: LogFile, end: number, buffers: [Buffer, Buffer], sink: PastSink, blockDone: () => void) {
		this.#file = file;
		this.#end = end;
		this.#buffers = buffers;
		this.#sink = sink;
		this.#blockDone = blockDone;
	}

	/** Bytes at the beginning of the file that haven't been read yet. */
	get left(): number {
		return this.#end;
	}

	/** Reads a chunk and hands its lines on. */
	async step(): Promise<void> {
		this.#block ??= this.#open();
		const {chunks, from} = this.#block;
		const {buffer, length, offset} = await chunks.next();
		const end = Math.min(length, this.#end - offset);
		if (length === 0) {
			// The file can't be read any more: there is no more past.
			this.#closeBlock(0);
			return;
		}
		let start = 0;
		if (this.#cutter === undefined) {
			const lineEnd = from === 0 ? -1 : buffer.subarray(0, end).indexOf(newline);
			start = from === 0 ? 0 : lineEnd === -1 ? end : lineEnd + 1;
			if (start < end || from === 0) {
				this.#cutter = this.#cutterAt(offset + start);
			}
		}
		this.#cutter?.write(buffer, start, end);
		if (offset + end >= this.#end) {
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
				this.#firstTaken === undefined && this.#block?.from !== 0 && this.#blockSize < largestBlockSize;
			if (this.#sink(bytes, start, end, lineOffset, whole, onlyTimed)) {
				this.#firstTaken ??= lineOffset;
			}
		});
	}

	#finishBlock(from: number): void {
		this.#cutter?.finish();
		if (from > 0 && this.#firstTaken === undefined && this.#blockSize < largestBlockSize) {
			// Not even one line with a time: the same again with more before it.
			this.#blockSize *= 2;
			this.#block = undefined;
			this.#cutter = undefined;
			return;
		}
		this.#closeBlock(from === 0 ? 0 : (this.#firstTaken ?? from));
	}

	#closeBlock(end: number): void {
		this.#end = end;
		this.#block = undefined;
		this.#cutter = undefined;
		this.#firstTaken = undefined;
		this.#blockDone();
	}
}
