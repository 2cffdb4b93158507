import {type LogHeader, noHeader} from '../../entries/log-header.js';
import {SplitLines} from '../../entries/wrappers/split-lines.js';
import {LineCutter, longestLine} from '../../lines/line-cutter.js';
import type {LineSink} from '../../lines/line-sink.js';
import type {LogFile} from '../../tail/log-file.js';
import type {HeaderSearch} from '../reading/header-search.js';
import {partsBefore} from '../reading/parts-before.js';
import type {Patience} from '../reading/patience.js';
import type {ReadSizes} from '../reading/read-sizes.js';
import {FirstLine} from './first-line.js';
import type {PastTarget} from './past-target.js';
import {ReadAhead} from './read-ahead.js';

/** Where a block ends, and what it is read with and into. */
type PastBlockOptions = {
	/** The offset at which the block ends: that of a line, or one within a line whose rest isn't wanted. */
	readonly end: number;
	/** The caller's, see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: PastTarget;
	/** Only where lines depend on a header. */
	readonly headers?: HeaderSearch | undefined;
	/** How long it is waited for what can't be read. */
	readonly patience: Pick<Patience, 'renew' | 'isOver'>;
	/** The block ends within a line whose rest couldn't be read: it is no line then. */
	readonly isCut?: boolean;
};

/** What a block is read from. */
export type PastFile = Pick<LogFile, 'read'>;

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
	#first: FirstLine;
	#cutter: LineCutter | undefined;
	#split: SplitLines | undefined;
	/** Whether the target knows the header in force at the beginning of the block. */
	#isHeaded = false;
	/** Offset of the first line taken. */
	#firstTaken: number | undefined;
	/** How many NULs had been skipped up to there: they are left to the block before. */
	#skippedBefore = 0;
	/** Offset of the first line, taken or not. */
	#firstLine: number | undefined;
	#start: number | undefined;
	/** Up to where it has been read. */
	#readTo: number;
	#isDone = false;
	#lost = 0;

	constructor(file: PastFile, options: PastBlockOptions) {
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
		return this.#start ?? this.#firstTaken;
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
		return this.#lost > 0 && this.#firstTaken === undefined && this.#start !== 0;
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
		const start = this.#cutter === undefined ? this.#first.find(buffer.subarray(0, length), offset) : 0;
		if (this.#cutter === undefined && start !== undefined && offset + start < end) {
			const before = await partsBefore(this.#file, buffer.subarray(0, length), start, offset + start);
			this.#firstLine = offset + start - before.length;
			this.#cutter = this.#cutterAt(this.#firstLine);
			this.#cutter.write(before, 0, before.length);
		}
		this.#cutter?.write(buffer, start ?? length, length);
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
		this.#lost = this.#options.end - (this.#firstTaken === undefined ? this.#from : this.#readTo);
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

	#cutterAt(offset: number): LineCutter {
		const {target, sizes, end: blockEnd} = this.#options;
		const take: LineSink = (bytes, start, end, lineOffset, whole, dropped) => {
			// The hole of NULs before the line at which the block ends: as a line it would be a block for ever.
			if (lineOffset === blockEnd || split.holds(bytes, start, end, lineOffset, whole, dropped)) {
				return;
			}
			const onlyTimed = this.#firstTaken === undefined && this.#from !== 0 && this.#size < sizes.largestBlock;
			const isTaken = target.take(bytes, start, end, lineOffset, whole, dropped, onlyTimed);
			if (isTaken && this.#firstTaken === undefined) {
				this.#firstTaken = lineOffset;
				this.#skippedBefore = this.#from === 0 ? 0 : cutter.skipped;
			}
		};
		const split = new SplitLines(take);
		const cutter = new LineCutter(
			offset,
			take,
			split.guard((bytes, start, end, lineOffset) =>
				this.#firstTaken === undefined ? start : target.takeLines(bytes, start, end, lineOffset),
			),
		);
		this.#split = split;
		return cutter;
	}

	#allRead(): void {
		const {end, sizes, isCut = false} = this.#options;
		if (!isCut) {
			this.#cutter?.finish();
		}
		this.#split?.finish();
		const {hole} = this.#first;
		if (this.#from > 0 && hole >= longestLine && hole === end - this.#from) {
			// Nothing but a hole: it may be of any size, and is no line for which more would have to be read.
			this.#options.target.skipped(hole);
			this.#finish(this.#from);
			return;
		}
		if (this.#from > 0 && this.#firstTaken === undefined && this.#size < sizes.largestBlock) {
			// Not even one line with a time: the same again with more before it.
			this.#size *= 2;
			this.#from = Math.max(0, end - this.#size);
			this.#cutter = undefined;
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
		this.#finish(this.#from === 0 ? 0 : (this.#firstTaken ?? this.#firstLine ?? within));
	}

	#finish(start: number): void {
		if (!this.#isDone) {
			const {target} = this.#options;
			const skipped = (this.#cutter?.skipped ?? 0) - this.#skippedBefore;
			this.#isDone = true;
			this.#start = start;
			this.#cutter = undefined;
			if (skipped > 0) {
				target.skipped(skipped);
			}
			target.blockDone();
		}
	}
}
