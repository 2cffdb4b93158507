import {newline} from '../ascii.js';
import {PartialLine} from './partial-line.js';

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

const zeros = Buffer.alloc(16_384);

/** Position of the first byte that is no NUL, or `end`. */
export function skipNuls(bytes: Buffer, start: number, end: number): number {
	let position = start;
	// Byte by byte, a sparse file of 5 GB takes 5 s; compared in pieces, a tenth of that.
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

/** Where the first line ends after which there is a NUL; `end` if there is none. */
export function beforeHole(bytes: Buffer, start: number, end: number): number {
	const lineEnd = bytes.subarray(start, end + 1).indexOf('\n\0');
	return lineEnd === -1 ? end : start + lineEnd + 1;
}

/** A longer line is cut to this many bytes; the rest up to its line end is dropped. */
export const longestLine = 65_536;

/**
 * How much is handed to split2, which joins lines, at a time. Measured with 1M lines on Node 20: 32 KiB 112 ms, 128 KiB
 * and more 4 to 5 times that.
 */
const sliceSize = 32_768;

/** The byte order mark that some editors and Windows programs begin a text in UTF-8 with. */
const mark = [0xef, 0xbb, 0xbf];

const takesNone: LinesSink = (_bytes, start) => start;

/**
 * Cuts chunks of bytes into lines and knows the exact offset of each. Lines that begin and end in one chunk are cut by
 * their line feeds alone: `PartialLine`, which has to make text of them, takes three times as long for them. It joins
 * what stands in several chunks.
 */
export class LineSplitter {
	readonly #sink: LineSink;
	readonly #linesSink: LinesSink;
	readonly #partial = new PartialLine(length => this.#line(length));
	#offset: number;
	#chunk: Buffer = Buffer.alloc(0);
	#chunkOffset = 0;
	/** What of the chunk is being cut, and whether there are NULs in it: undefined until that matters. */
	#part: Buffer = Buffer.alloc(0);
	#knownNuls: boolean | undefined;
	/** NULs before the unfinished line, which were dropped. */
	#hole = 0;
	/** Bytes of the unfinished line that were dropped because it was too long. */
	#dropped = 0;
	#finishing = false;
	#skipped = 0;

	/**
	 * `offset` is that of the first byte that will be written, which begins a line. Lines that begin and end in one chunk
	 * are offered to `linesSink` first, but for the first line of a file.
	 */
	constructor(offset: number, sink: LineSink, linesSink: LinesSink = takesNone) {
		this.#offset = offset;
		this.#sink = sink;
		this.#linesSink = linesSink;
	}

	/** The offset of the first byte of the line that isn't finished yet. */
	get offset(): number {
		return this.#offset;
	}

	/** How many bytes of an unfinished line have been written. */
	get unfinished(): number {
		return this.#hole + this.#partial.held + this.#dropped;
	}

	/** How many NULs were skipped at the beginnings of lines. */
	get skipped(): number {
		return this.#skipped;
	}

	/**
	 * Cuts `chunk[from, to)`, the bytes next to those written before. The sink is called before it returns. Where a line
	 * is unfinished and `from` isn't 0, what stands before it in the chunk must be the bytes written before.
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

	/** Goes back to a line that was cut before, while none is unfinished: what is written next begins with it. */
	goBack(offset: number): void {
		this.#offset = offset;
		this.#hole = 0;
	}

	/** Hands on what stands after the last line feed, if anything, as a line that isn't whole. */
	finish(): void {
		if (this.unfinished === 0) {
			return;
		}
		this.#finishing = true;
		this.#partial.end();
		// There was no line feed.
		this.#offset--;
		this.#finishing = false;
	}

	/** Whoever takes many lines at once sees that there are none; looking for them took as long as a tenth of all that. */
	#hasNuls(): boolean {
		this.#knownNuls ??= this.#part.includes(0);
		return this.#knownNuls;
	}

	/** Cuts the lines that begin and end in the chunk, up to one that doesn't. Returns where that begins. */
	#cutWhole(position: number, to: number): number {
		const chunk = this.#chunk;
		for (let start = position; ; ) {
			if (this.#offset > 0) {
				const next = this.#linesSink(chunk, start, to, this.#offset);
				this.#offset += next - start;
				start = next;
			}
			const end = chunk.indexOf(newline, start);
			if (end === -1 || end >= to || end - start > longestLine || this.#hasNuls()) {
				return start;
			}
			const offset = this.#offset;
			this.#offset = offset + end - start + 1;
			this.#pass(chunk, start, end, offset, true, 0);
			start = end + 1;
		}
	}

	/**
	 * The position behind the line end next to a position, or `to`: with an unfinished line, no more is handed to the
	 * joiner.
	 */
	#lineEnd(position: number, to: number): number {
		const lineEnd = this.#partial.held > 0 ? this.#chunk.indexOf(newline, position) : -1;
		return lineEnd === -1 ? to : Math.min(lineEnd + 1, to);
	}

	#feed(position: number, end: number): number {
		const chunk = this.#chunk;
		if (this.#partial.held === 0 && chunk[position] === 0) {
			// A hole before a line can be of any length: none of it is held.
			const holeEnd = skipNuls(chunk, position, end);
			this.#hole += holeEnd - position;
			return holeEnd;
		}
		let stop = beforeHole(chunk, position, end);
		if (this.#partial.held + stop - position > longestLine) {
			const lineEnd = chunk.indexOf(newline, position);
			const room = longestLine - this.#partial.held;
			if (lineEnd === -1 || lineEnd - position > room) {
				stop = Math.min(stop, position + room);
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
			// It began in a chunk that is gone, or may be; the joiner has kept it.
			this.#pass(this.#partial.copy(length), 0, length, offset, whole, dropped);
		}
	}

	/** A writer that goes on where it was after the file was truncated leaves a hole of NULs before its next line. */
	#pass(bytes: Buffer, start: number, end: number, offset: number, whole: boolean, dropped: number): void {
		const text = offset === 0 ? skipMark(bytes, start, end) : start;
		const from = skipNuls(bytes, text, end);
		this.#skipped += from - text;
		this.#sink(bytes, from, end, offset + from - start, whole, dropped);
	}
}

/** Position of the first byte that isn't of a byte order mark. */
function skipMark(bytes: Buffer, start: number, end: number): number {
	return start + mark.length <= end && mark.every((byte, index) => bytes[start + index] === byte)
		? start + mark.length
		: start;
}
