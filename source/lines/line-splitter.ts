import {newline} from '../ascii.js';
import {PartialLine} from './partial-line.js';

/**
 * Takes a line.
 *
 * - `bytes[start, end)` is the line without its line feed, valid only during the call.
 * - `offset` is the offset of its first byte in the file, after leading NULs or a byte order mark.
 * - `whole` is false if the line was cut at `maxLineLength` or ended without a line feed.
 * - `dropped` is the number of bytes that were cut off. It is 0 if unknown because the line has no end, and `lostEnd` if a container
 *   runtime has split the line and its end is missing.
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
 * Takes complete lines in `bytes[start, end)`. It may take any number of them, beginning with the first one, which is at `offset`
 * in the file, but no line that contains a NUL. Returns the end of the last line it took. The next line goes to the `LineSink`.
 */
export type LinesSink = (bytes: Buffer, start: number, end: number, offset: number) => number;

const zeros = Buffer.alloc(16_384);

/** Returns the position of the first byte that isn't NUL, or `end`. */
export function skipNuls(bytes: Buffer, start: number, end: number): number {
	let position = start;
	// Comparing pieces takes 0.5 s for a sparse file of 5 GB; comparing single bytes takes 5 s.
	while (
		position + zeros.length <= end &&
		bytes.compare(zeros, 0, zeros.length, position, position + zeros.length) === 0
	) {
		position += zeros.length;
	}
	while (position < end && bytes[position] === 0) {
		position++;
	}
	return position;
}

/** Returns the end of the first line that is followed by a NUL, or `end`. */
export function beforeHole(bytes: Buffer, start: number, end: number): number {
	const lineEnd = bytes.subarray(start, end + 1).indexOf('\n\0');
	return lineEnd === -1 ? end : start + lineEnd + 1;
}

/** Maximum length of a line in bytes. The rest of a longer line is dropped. */
export const maxLineLength = 65_536;

/**
 * Maximum number of bytes per write to split2, which joins lines. With 1M lines on Node 20, 32 KiB took 112 ms, 128 KiB and more
 * took 4 to 5 times as long.
 */
const sliceSize = 32_768;

/** Byte order mark that some editors and Windows programs write at the start of a UTF-8 file. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

const takesNone: LinesSink = (_bytes, start) => start;

/**
 * Splits chunks of bytes into lines with exact offsets. Lines within one chunk are found by their line feeds only. `PartialLine`
 * joins lines that span several chunks. It has to convert bytes to strings, so it would take three times as long for lines within
 * a chunk.
 */
export class LineSplitter {
	readonly #sink: LineSink;
	readonly #linesSink: LinesSink;
	readonly #partial = new PartialLine(length => this.#line(length));
	#offset: number;
	#chunk: Buffer = Buffer.alloc(0);
	#chunkOffset = 0;
	/** The part of the chunk to split, and whether it contains NULs. Undefined until that is needed. */
	#part: Buffer = Buffer.alloc(0);
	#knownNuls: boolean | undefined;
	/** Number of dropped NULs before the unfinished line. */
	#hole = 0;
	/** Number of dropped bytes of the unfinished line, because it was too long. */
	#dropped = 0;
	#finishing = false;
	#skipped = 0;

	/**
	 * @param offset - offset of the first byte that will be written; a line begins there
	 * @param linesSink - gets lines within one chunk first, except for the first line of a file
	 */
	constructor(offset: number, sink: LineSink, linesSink: LinesSink = takesNone) {
		this.#offset = offset;
		this.#sink = sink;
		this.#linesSink = linesSink;
	}

	/** Offset of the first byte of the unfinished line. */
	get offset(): number {
		return this.#offset;
	}

	/** Number of bytes of the unfinished line so far. */
	get unfinished(): number {
		return this.#hole + this.#partial.held + this.#dropped;
	}

	/** Number of NULs so far in the hole that the written bytes end with. */
	get hole(): number {
		return this.#partial.held === 0 ? this.#hole : 0;
	}

	/** Number of skipped NULs at the beginnings of lines. */
	get skipped(): number {
		return this.#skipped;
	}

	/**
	 * Splits `chunk[from, to)`, which directly follows the bytes written before. Calls the sink before it returns. If a line is
	 * unfinished and `from` isn't 0, the bytes before `from` in the chunk must be the bytes written before.
	 */
	write(chunk: Buffer, from: number, to: number): void {
		this.#chunk = chunk;
		this.#chunkOffset = this.#offset + this.unfinished - from;
		this.#part = chunk.subarray(from, to);
		this.#knownNuls = undefined;
		let position = from;
		while (position < to) {
			const start = position;
			if (this.#dropped > 0) {
				position = this.#skip(position, to);
			} else if (this.unfinished === 0) {
				position = this.#cutWhole(position, to);
			}
			if (position === start) {
				position = this.#feed(position, Math.min(position + sliceSize, this.#lineEnd(position, to)));
			}
		}
	}

