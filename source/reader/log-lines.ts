import type {ClientChoice} from '../entries/client-choice.js';
import type {LearnedLayouts} from '../entries/layouts.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {SplitLines} from '../entries/wrappers/split-lines.js';
import type {Wanted} from '../index/entry-filter.js';
import type {EntryIndex} from '../index/entry-index.js';
import type {EntrySink} from '../index/entry-sink.js';
import {type LineSink, LineSplitter} from '../lines/line-splitter.js';
import type {Archive, LogFile} from '../tail/log-file.js';
import {ArchiveSink} from './archive-backfill.js';
import type {WorkerBlock} from './backfill-job.js';
import {BackfillLines} from './backfill-lines.js';
import {LineProcessor, type TimeOfReading} from './line-processor.js';
import {LogKey, type Ordinals} from './log-key.js';
import type {ReadSizes} from './read-sizes.js';
import {LastOffsets, type OffsetSink, type UnrecognisedLines} from './unrecognised-lines.js';

/** Destination of the lines of a log, and the options for reading them. */
export type LogLinesOptions = {
	readonly index: EntryIndex;
	/** Name of the source, a part of the token key. */
	readonly source: string;
	/** Format of the lines: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** Rule for choosing the client address. If missing, the client is the address in the line. */
	readonly client?: ClientChoice | undefined;
	/** Clock for live lines without a time, which get the time of reading. If missing, they have no time. */
	readonly now?: (() => number) | undefined;
	readonly sizes: ReadSizes;
	/** Stores the offsets of lines that no format matches. */
	readonly unrecognisedLines: UnrecognisedLines;
	/** Numbers that distinguish logs with the same fingerprint. */
	readonly ordinals: Ordinals;
	/** Resolves in a later turn of the event loop, when entries may be added to the index. */
	readonly turn: () => Promise<void>;
	/** Reports a problem with a file to the user. `lost` is the number of lost bytes, if the problem is a loss. */
	readonly report: (path: string, text: string, lost?: number) => void;
};

/** Takes the text of an archive. */
type ArchiveLines = {
	/** Adds the lines in the next `length` bytes to the index. */
	readonly write: (bytes: Buffer, length: number) => void;
	/** Ends the last line: no bytes follow. */
	readonly finish: () => void;
	/** Makes all later lines live. Returns the offset at which the live entries start. */
	readonly goOnLive: () => number;
};

/** Adds the lines of a log to the index. Accepts the parts of the log in any order. */
export class LogLines {
	/** Number of the file in the index. */
	readonly number: number;
	readonly key: LogKey;
	/** Takes the lines of the backfill. */
	readonly backfill: BackfillLines;
	readonly #file: LogFile;
	readonly #options: LogLinesOptions;
	readonly #processor: LineProcessor;
	/**
	 * Lines of the previous generation of the file. Undefined after the first write, because the previous generation has been read
	 * to its end by then.
	 */
	#before: LogLines | undefined;
	/** Takes the appended lines. */
	#live: AppendedLines | undefined;
	#wereHolesSaid = false;
	/** Counts of lines that were decoded only to reach the wanted ones. They are subtracted from the totals. */
	#unwanted = {unrecognised: 0, notRequests: 0};

	/** @param before - lines of the generation that the same file held before it was truncated */
	constructor(file: LogFile, options: LogLinesOptions, before?: LogLines) {
		this.#before = before;
		const {index, source, format, client, sizes, unrecognisedLines, ordinals} = options;
		this.#file = file;
		this.#options = options;
		this.#processor = new LineProcessor(this.#report, format, client);
		this.key = new LogKey(file, {source, format, ordinals, head: sizes.head});
		this.number = index.addFile({source, path: file.path});
		this.backfill = new BackfillLines(
			this.#processor,
			() => index.writer(this.number, false),
			(offsets, time) => unrecognisedLines.addBackfill({log: this.number, time, offsets}),
		);
	}

	/** Filter for the entries that the backfill thread reads; undefined: all entries are wanted. */
	get wanted(): Wanted | undefined {
		return this.#options.index.wanted;
	}

	/** The layouts learned so far, for the backfill thread. */
	get learned(): LearnedLayouts | undefined {
		return this.#processor.learned;
	}

	/** Number of lines that no format matches. */
	get unrecognised(): number {
		return this.#processor.unrecognised - this.#unwanted.unrecognised;
	}

	/** Number of lines that a format matches but that record no request. */
	get notRequests(): number {
		return this.#processor.notRequests - this.#unwanted.notRequests;
	}

	/** Creates the receiver of live lines from `offset`. With `inRest`, the first bytes are the rest of an unwanted line. */
	live(offset: number, inRest: boolean, header: LogHeader): AppendedLines {
		const {index, unrecognisedLines} = this.#options;
		this.#live = this.#lines(
			{offset, inRest, header, reading: this.#timeOfReading()},
			index.writer(this.number, true),
			unrecognisedLines.written(this.number),
		);
		return this.#live;
	}

