import {type LogHeader, noHeader} from '../entries/log-header.js';
import {SplitLines} from '../entries/wrappers/split-lines.js';
import type {EntrySink} from '../index/entry-sink.js';
import {type LineSink, LineSplitter} from '../lines/line-splitter.js';
import type {LineProcessor, LineTarget} from './line-processor.js';
import {LastOffsets} from './unrecognised-lines.js';

/** Adds the lines of the backfill to the index, one block at a time, with a new writer for each block. */
export class BackfillLines {
	readonly #processor: LineProcessor;
	readonly #newWriter: () => EntrySink;
	readonly #unrecognised = new LastOffsets();
	readonly #takeOffsets: (offsets: Float64Array<ArrayBuffer>, time: number) => void;
	#target: LineTarget | undefined;
	#time = Number.POSITIVE_INFINITY;
	#holes = 0;
	#header = noHeader;
	/** True while the processor uses this header. It reads other lines of the log between chunks. */
	#isInForce = false;

	/**
	 * @param takeOffsets - called after each block that has lines no format matches, with the offsets of the last of them and the newest
	 * time in the block
	 */
	constructor(
		processor: LineProcessor,
		newWriter: () => EntrySink,
		takeOffsets: (offsets: Float64Array<ArrayBuffer>, time: number) => void,
	) {
		this.#processor = processor;
		this.#newWriter = newWriter;
		this.#takeOffsets = takeOffsets;
	}

	/**
	 * Time of the first line of the last block, in ms since 1970: an approximate upper bound for the rest. Infinity before the first
	 * block. It isn't the minimum of all times, because then a single wrong time would determine the bound.
	 */
	get time(): number {
		return this.#time;
	}

	/** Number of skipped NULs. */
	get holes(): number {
		return this.#holes;
	}

	/** Records that the backfill thread has read a block, whose first line has this time. */
	wentBackTo(time: number): void {
		if (time < this.#time) {
			this.#time = time;
		}
	}

	/** Header that is active after the last line. */
	get header(): LogHeader {
		return this.#header;
	}

	/** Sets the header that is active at the next line. */
	headed(header: LogHeader): void {
		this.#header = header;
		this.#isInForce = false;
	}

	/** Takes a line, like `LineSink`. With `onlyTimed`, ignores a line that isn't an entry with a time and returns false. */
	take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		dropped: number,
		onlyTimed: boolean,
	): boolean {
		const target = this.#begin();
		const isTaken = this.#processor.take(bytes, start, end, offset, whole, dropped, target, onlyTimed);
		if (isTaken && onlyTimed) {
			this.#time = this.#processor.time;
		}
		return isTaken;
	}

	/** Takes lines, like `LinesSink`. */
	takeLines(bytes: Buffer, start: number, end: number, offset: number): number {
		return this.#processor.takeLines(bytes, start, end, offset, this.#begin());
	}

	/** Counts skipped NULs: see `LineSplitter`. */
	skipped(count: number): void {
		this.#holes += count;
	}

	/** Copies everything needed from the chunk, because its bytes will be overwritten. */
	chunkDone(): void {
		this.#keepHeader();
		this.#target?.entries.settle();
	}

	/** Ends a block. The next lines are located before it in the file. */
	blockDone(): void {
		this.#keepHeader();
		const entries = this.#target?.entries;
		entries?.close();
		this.#target = undefined;
		const offsets = this.#unrecognised.take();
		if (offsets.length > 0) {
			this.#takeOffsets(offsets, entries?.newestTime ?? Number.NEGATIVE_INFINITY);
		}
	}

	#begin(): LineTarget {
		if (!this.#isInForce) {
			this.#isInForce = true;
			this.#processor.header = this.#header;
		}
		this.#target ??= {entries: this.#newWriter(), unrecognised: this.#unrecognised};
		return this.#target;
	}

	#keepHeader(): void {
		if (this.#isInForce) {
			this.#header = this.#processor.header;
			this.#isInForce = false;
		}
	}
}

/** Destination of the lines of the backfill. */
export type BackfillTarget = Pick<
	BackfillLines,
	'time' | 'headed' | 'take' | 'takeLines' | 'skipped' | 'chunkDone' | 'blockDone'
>;

/** Position and destination of the lines. */
type TimedLinesOptions = {
	/** Offset of the first byte that will be written. A line begins there. */
	readonly offset: number;
	/**
	 * A line at this offset is ignored. It has no bytes except skipped NULs. As the first line, it would make the block start at
	 * its own end, and the backfill would never finish.
	 */
	readonly end?: number;
	/** True if the first line must have a time. Lines before it are ignored. */
	readonly onlyTimed: boolean;
	/** True if neither lines nor NULs precede these lines in the file. */
	readonly beginsFile: boolean;
	/** Undefined: the lines aren't wanted. */
	readonly target: BackfillTarget | undefined;
};

/**
 * Passes on a part of the backfill line by line, beginning with the first line that has a time. An entry without a time is sorted
 * after the line before it. Lines before the first time therefore belong to the block before, which knows their predecessor.
 */
export class TimedLines {
	readonly #splitter: LineSplitter;
	readonly #split: SplitLines;
	#firstTaken: number | undefined;
	/** Number of NULs skipped before the first line. The block before counts them. */
	#skippedBefore = 0;

	constructor({offset, end, onlyTimed, beginsFile, target}: TimedLinesOptions) {
		const take: LineSink = (bytes, start, lineEnd, lineOffset, whole, dropped) => {
			if (lineOffset === end || this.#split.holds(bytes, start, lineEnd, lineOffset, whole, dropped)) {
				return;
			}
			const isFirst = this.#firstTaken === undefined;
			if (target?.take(bytes, start, lineEnd, lineOffset, whole, dropped, isFirst && onlyTimed) && isFirst) {
				this.#firstTaken = lineOffset;
				this.#skippedBefore = beginsFile ? 0 : this.#splitter.skipped;
			}
		};
		this.#split = new SplitLines(take);
		this.#splitter = new LineSplitter(
			offset,
			take,
			this.#split.guard((bytes, start, linesEnd, linesOffset) =>
				target === undefined || this.#firstTaken === undefined
					? start
					: target.takeLines(bytes, start, linesEnd, linesOffset),
			),
		);
	}

	/** Offset of the first line that was passed on. */
	get firstTaken(): number | undefined {
		return this.#firstTaken;
	}

	/** Number of NULs skipped since that line. */
	get skipped(): number {
		return this.#splitter.skipped - this.#skippedBefore;
	}

	/** Offset of the first line that is unfinished or waits for other parts. */
	get unfinishedFrom(): number {
		return this.#split.heldFrom ?? this.#splitter.offset;
	}

	/** Reads the lines in `bytes[from, to)`, which directly follow the bytes written before. */
	write(bytes: Buffer, from: number, to: number): void {
		this.#splitter.write(bytes, from, to);
	}

	/** @param isCut - true to drop the bytes after the last line feed */
	finish(isCut = false): void {
		if (!isCut) {
			this.#splitter.finish();
		}
		this.#split.finish();
	}
}
