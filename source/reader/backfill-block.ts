import {setImmediate as nextTurn} from 'node:timers/promises';
import {newline} from '../ascii.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {maxLineLength, skipNuls} from '../lines/line-splitter.js';
import type {LogFile} from '../tail/log-file.js';
import {type BackfillTarget, TimedLines} from './backfill-lines.js';
import type {HeaderSearch} from './header-search.js';
import type {Patience, ReadSizes} from './read-sizes.js';
import {partsBefore} from './stored-lines.js';

/** End of a block, and the source and destination of its lines. */
type BackfillBlockOptions = {
	/** End offset of the block: the start of a line, or an offset within a line whose rest is skipped. */
	readonly end: number;
	/** Buffers owned by the caller: see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: BackfillTarget;
	/** Set only if the meaning of lines depends on a header. */
	readonly headers?: HeaderSearch | undefined;
	/** Determines when an unreadable block is given up. */
	readonly patience: Pick<Patience, 'renew' | 'isOver'>;
	/** True if the block ends within a line whose rest couldn't be read. The bytes after the last line feed are then dropped. */
	readonly isCut?: boolean;
};

/** File that a block is read from. */
export type BlockFile = Pick<LogFile, 'read'>;

/** Reads a block of the backfill: the part of a file before an offset, beginning with the first line that has a time. */
export class BackfillBlock {
	readonly #file: BlockFile;
	readonly #options: BackfillBlockOptions;
	#size: number;
	#from: number;
	#chunks: ReadAhead;
	#first: FirstLine;
	/** Undefined until the first line has been found. */
	#lines: TimedLines | undefined;
	/** True once the target knows the header that is active at the beginning of the block. */
	#isHeaded = false;
	/** Offset of the first line, whether it was passed on or not. */
	#firstLine: number | undefined;
	#start: number | undefined;
	/** Offset up to which the block has been read. */
	#readTo: number;
	#isDone = false;
	#lost = 0;

	constructor(file: BlockFile, options: BackfillBlockOptions) {
		this.#file = file;
		this.#options = options;
		this.#size = options.sizes.block;
		this.#from = Math.max(0, options.end - this.#size);
		this.#readTo = this.#from;
		this.#first = new FirstLine(this.#from);
		this.#chunks = this.#open();
	}

	/** Start offset of the block, which is the end of the block before it. Undefined until it is known. */
	get start(): number | undefined {
		return this.#start ?? this.#lines?.firstTaken;
	}