	/**
	 * Creates the receiver of lines of an archive that existed at the start.
	 * @param isWanted - true to index the lines that existed at the start
	 */
	archived({modified}: Archive, isWanted: boolean): ArchiveLines {
		const {index, unrecognisedLines} = this.#options;
		const unrecognised = new LastOffsets();
		const reading = this.#timeOfReading();
		const begin = {offset: 0, inRest: false, header: noHeader, reading};
		const sink = new ArchiveSink(isWanted ? index.writer(this.number, false) : undefined);
		const lines = this.#lines(begin, sink, unrecognised);
		let isKept = isWanted;
		const keepUnrecognised = (): void => {
			const offsets = unrecognised.take();
			if (offsets.length > 0 && isKept) {
				unrecognisedLines.addBackfill({log: this.number, time: modified, offsets});
			}
		};
		return {
			write: (bytes, length) => {
				this.write(lines, bytes, length);
				keepUnrecognised();
			},
			finish: () => {
				this.finish(lines);
				keepUnrecognised();
			},
			goOnLive: () => {
				if (!isKept) {
					this.#unwanted = {
						unrecognised: this.#processor.unrecognised,
						notRequests: this.#processor.notRequests,
					};
					isKept = true;
				}
				sink.goOnWith(index.writer(this.number, true));
				if (reading !== undefined) {
					reading.from = 0;
				}
				return sink.next;
			},
		};
	}

	/** Header that is active after the last appended line. */
	get header(): LogHeader {
		return this.#before?.header ?? this.#live?.header ?? noHeader;
	}

	/** Adds the lines in the next `length` bytes of the file to the index. */
	write(lines: AppendedLines, bytes: Buffer, length: number): void {
		if (this.#before !== undefined) {
			this.#goOn(lines, this.#before.header);
			this.#before = undefined;
		}
		this.key.write(bytes, length);
		lines.write(bytes, length);
	}

	/** Ends the last line: no bytes follow. */
	finish(lines: AppendedLines): void {
		this.key.finish();
		lines.finish();
	}

	/**
	 * Adds a block that the backfill thread has read. Yields to the event loop between steps. `time` is the time of the block's
	 * first line. Resolves with false if the index can't import the block, or if `isGivenUp` returns true between two steps.
	 */
	async adopt(read: WorkerBlock, time: number, isGivenUp: () => boolean): Promise<boolean> {
		const {index, unrecognisedLines, turn} = this.#options;
		const {block, unrecognised, unrecognisedAt, notRequests, newest, holes, cut} = read;
		const adopting = index.adopting(this.number, block);
		let adopted: IteratorResult<void, boolean>;
		do {
			await turn();
			if (isGivenUp()) {
				return false;
			}
			adopted = adopting.next();
		} while (adopted.done !== true);
		if (!adopted.value) {
			return false;
		}
		this.#processor.add(unrecognised, notRequests, cut);
		unrecognisedLines.addBackfill({log: this.number, time: newest, offsets: unrecognisedAt});
		this.backfill.wentBackTo(time);
		this.backfill.skipped(holes);
		return true;
	}

	/** Reports that a part of the backfill is permanently unreadable. */
	reportLost(bytes: number): void {
		const text = `${bytes} bytes of existing content can no longer be read, so their lines are missing.`;
		this.#options.report(this.#file.path, text, bytes);
	}

	/** Reports once how many NULs of the backfill were skipped. */
	reportHoles(): void {
		const {holes} = this.backfill;
		if (holes > 0 && !this.#wereHolesSaid) {
			this.#wereHolesSaid = true;
			this.#report(
				`skipped ${holes} NULs in existing content: the file was probably truncated while the server kept its old offset.`,
			);
		}
	}

	/** Continues with the header of the previous generation, without its date: the next lines may be from another day. */
	#goOn(lines: AppendedLines, {fields}: LogHeader): void {
		if (fields !== '') {
			const header = {fields, date: ''};
			this.key.goesOn(header);
			lines.goesOn(header);
		}
	}

	/**
	 * Bytes that existed when the file was found never get the time of reading, because they were written earlier. This also
	 * applies if the whole file is live.
	 */
	#timeOfReading(): TimeOfReading | undefined {
		const {now} = this.#options;
		const {archive, startSize, isBackfill} = this.#file;
		return now === undefined || isBackfill
			? undefined
			: {from: archive?.isNew === false ? Number.POSITIVE_INFINITY : startSize, now};
	}

	#lines(
		begin: Pick<AppendedLinesOptions, 'offset' | 'inRest' | 'header' | 'reading'>,
		writer: EntrySink,
		unrecognised: OffsetSink,
	): AppendedLines {
		return new AppendedLines({
			...begin,
			processor: this.#processor,
			writer,
			unrecognised,
			report: this.#report,
		});
	}

	readonly #report = (text: string): void => this.#options.report(this.#file.path, text);
}

const nothing = Buffer.alloc(0);

/**
 * Maximum time that lines wait for the end of a line that a container runtime has split, in ms. Runtimes write the parts within a
 * few ms. The limit keeps an end that never arrives from hiding the lines of other streams.
 */
