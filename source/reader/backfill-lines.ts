import {type LogHeader, noHeader} from '../entries/log-header.js';
import {SplitLines} from '../entries/wrappers/split-lines.js';
import type {EntrySink} from '../index/entry-sink.js';
import {type LineSink, LineSplitter} from '../lines/line-splitter.js';
import type {LineProcessor, LineTarget} from './line-processor.js';
import {LastOffsets} from './unrecognised-places.js';

/** Brings what was written before into the index, a block at a time, each with a writer of its own. */
export class BackfillLines {
	readonly #processor: LineProcessor;
	readonly #newWriter: () => EntrySink;
	readonly #unrecognised = new LastOffsets();
	readonly #takeOffsets: (offsets: Float64Array<ArrayBuffer>, time: number) => void;
	#target: LineTarget | undefined;
	#time = Number.POSITIVE_INFINITY;
	#holes = 0;
	#header = noHeader;
	/** Whether the intake has that header: other lines of the log are taken between chunks. */
	#isInForce = false;

	/**
	 * `takeOffsets` is given, after a block, where the last lines of it stand that no format reads, and the newest time
	 * in it; it isn't called when there are none.
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
	 * Time of the first line of the block taken last, milliseconds since 1970: what is left is older, about. Not the
	 * oldest time of all, because one line with a wrong time would then speak for all that is left.
	 */
	get time(): number {
		return this.#time;
	}

	/** How many NULs were skipped. */
	get holes(): number {
		return this.#holes;
	}

	/** The lines of a block were taken by another thread; its first has that time. */
	wentBackTo(time: number): void {
		if (time < this.#time) {
			this.#time = time;
		}
	}

	/** The header in force after the lines taken last. */
	get header(): LogHeader {
		return this.#header;
	}

	/** The lines taken next stand in the file where that header is in force. */
	headed(header: LogHeader): void {
		this.#header = header;
		this.#isInForce = false;
	}

	/**
	 * Takes a line, as `LineSink` does. With `onlyTimed`, unless it is an entry with a time, it does nothing and returns
	 * false.
	 */
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

	/** Takes lines, as `LinesSink` does. */
	takeLines(bytes: Buffer, start: number, end: number, offset: number): number {
		return this.#processor.takeLines(bytes, start, end, offset, this.#begin());
	}

	/** So many NULs were skipped: see `LineSplitter`. */
	skipped(count: number): void {
		this.#holes += count;
	}

	/** The bytes of the lines taken will be overwritten. */
	chunkDone(): void {
		this.#keepHeader();
		this.#target?.entries.settle();
	}

	/** The next lines stand before those taken. */
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

/** Where the lines of the backfill go. */
export type BackfillTarget = Pick<
	BackfillLines,
	'headed' | 'take' | 'takeLines' | 'skipped' | 'chunkDone' | 'blockDone'
>;

/** Where the first of these lines stands, and what takes them. */
type TimedLinesOptions = {
	/** Offset of the first byte that will be written, which begins a line. */
	readonly offset: number;
	/** A line at this offset isn't taken: what would be left of it is a hole of NULs, for ever. */
	readonly end?: number;
	/** Whether the first line taken is to be one with a time. */
	readonly onlyTimed: boolean;
	/** Whether no line and no hole stands before these. */
	readonly beginsFile: boolean;
	/** Undefined: the lines aren't wanted. */
	readonly target: BackfillTarget | undefined;
};

/**
 * Hands a part of the backfill on, line by line, from the first with a time on: an entry without a time stands where the
 * line before it stands, so lines before the first time are left to the block before, which knows.
 */
export class TimedLines {
	readonly #splitter: LineSplitter;
	readonly #split: SplitLines;
	#firstTaken: number | undefined;
	/** NULs that were skipped before the first line taken: they are left to the block before. */
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

	/** Offset of the first line taken. */
	get firstTaken(): number | undefined {
		return this.#firstTaken;
	}

	/** How many NULs were skipped from there on. */
	get skipped(): number {
		return this.#splitter.skipped - this.#skippedBefore;
	}

	/** Offset of the first line that isn't finished, or whose other parts are still to come. */
	get unfinishedFrom(): number {
		return this.#split.heldFrom ?? this.#splitter.offset;
	}

	/** Takes the lines in `bytes[from, to)`, the bytes next to those before. */
	write(bytes: Buffer, from: number, to: number): void {
		this.#splitter.write(bytes, from, to);
	}

	/** @param isCut Whether what stands after the last line end is no line. */
	finish(isCut = false): void {
		if (!isCut) {
			this.#splitter.finish();
		}
		this.#split.finish();
	}
}