	/** True once the whole block has been passed on or given up. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/**
	 * Number of bytes of the block that haven't been read yet. An estimate until the start is known. 0 only if the block is done.
	 */
	get left(): number {
		if (this.#isDone) {
			return 0;
		}
		const {end, sizes} = this.#options;
		const start = this.start ?? Math.max(0, end - sizes.block);
		return Math.max(1, end - Math.max(start, this.#readTo));
	}

	/** Number of bytes at the end of the block that were unreadable and are given up. */
	get lost(): number {
		return this.#lost;
	}

	/** True if the block was given up before its first line was passed on. Its start may then be within a line. */
	get isHeadless(): boolean {
		return this.#lost > 0 && this.#lines?.firstTaken === undefined && this.#start !== 0;
	}

	/** Reads a chunk and passes its lines on. Resolves with false if the file is currently unreadable. */
	async step(): Promise<boolean> {
		const {end, target, patience} = this.#options;
		if (!this.#isHeaded) {
			const header = await this.#searchHeader();
			if (header === 'unreadable') {
				return this.#isGivenUp();
			}
			patience.renew();
			if (header === 'looking') {
				return true;
			}
			this.#isHeaded = true;
			target.headed(header);
		}
		const {buffer, length, offset} = await this.#chunks.next();
		if (length === 0) {
			return this.#isGivenUp();
		}
		patience.renew();
		const start = this.#lines === undefined ? this.#first.find(buffer.subarray(0, length), offset) : 0;
		if (this.#lines === undefined && start !== undefined && offset + start < end) {
			const before = await partsBefore(this.#file, buffer.subarray(0, length), start, offset + start);
			this.#firstLine = offset + start - before.length;
			this.#lines = this.#linesFrom(this.#firstLine);
			this.#lines.write(before, 0, before.length);
		}
		this.#lines?.write(buffer, start ?? length, length);
		target.chunkDone();
		this.#readTo = offset + length;
		if (this.#readTo >= end) {
			this.#allRead();
		}
		return true;
	}

	/** Skips the rest. */
	async close(): Promise<void> {
		this.#finish(0);
		await this.#chunks.close();
	}

	/**
	 * Searches for the header that is active at the first line. That line starts after the block's first byte, except at the
	 * beginning of the file.
	 */
	async #searchHeader(): Promise<LogHeader | 'looking' | 'unreadable'> {
		const {headers, buffers} = this.#options;
		return headers === undefined || this.#from === 0
			? noHeader
			: headers.search(this.#file, this.#from + 1, buffers[0]);
	}

	/** Returns true if the patience is exhausted. Then skips the rest of the block. */
	#isGivenUp(): boolean {
		if (!this.#options.patience.isOver()) {
			return false;
		}
		// If no line was passed on, everything read so far is lost, too: the block before ends at `#from`.
		this.#lost = this.#options.end - (this.#lines?.firstTaken === undefined ? this.#from : this.#readTo);
		this.#finish(this.start ?? this.#from);
		return true;
	}

	#open(): ReadAhead {
		const {end, buffers, sizes} = this.#options;
		if (this.#from === 0) {
			this.#start = 0;
		}
		return new ReadAhead(this.#file, this.#from, end, {buffers, chunk: sizes.chunk});
	}

	#linesFrom(offset: number): TimedLines {
		const {target, sizes, end} = this.#options;
		const beginsFile = this.#from === 0;
		const onlyTimed = !beginsFile && this.#size < sizes.maxBlockSize;
		return new TimedLines({offset, end, onlyTimed, beginsFile, target});
	}

	#allRead(): void {
		const {end, sizes, isCut} = this.#options;
		this.#lines?.finish(isCut);
		const {hole} = this.#first;
		if (this.#from > 0 && hole >= maxLineLength && hole === end - this.#from) {
			// The block consists of NULs only. They aren't part of a line, so reading a larger block would find nothing.
			this.#options.target.skipped(hole);
			this.#finish(this.#from);
			return;
		}
		if (this.#from > 0 && this.#lines?.firstTaken === undefined && this.#size < sizes.maxBlockSize) {
			// No line has a time. Start again with a block of twice the size.
			this.#size *= 2;
			this.#from = Math.max(0, end - this.#size);
			this.#lines = undefined;
			this.#first = new FirstLine(this.#from);
			this.#firstLine = undefined;
			this.#isHeaded = false;
			this.#readTo = this.#from;
			this.#chunks = this.#open();
			return;
		}
		// If no line begins in the block, the whole block belongs to one line. The block before then reads `maxLineLength` bytes more,
		// which is the part of a line that is kept. If a line begins but wasn't passed on, only NULs follow its start.
		const within = Math.min(end, this.#from + maxLineLength + 1);
		this.#finish(this.#from === 0 ? 0 : (this.#lines?.firstTaken ?? this.#firstLine ?? within));
	}

	#finish(start: number): void {
		if (!this.#isDone) {
			const {target} = this.#options;
			this.#isDone = true;
			this.#start = start;
			target.skipped(this.#lines?.skipped ?? 0);
			target.blockDone();
		}
	}
}

/** Finds the first line in a range of a file that may begin within a line or within a run of NULs. */
export class FirstLine {
	readonly #from: number;
	#hole = 0;

	/** @param from - offset of the first byte of the range */
	constructor(from: number) {
		this.#from = from;
	}

	/** Number of NULs found so far at the beginning of the range. Not counted at the beginning of the file. */
	get hole(): number {
		return this.#hole;
	}

