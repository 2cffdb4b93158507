import {setImmediate as nextTurn} from 'node:timers/promises';
import {newline} from '../ascii.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {longestLine, skipNuls} from '../lines/line-splitter.js';
import type {LogFile} from '../tail/log-file.js';
import {type BackfillTarget, TimedLines} from './backfill-lines.js';
import type {HeaderSearch} from './header-search.js';
import type {Patience, ReadSizes} from './read-sizes.js';
import {partsBefore} from './stored-lines.js';

/** Where a block ends, and what it is read with and into. */
type BackfillBlockOptions = {
	/** The offset at which the block ends: that of a line, or one within a line whose rest isn't wanted. */
	readonly end: number;
	/** The caller's, see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: BackfillTarget;
	/** Only where lines depend on a header. */
	readonly headers?: HeaderSearch | undefined;
	/** How long it is waited for what can't be read. */
	readonly patience: Pick<Patience, 'renew' | 'isOver'>;
	/** The block ends within a line whose rest couldn't be read: it is no line then. */
	readonly isCut?: boolean;
};

/** What a block is read from. */
export type BlockFile = Pick<LogFile, 'read'>;

/** Reads a block of the backfill: the part of a file before an offset, from its first line with a time on. */
export class BackfillBlock {
	readonly #file: BlockFile;
	readonly #options: BackfillBlockOptions;
	#size: number;
	#from: number;
	#chunks: ReadAhead;
	#first: FirstLine;
	/** Undefined until the first line has been found. */
	#lines: TimedLines | undefined;
	/** Whether the target knows the header in force at the beginning of the block. */
	#isHeaded = false;
	/** Offset of the first line, taken or not. */
	#firstLine: number | undefined;
	#start: number | undefined;
	/** Up to where it has been read. */
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

	/** Where the block begins, and so the one before it ends; undefined until that is known. */
	get start(): number | undefined {
		return this.#start ?? this.#lines?.firstTaken;
	}