	/** Returns to the offset of an earlier line, while no line is unfinished. The next write begins with that line. */
	goBack(offset: number): void {
		this.#offset = offset;
		this.#hole = 0;
	}

	/** Passes the bytes after the last line feed on, if there are any, as a line that isn't whole. */
	finish(): void {
		if (this.unfinished === 0) {
			return;
		}
		this.#finishing = true;
		this.#partial.end();
		// The line had no line feed.
		this.#offset--;
		this.#finishing = false;
	}

	/**
	 * Only called for lines that `linesSink` didn't take, because it finds NULs without this. Searching every chunk took 10 % of
	 * the time.
	 */
	#hasNuls(): boolean {
		this.#knownNuls ??= this.#part.includes(0);
		return this.#knownNuls;
	}

	/** Splits off the leading lines that end in the chunk. Returns the position of the first line that doesn't. */
	#cutWhole(position: number, to: number): number {
		const chunk = this.#chunk;
		for (let start = position; ; ) {
			if (this.#offset > 0) {
				const next = this.#linesSink(chunk, start, to, this.#offset);
				this.#offset += next - start;
				start = next;
			}
			const end = chunk.indexOf(newline, start);
			if (end === -1 || end >= to || end - start > maxLineLength || this.#hasNuls()) {
				return start;
			}
			const offset = this.#offset;
			this.#offset = offset + end - start + 1;
			this.#pass(chunk, start, end, offset, true, 0);
			start = end + 1;
		}
	}

	/**
	 * Returns the position after the next line feed if a line is unfinished, so that the joiner gets no further line; otherwise
	 * `to`.
	 */
	#lineEnd(position: number, to: number): number {
		const lineEnd = this.#partial.held > 0 ? this.#chunk.indexOf(newline, position) : -1;
		return lineEnd === -1 ? to : Math.min(lineEnd + 1, to);
	}

	#feed(position: number, end: number): number {
		const chunk = this.#chunk;
		if (this.#partial.held === 0 && chunk[position] === 0) {
			// NULs before a line are dropped at once, because there can be any number of them.
			const holeEnd = skipNuls(chunk, position, end);
			this.#hole += holeEnd - position;
			return holeEnd;
		}
		let stop = beforeHole(chunk, position, end);
		if (this.#partial.held + stop - position > maxLineLength) {
			const lineEnd = chunk.indexOf(newline, position);
			const left = maxLineLength - this.#partial.held;
			if (lineEnd === -1 || lineEnd - position > left) {
				stop = Math.min(stop, position + left);
				if (stop === position) {
					this.#dropped = 1;
					return position + 1;
				}
			}
		}
		this.#partial.write(chunk, position, stop);
		return stop;
	}

	/** Drops the rest of a line that is too long. */
	#skip(position: number, to: number): number {
		const lineEnd = this.#chunk.indexOf(newline, position);
		const stop = lineEnd === -1 || lineEnd >= to ? to : lineEnd;
		this.#dropped += stop - position;
		if (stop < to) {
			this.#partial.end();
			return stop + 1;
		}
		return stop;
	}

	#line(length: number): void {
		const offset = this.#offset + this.#hole;
		const start = offset - this.#chunkOffset;
		const whole = this.#dropped === 0 && !this.#finishing;
		const dropped = this.#finishing ? 0 : this.#dropped;
		this.#offset = offset + length + this.#dropped + 1;
		this.#skipped += this.#hole;
		this.#hole = 0;
		this.#dropped = 0;
		if (start >= 0 && !this.#finishing) {
			this.#pass(this.#chunk, start, start + length, offset, whole, dropped);
		} else {
			// The line began in a chunk that may be overwritten by now, but the joiner has a copy.
			this.#pass(this.#partial.copy(length), 0, length, offset, whole, dropped);
		}
	}

	/** Skips leading NULs. A writer that continues at its old offset after a truncation leaves NULs before its next line. */
	#pass(bytes: Buffer, start: number, end: number, offset: number, whole: boolean, dropped: number): void {
		const text = offset === 0 ? skipMark(bytes, start, end) : start;
		const from = skipNuls(bytes, text, end);
		this.#skipped += from - text;
		this.#sink(bytes, from, end, offset + from - start, whole, dropped);
	}
}

/** Returns the position of the first byte after a byte order mark. */
function skipMark(bytes: Buffer, start: number, end: number): number {
	return start + byteOrderMark.length <= end &&
		byteOrderMark.every((byte, index) => bytes[start + index] === byte)
		? start + byteOrderMark.length
		: start;
}
