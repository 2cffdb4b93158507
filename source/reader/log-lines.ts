import {setImmediate as nextTurn} from 'node:timers/promises';
import type {ClientChoice} from '../entries/client-choice.js';
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
import {LastOffsets, type OffsetSink, type UnrecognisedPlaces} from './unrecognised-places.js';

/** Where the lines of a log go. */
export type LogLinesOptions = {
	readonly index: EntryIndex;
	/** The name of the source that the tokens are made with. */
	readonly source: string;
	/** The format that lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
	/** What says when lines are read that are written meanwhile and have no time; without it, they have none. */
	readonly now?: (() => number) | undefined;
	readonly sizes: ReadSizes;
	/** Remembers where the lines stand that no format reads. */
	readonly places: UnrecognisedPlaces;
	/** Tell logs with the same fingerprint apart. */
	readonly ordinals: Ordinals;
	/** Told what the user should know of a file, and of how many bytes that are lost, if that is it. */
	readonly say: (path: string, text: string, lost?: number) => void;
};

/** Takes the text of an archive. */
type ArchiveLines = {
	/** Brings the bytes that come next into the index. */
	readonly write: (bytes: Buffer, length: number) => void;
	/** Nothing comes after them. */
	readonly finish: () => void;
	/** What comes from now on was appended since we watch. Returns the offset from which on its entries are. */
	readonly goOnLive: () => number;
};

/** Takes the lines of a log, in whatever order its parts are read, and brings them into the index. */
export class LogLines {
	/** The number that the index has for the file. */
	readonly number: number;
	readonly key: LogKey;
	/** Takes those of the past. */
	readonly backfill: BackfillLines;
	readonly #file: LogFile;
	readonly #options: LogLinesOptions;
	readonly #processor: LineProcessor;
	/** Until something is added: then all that was there before has been read. */
	#before: LogLines | undefined;
	/** Takes what is added. */
	#live: AppendedLines | undefined;
	#wereHolesSaid = false;
	/** What was read only to come to what is wanted. */
	#unwanted = {unrecognised: 0, notRequests: 0};

	/** @param before Takes what the same file held before it was truncated. */
	constructor(file: LogFile, options: LogLinesOptions, before?: LogLines) {
		this.#before = before;
		const {index, source, format, client, sizes, places, ordinals} = options;
		this.#file = file;
		this.#options = options;
		this.#processor = new LineProcessor(this.#say, format, client);
		this.key = new LogKey(file, {source, format, ordinals, head: sizes.head});
		this.number = index.addFile({source, path: file.path});
		this.backfill = new BackfillLines(
			this.#processor,
			() => index.writer(this.number, false),
			(offsets, time) => places.addBackfill({log: this.number, time, offsets}),
		);
	}

	/** Which entries are wanted of what another thread reads; undefined: all. */
	get wanted(): Wanted | undefined {
		return this.#options.index.wanted;
	}

	/** Lines that no format reads. */
	get unrecognised(): number {
		return this.#processor.unrecognised - this.#unwanted.unrecognised;
	}

	/** Lines that are understood and are no requests. */
	get notRequests(): number {
		return this.#processor.notRequests - this.#unwanted.notRequests;
	}

	/**
	 * What takes the lines that are added, from `offset` on; with `inRest` there is first the rest of one that isn't
	 * wanted.
	 */
	live(offset: number, inRest: boolean, header: LogHeader): AppendedLines {
		const {index, places} = this.#options;
		this.#live = this.#lines(
			{offset, inRest, header, reading: this.#timeOfReading()},
			index.writer(this.number, true),
			places.written(this.number),
		);
		return this.#live;
	}