	/** True when all of the block has been handed on, or given up. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Bytes of the block that haven't been read yet, as far as is known where it begins; 0 only when it is done. */
	get left(): number {
		if (this.#isDone) {
			return 0;
		}
		const {end, sizes} = this.#options;
		const start = this.start ?? Math.max(0, end - sizes.block);
		return Math.max(1, end - Math.max(start, this.#readTo));
	}

	/** Bytes at the end of the block that couldn't be read and are given up. */
	get lost(): number {
		return this.#lost;
	}

	/** Whether the block was given up before a line of it was taken: it begins anywhere within one. */
	get isHeadless(): boolean {
		return this.#lost > 0 && this.#lines?.firstTaken === undefined && this.#start !== 0;
	}

	/** Reads a chunk and hands its lines on. False when it can't be read just now. */
	async step(): Promise<boolean> {
		const {end, target, patience} = this.#options;
		if (!this.#isHeaded) {
			const header = await this.#lookForHeader();
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

	/** Gives up what is left. */
	async close(): Promise<void> {
		this.#finish(0);
		await this.#chunks.close();
	}

	/** The header in force at the first line, which begins after the first byte unless that is the file's. */
	async #lookForHeader(): Promise<LogHeader | 'looking' | 'unreadable'> {
		const {headers, buffers} = this.#options;
		return headers === undefined || this.#from === 0
			? noHeader
			: headers.look(this.#file, this.#from + 1, buffers[0]);
	}

	/** Whether it is of no use to wait for what can't be read; then the rest of the block is left out. */
	#isGivenUp(): boolean {
		if (!this.#options.patience.isOver()) {
			return false;
		}
		// What was read before the first line that is taken is read by nobody else now.
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
		const onlyTimed = !beginsFile && this.#size < sizes.largestBlock;
		return new TimedLines({offset, end, onlyTimed, beginsFile, target});
	}

	#allRead(): void {
		const {end, sizes, isCut} = this.#options;
		this.#lines?.finish(isCut);
		const {hole} = this.#first;
		if (this.#from > 0 && hole >= longestLine && hole === end - this.#from) {
			// Nothing but a hole: it may be of any size, and is no line for which more would have to be read.
			this.#options.target.skipped(hole);
			this.#finish(this.#from);
			return;
		}
		if (this.#from > 0 && this.#lines?.firstTaken === undefined && this.#size < sizes.largestBlock) {
			// Not even one line with a time: the same again with more before it.
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
		// Where no line began at all, the one that all of the block belongs to is read as far as lines are kept. Where
		// one began and none was taken, there is nothing from there on but a hole.
		const within = Math.min(end, this.#from + longestLine + 1);
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

/** Finds the first line of a stretch of a file that may begin within one, or within a hole of NULs. */
export class FirstLine {
	readonly #from: number;
	#hole = 0;

	/** @param from Offset of the first byte of the stretch. */
	constructor(from: number) {
		this.#from = from;
	}

	/** How many NULs the stretch begins with, as far as it was looked through; none are counted where the file begins. */
	get hole(): number {
		return this.#hole;
	}

	/**
	 * Where in a chunk the first line begins, or right behind it; undefined if none does. Chunks are given one after the
	 * other, up to the first line.
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
			if (this.#hole >= longestLine) {
				// No line has so many in its midst.
				return holeEnd;
			}
		}
		const lineEnd = chunk.indexOf(newline);
		return lineEnd === -1 ? undefined : lineEnd + 1;
	}
}

/** What was read: `buffer[0, length)`, which stands at `offset` in the file. */
export type Chunk = {readonly buffer: Buffer; readonly length: number; readonly offset: number};

/** Where chunks are read to, and how large they are, bytes: an eighth more at most. */
type ChunkRoom = {readonly buffers: [Buffer, Buffer]; readonly chunk: number};

/**
 * Where the lines end that stand whole in the bytes; 0 when none does. What is behind it is read again with the next ones:
 * a line in two chunks takes the time of a hundred others.
 */
function endOfLines(bytes: Buffer): number {
	return bytes.lastIndexOf(newline) + 1;
}

/**
 * Reads a stretch of a file in chunks, the next ones while the last is being worked on. As many are read at once as a
 * buffer takes.
 */
export class ReadAhead {
	readonly #file: Pick<LogFile, 'read'>;
	readonly #end: number;
	readonly #room: ChunkRoom;
	#position: number;
	#reading: Promise<Chunk> | undefined;
	/** What was read last, and how much of it has been given. */
	#last: Chunk = {buffer: Buffer.alloc(0), length: 0, offset: 0};
	#given = 0;

	/** The buffers are the caller's: so many stretches can share them, one after the other, but not in turns. */
	constructor(file: Pick<LogFile, 'read'>, start: number, end: number, room: ChunkRoom) {
		this.#file = file;
		this.#position = start;
		this.#end = end;
		this.#room = room;
	}

	/** The next chunk, valid until the next call; of length 0 at the end, or when the file can't be read. */
	async next(): Promise<Chunk> {
		if (this.#given === this.#last.length) {
			const last = await (this.#reading ?? this.#read());
			this.#position += last.length;
			this.#reading = last.length > 0 && this.#position < this.#end ? this.#read() : undefined;
			this.#last = last;
			this.#given = 0;
		} else {
			// What is being read takes two steps, of which the second begins when the event loop has heard of the first.
			// Measured with 240 MB: without its turns here a seventh of the time was spent waiting.
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
	 * Where the chunk ends that begins there: at the end of a line where there is one. What little is left of a read then
	 * goes with its last chunk.
	 */
	#chunkEnd(from: number): number {
		const {buffer, length} = this.#last;
		const {chunk} = this.#room;
		if (length - from <= chunk + chunk / 8) {
			return length;
		}
		return from + (endOfLines(buffer.subarray(from, from + chunk)) || chunk);
	}

	/** Resolves when nothing is being read into the buffers any more. */
	async close(): Promise<void> {
		await this.#reading;
	}

	async #read(): Promise<Chunk> {
		const offset = this.#position;
		const {buffers} = this.#room;
		const [buffer] = buffers;
		buffers.reverse();
		const target = buffer.subarray(0, Math.min(buffer.length, this.#end - offset));
		const length = target.length === 0 ? 0 : await this.#file.read(target, offset);
		const isCut = length === target.length && offset + length < this.#end;
		return {buffer, length: (isCut && endOfLines(target)) || length, offset};
	}
}
