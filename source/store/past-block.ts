import type {LogFile} from '../bytes/log-file.js';
import {LineCutter, longestLine} from '../lines/line-cutter.js';
import {ReadAhead} from './read-ahead.js';
import type {ReadSizes} from './read-sizes.js';

const newline = 10;

/** After so long what can't be read is given up, though it may be there: others wait behind it. Milliseconds. */
export const longestWait = 30_000;

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

export type PastBlockOptions = {
	/** The offset at which the block ends: that of a line, or one within a line whose rest isn't wanted. */
	readonly end: number;
	/** The caller's, see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: PastTarget;
};

/** What a block is read from. */
export type PastFile = Pick<LogFile, 'read' | 'gone'>;

/**
 * Reads a stretch of a file before an offset.
 *
 * The first line taken is one with a time: an entry without a time stands where the line before it stands, so lines
 * before the first time are left to the block before, which knows.
 */
export class PastBlock {
	readonly #file: PastFile;
	readonly #options: PastBlockOptions;
	#size: number;
	#from: number;
	#chunks: ReadAhead;
	#cutter: LineCutter | undefined;
	/** Offset of the first line taken. */
	#firstTaken: number | undefined;
	#start: number | undefined;
	#isDone = false;
	#lost = 0;
	/** Since when it can't be read, by `performance.now()`. */
	#failingSince: number | undefined;

	constructor(file: PastFile, options: PastBlockOptions) {
		this.#file = file;
		this.#options = options;
		this.#size = options.sizes.block;
		this.#from = Math.max(0, options.end - this.#size);
		this.#chunks = this.#open();
	}

	/** Where the block begins, and so the one before it ends; undefined until that is known. */
	get start(): number | undefined {
		return this.#start ?? this.#firstTaken;
	}

	/** True when all of the block has been handed on, or given up. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Bytes of the block, and of all before it, that couldn't be read any more. */
	get lost(): number {
		return this.#lost;
	}

	/** Reads a chunk and hands its lines on. False when it can't be read just now. */
	async step(): Promise<boolean> {
		const {end, target} = this.#options;
		const {buffer, length, offset} = await this.#chunks.next();
		if (length === 0) {
			const now = performance.now();
			this.#failingSince ??= now;
			if (!this.#file.gone && now - this.#failingSince < longestWait) {
				return false;
			}
			// The file can't be read any more: there is no more past.
			this.#lost = end - (offset - this.#from);
			this.#finish(0);
			return true;
		}
		this.#failingSince = undefined;
		let start = 0;
		if (this.#cutter === undefined) {
			const lineEnd = this.#from === 0 ? -1 : buffer.subarray(0, length).indexOf(newline);
			start = this.#from === 0 ? 0 : lineEnd === -1 ? length : lineEnd + 1;
			if (start < length) {
				this.#cutter = this.#cutterAt(offset + start);
			}
		}
		this.#cutter?.write(buffer, start, length);
		target.chunkDone();
		if (offset + length >= end) {
			this.#allRead();
		}
		return true;
	}

	/** Gives up what is left. */
	async close(): Promise<void> {
		this.#finish(0);
		await this.#chunks.close();
	}

	#open(): ReadAhead {
		const {end, buffers} = this.#options;
		if (this.#from === 0) {
			this.#start = 0;
		}
		return new ReadAhead(this.#file, this.#from, end, buffers);
	}

	#cutterAt(offset: number): LineCutter {
		const {target, sizes, end: blockEnd} = this.#options;
		return new LineCutter(offset, (bytes, start, end, lineOffset, whole) => {
			if (lineOffset === blockEnd) {
				// The hole of NULs before the line at which the block ends: as a line it would be a block for ever.
				return;
			}
			const onlyTimed = this.#firstTaken === undefined && this.#from !== 0 && this.#size < sizes.largestBlock;
			if (target.take(bytes, start, end, lineOffset, whole, onlyTimed)) {
				this.#firstTaken ??= lineOffset;
			}
		});
	}

	#allRead(): void {
		const {end, sizes} = this.#options;
		this.#cutter?.finish();
		if (this.#from > 0 && this.#firstTaken === undefined && this.#size < sizes.largestBlock) {
			// Not even one line with a time: the same again with more before it.
			this.#size *= 2;
			this.#from = Math.max(0, end - this.#size);
			this.#cutter = undefined;
			this.#chunks = this.#open();
			return;
		}
		// Where no line began at all, the one that all of the block belongs to is read as far as lines are kept.
		const within = Math.min(end, this.#from + longestLine + 1);
		this.#finish(this.#from === 0 ? 0 : (this.#firstTaken ?? within));
	}

	#finish(start: number): void {
		if (!this.#isDone) {
			this.#isDone = true;
			this.#start = start;
			this.#cutter = undefined;
			this.#options.target.blockDone();
		}
	}
}