	/**
	 * What takes the lines of an archive that was there at the start.
	 * @param isWanted Whether the lines are wanted that were there at the start.
	 */
	archived({modified}: Archive, isWanted: boolean): ArchiveLines {
		const {index, places} = this.#options;
		const unrecognised = new LastOffsets();
		const reading = this.#timeOfReading();
		const begin = {offset: 0, inRest: false, header: noHeader, reading};
		const sink = new ArchiveSink(isWanted ? index.writer(this.number, false) : undefined);
		const lines = this.#lines(begin, sink, unrecognised);
		let isKept = isWanted;
		const keepPlaces = (): void => {
			const offsets = unrecognised.take();
			if (offsets.length > 0 && isKept) {
				places.addBackfill({log: this.number, time: modified, offsets});
			}
		};
		return {
			write: (bytes, length) => {
				this.write(lines, bytes, length);
				keepPlaces();
			},
			finish: () => {
				this.finish(lines);
				keepPlaces();
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

	/** The header in force behind what was added last. */
	get header(): LogHeader {
		return this.#before?.header ?? this.#live?.header ?? noHeader;
	}

	/** Brings the bytes that come next in the file into the index. */
	write(lines: AppendedLines, bytes: Buffer, length: number): void {
		if (this.#before !== undefined) {
			this.#goOn(lines, this.#before.header);
			this.#before = undefined;
		}
		this.key.write(bytes, length);
		lines.write(bytes, length);
	}

	/** Nothing comes after them. */
	finish(lines: AppendedLines): void {
		this.key.finish();
		lines.finish();
	}

	/**
	 * Takes a block of the past that another thread has read, and whose first line has that time, unless it is given up
	 * meanwhile. False when it can't be taken.
	 */
	async adopt(read: WorkerBlock, time: number, isGivenUp: () => boolean): Promise<boolean> {
		const {index, places} = this.#options;
		const {block, unrecognised, unrecognisedAt, notRequests, newest, holes, cut} = read;
		const adopting = index.adopting(this.number, block);
		let adopted = adopting.next();
		for (; adopted.done !== true; adopted = adopting.next()) {
			await nextTurn();
			if (isGivenUp()) {
				return false;
			}
		}
		if (!adopted.value) {
			return false;
		}
		this.#processor.add(unrecognised, notRequests, cut);
		places.addBackfill({log: this.number, time: newest, offsets: unrecognisedAt});
		this.backfill.wentBackTo(time);
		this.backfill.skipped(holes);
		return true;
	}

	/** Says that a part of what was there can't be had any more. */
	sayLost(bytes: number): void {
		const text = `${bytes} bytes that were there before can no longer be read, so their lines are missing.`;
		this.#options.say(this.#file.path, text, bytes);
	}

	/** Says how much of the past was skipped, once. */
	sayHoles(): void {
		const {holes} = this.backfill;
		if (holes > 0 && !this.#wereHolesSaid) {
			this.#wereHolesSaid = true;
			const text = `skipped ${holes} NULs in what was there before, as when it is truncated while the server writes on`;
			this.#say(`${text} where it was.`);
		}
	}

	/** That header is in force up to the next. The day isn't kept: lines that need one may be of another by now. */
	#goOn(lines: AppendedLines, {fields}: LogHeader): void {
		if (fields !== '') {
			const header = {fields, date: ''};
			this.key.goesOn(header);
			lines.goesOn(header);
		}
	}

	/** What is there when the file is found was written at another time, though all of it may count as new. */
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
		return new AppendedLines({...begin, processor: this.#processor, writer, unrecognised, say: this.#say});
	}

	readonly #say = (text: string): void => this.#options.say(this.#file.path, text);
}

const nothing = Buffer.alloc(0);

/**
 * So long lines wait for the end of one that a container runtime has split, milliseconds. Runtimes write the parts within
 * a few, but an end that never comes must not hide what other streams write.
 */
const longestHold = 3000;

/** Where the lines that come begin, and what takes them. */
type AppendedLinesOptions = {
	readonly processor: LineProcessor;
	readonly writer: EntrySink;
	/** Told where the lines stand that no format reads. */
	readonly unrecognised: OffsetSink;
	/** Which lines without a time have that of their reading; without it, none. */
	readonly reading?: TimeOfReading | undefined;
	/** Offset of the first byte that will be written. */
	readonly offset: number;
	/** True when that byte stands within a line whose beginning has been taken: its rest isn't wanted. */
	readonly inRest: boolean;
	/** The header in force there. */
	readonly header: LogHeader;
	/** Told of holes. */
	readonly say: (text: string) => void;
};

/** Brings what is added to a log into the index. */
export class AppendedLines {
	readonly #processor: LineProcessor;
	readonly #writer: EntrySink;
	readonly #say: (text: string) => void;
	readonly #splitter: LineSplitter;
	readonly #split: SplitLines;
	/** Offset of the first line that waits for its end, and since when it does, by `performance.now()`. */
	#heldFrom: number | undefined;
	#heldSince = 0;
	#inRest: boolean;
	#header: LogHeader;
	#saidSkipped = 0;

	constructor({processor, writer, unrecognised, reading, offset, inRest, header, say}: AppendedLinesOptions) {
		const target = {entries: writer, unrecognised, reading};
		this.#processor = processor;
		this.#writer = writer;
		this.#header = header;
		this.#say = say;
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

	/** The header in force behind what was taken last. */
	get header(): LogHeader {
		return this.#header;
	}

	/** The log goes on where that header is in force. */
	goesOn(header: LogHeader): void {
		this.#header = header;
	}

	/** Offset behind the last byte written. */
	get position(): number {
		return this.#splitter.offset + this.#splitter.unfinished;
	}

	/** Whether lines wait for the end of one that a container runtime has split. */
	get isHolding(): boolean {
		return this.#heldFrom !== undefined;
	}

	/** Whether they have waited long enough. */
	get isOverdue(): boolean {
		return this.isHolding && performance.now() - this.#heldSince > longestHold;
	}

	/** Takes the lines in `bytes[0, length)`, the bytes next to those before. */
	write(bytes: Buffer, length: number): void {
		// The past of the log is read in turns with this.
		this.#processor.header = this.#header;
		this.#splitter.write(bytes, 0, length);
		const {heldFrom} = this.#split;
		if (heldFrom !== this.#heldFrom) {
			this.#heldFrom = heldFrom;
			this.#heldSince = performance.now();
		}
		this.#settle();
		this.#saySkipped();
	}

	/** Takes the lines that wait, as far as they are there. */
	handOn(): void {
		this.#processor.header = this.#header;
		this.#split.finish();
		this.#heldFrom = undefined;
		this.#settle();
	}

	/** Nothing more will be added: what stands after the last line end is a line, too. */
	finish(): void {
		// The last chunk's buffer has been used by other logs since: what the cutter kept itself is the line.
		this.#processor.header = this.#header;
		this.#splitter.write(nothing, 0, 0);
		this.#splitter.finish();
		this.#split.finish();
		this.#writer.close();
		this.#saySkipped();
	}

	#settle(): void {
		this.#header = this.#processor.header;
		this.#writer.settle();
	}

	#saySkipped(): void {
		const count = this.#splitter.skipped - this.#saidSkipped;
		if (count > 0) {
			this.#saidSkipped += count;
			this.#say(
				`skipped a hole of ${count} NULs, as when it is truncated while the server writes on where it was.`,
			);
		}
	}
}