const maxHold = 3000;

/** Length of a hole in bytes above which it is reported while it is read. */
const longHole = 256 << 20;

/** Start and destination of appended lines. */
type AppendedLinesOptions = {
	readonly processor: LineProcessor;
	readonly writer: EntrySink;
	/** Takes the offsets of lines that no format matches. */
	readonly unrecognised: OffsetSink;
	/** Determines which lines without a time get the time of reading. If missing, no line does. */
	readonly reading?: TimeOfReading | undefined;
	/** Offset of the first byte that will be written. */
	readonly offset: number;
	/** True if this byte is within a line whose beginning was already read. The rest of that line is skipped. */
	readonly inRest: boolean;
	/** Header that is active at `offset`. */
	readonly header: LogHeader;
	/** Reports skipped NULs to the user. */
	readonly report: (text: string) => void;
};

/** Adds the lines that are appended to a log to the index. */
export class AppendedLines {
	readonly #processor: LineProcessor;
	readonly #writer: EntrySink;
	readonly #report: (text: string) => void;
	readonly #splitter: LineSplitter;
	readonly #split: SplitLines;
	/** Offset of the first waiting line, and the start of the wait by `performance.now()`. */
	#heldFrom: number | undefined;
	#heldSince = 0;
	#inRest: boolean;
	#header: LogHeader;
	#saidSkipped = 0;
	#isHoleSaid = false;

	constructor({
		processor,
		writer,
		unrecognised,
		reading,
		offset,
		inRest,
		header,
		report,
	}: AppendedLinesOptions) {
		const target = {entries: writer, unrecognised, reading};
		this.#processor = processor;
		this.#writer = writer;
		this.#header = header;
		this.#report = report;
		this.#inRest = inRest;
		const take: LineSink = (bytes, start, end, lineOffset, whole, dropped) => {
			if (this.#inRest) {
				this.#inRest = false;
			} else if (!this.#split.holds(bytes, start, end, lineOffset, whole, dropped)) {
				processor.take(bytes, start, end, lineOffset, whole, dropped, target, false);
			}
		};
		this.#split = new SplitLines(take);
		this.#splitter = new LineSplitter(
			offset,
			take,
			this.#split.guard((bytes, start, end, lineOffset) =>
				this.#inRest ? start : processor.takeLines(bytes, start, end, lineOffset, target),
			),
		);
	}

	/** Header that is active after the last line. */
	get header(): LogHeader {
		return this.#header;
	}

	/** Sets the header that is active at the start of the log. */
	goesOn(header: LogHeader): void {
		this.#header = header;
	}

	/** Offset after the last byte written. */
	get position(): number {
		return this.#splitter.offset + this.#splitter.unfinished;
	}

	/** True if the last bytes were NULs of a hole, which may be long. */
	get isInHole(): boolean {
		return this.#splitter.hole > 0;
	}

	/** True while lines wait for the end of a line that a container runtime has split. */
	get isHolding(): boolean {
		return this.#heldFrom !== undefined;
	}

	/** True once lines have waited for `maxHold`. */
	get isOverdue(): boolean {
		return this.isHolding && performance.now() - this.#heldSince > maxHold;
	}

	/** Reads the lines in `bytes[0, length)`, which directly follow the bytes written before. */
	write(bytes: Buffer, length: number): void {
		// Reading the backfill between two writes changes the header of the processor.
		this.#processor.header = this.#header;
		this.#splitter.write(bytes, 0, length);
		const {heldFrom} = this.#split;
		if (heldFrom !== this.#heldFrom) {
			this.#heldFrom = heldFrom;
			this.#heldSince = performance.now();
		}
		this.#settle();
		this.#reportSkipped();
	}

	/** Passes the waiting lines on without the missing parts. */
	handOn(): void {
		this.#processor.header = this.#header;
		this.#split.finish();
		this.#heldFrom = undefined;
		this.#settle();
	}

	/** Ends the log. The bytes after the last line feed are a line, too. */
	finish(): void {
		// Other logs may have overwritten the buffer of the last chunk. The empty write makes the splitter use its copy of the line.
		this.#processor.header = this.#header;
		this.#splitter.write(nothing, 0, 0);
		this.#splitter.finish();
		this.#split.finish();
		this.#writer.close();
		this.#reportSkipped();
	}

	#settle(): void {
		this.#header = this.#processor.header;
		this.#writer.settle();
	}

	#reportSkipped(): void {
		if (this.#splitter.hole > longHole && !this.#isHoleSaid) {
			this.#isHoleSaid = true;
			this.#report('has a long hole of NULs; reading continues, and the next lines are shown after it.');
		}
		const count = this.#splitter.skipped - this.#saidSkipped;
		if (count > 0) {
			this.#saidSkipped += count;
			this.#isHoleSaid = false;
			this.#report(
				`skipped a hole of ${count} NULs: the file was probably truncated while the server kept its old offset.`,
			);
		}
	}
}