	/**
	 * Returns the index of the first line in a chunk, or the length of the chunk if the line starts right after it; undefined if no
	 * line begins. Expects consecutive chunks, up to the first line.
	 */
	find(chunk: Buffer, offset: number): number | undefined {
		if (this.#from === 0) {
			return 0;
		}
		if (this.#hole === offset - this.#from) {
			const holeEnd = skipNuls(chunk, 0, chunk.length);
			this.#hole += holeEnd;
			if (holeEnd === chunk.length) {
				return undefined;
			}
			if (this.#hole >= maxLineLength) {
				// A line can't contain that many NULs.
				return holeEnd;
			}
		}
		const lineEnd = chunk.indexOf(newline);
		return lineEnd === -1 ? undefined : lineEnd + 1;
	}
}

/** Bytes that were read: `buffer[0, length)`. `offset` is the file offset of the first byte. */
export type Chunk = {readonly buffer: Buffer; readonly length: number; readonly offset: number};

/** Buffers to read into, and the size of a chunk in bytes. Chunks are at most 1/8 larger. */
type ChunkBuffers = {readonly buffers: [Buffer, Buffer]; readonly chunk: number};

/**
 * Returns the end of the last complete line; 0 if no line is complete. The rest is read again with the next bytes, because a line
 * in two chunks costs as much time as a hundred other lines.
 */
function endOfLines(bytes: Buffer): number {
	return bytes.lastIndexOf(newline) + 1;
}

/**
 * Reads a range of a file in chunks, and reads ahead while the caller processes a chunk. One read fills a whole buffer, which may
 * hold several chunks.
 */
export class ReadAhead {
	readonly #file: Pick<LogFile, 'read'>;
	readonly #end: number;
	readonly #chunkBuffers: ChunkBuffers;
	#position: number;
	#reading: Promise<Chunk> | undefined;
	/** Result of the last read, and the number of its bytes that `next` has already returned. */
	#last: Chunk = {buffer: Buffer.alloc(0), length: 0, offset: 0};
	#given = 0;

	/** The caller owns the buffers. Several ranges can share them in sequence, but not concurrently. */
	constructor(file: Pick<LogFile, 'read'>, start: number, end: number, chunkBuffers: ChunkBuffers) {
		this.#file = file;
		this.#position = start;
		this.#end = end;
		this.#chunkBuffers = chunkBuffers;
	}

	/** Returns the next chunk, which is valid until the next call. Its length is 0 at the end and if the file is unreadable. */
	async next(): Promise<Chunk> {
		if (this.#given === this.#last.length) {
			const last = await (this.#reading ?? this.#read());
			this.#position += last.length;
			this.#reading = last.length > 0 && this.#position < this.#end ? this.#read() : undefined;
			this.#last = last;
			this.#given = 0;
		} else {
			// A read takes two steps, and the second starts only after the event loop has handled the first. With 240 MB, 14 % of the
			// time was spent waiting without this yield.
			await nextTurn();
		}
		const {buffer, offset} = this.#last;
		const from = this.#given;
		this.#given = this.#chunkEnd(from);
		return {
			buffer: buffer.subarray(from, this.#given),
			length: this.#given - from,
			offset: offset + from,
		};
	}

	/**
	 * Returns the end of the chunk that starts at `from`: the end of a line if the chunk contains one. A small rest of a read is
	 * part of the last chunk.
	 */
	#chunkEnd(from: number): number {
		const {buffer, length} = this.#last;
		const {chunk} = this.#chunkBuffers;
		if (length - from <= chunk + chunk / 8) {
			return length;
		}
		return from + (endOfLines(buffer.subarray(from, from + chunk)) || chunk);
	}

	/** Resolves when no read uses the buffers anymore. */
	async close(): Promise<void> {
		await this.#reading;
	}

	async #read(): Promise<Chunk> {
		const offset = this.#position;
		const {buffers} = this.#chunkBuffers;
		const [buffer] = buffers;
		buffers.reverse();
		const target = buffer.subarray(0, Math.min(buffer.length, this.#end - offset));
		const length = target.length === 0 ? 0 : await this.#file.read(target, offset);
		const isCut = length === target.length && offset + length < this.#end;
		return {buffer, length: (isCut && endOfLines(target)) || length, offset};
	}
}
