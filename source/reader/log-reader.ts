import {type LogHeader, noHeader} from '../entries/log-header.js';
import type {TokenKey} from '../index/token.js';
import type {Archive, LogFile} from '../tail/log-file.js';
import {ArchiveBackfill, type ArchiveBackfillOptions} from './archive-backfill.js';
import {Backfill} from './backfill.js';
import type {BackfillWorker} from './backfill-worker.js';
import {HeaderSearch} from './header-search.js';
import {type EndBytes, readEnd, takeEnd} from './log-end.js';
import {type AppendedLines, LogLines, type LogLinesOptions} from './log-lines.js';
import {longestWait, Patience} from './read-sizes.js';

/** What all logs of a store share. */
export type LogReaderOptions = LogLinesOptions & {
	/** Whether to read what was written before. */
	readonly backfill: boolean;
	/** Buffers that all logs share, because only one is read at a time. */
	readonly buffers: {readonly live: Buffer; readonly backfill: [Buffer, Buffer]};
	/** Reads blocks of the past on another core. */
	readonly worker: BackfillWorker;
	/** Called when there is something to do again. */
	readonly wake: () => void;
	/** Whether files are followed. */
	readonly follow: boolean;
	/** Whether all that it holds counts as written since we watch. */
	readonly isNew?: boolean;
};

/** What is read from where, and what takes it. */
type AppendedReaderOptions = {
	readonly lines: Pick<LogLines, 'write' | 'finish' | 'sayLost'>;
	/** Takes the lines that come. */
	readonly live: AppendedLines;
	readonly patience: Pick<Patience, 'renew' | 'isOver'>;
	/** Free to be used in a step. */
	readonly buffer: Buffer;
	/** Whether nothing is added to the file any more. */
	readonly isEnded: () => boolean;
};

/** Reads what is added to a log. */
export class AppendedReader {
	readonly #file: LogFile;
	readonly #options: AppendedReaderOptions;
	#isDone = false;

	constructor(file: LogFile, options: AppendedReaderOptions) {
		this.#file = file;
		this.#options = options;
	}

	/** Bytes added and not read yet. */
	get lag(): number {
		return this.#isDone ? 0 : Math.max(0, this.#left);
	}

	/** True while there may be something to do. */
	get isDue(): boolean {
		const {live, isEnded} = this.#options;
		return !this.#isDone && (this.lag > 0 || live.isOverdue || isEnded());
	}

	/** Whether lines that have been read wait for the end of one, which nobody tells of when it doesn't come. */
	get isHolding(): boolean {
		return !this.#isDone && this.#options.live.isHolding;
	}

	/** True when all has been read, or given up, and nothing will be added. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Reads a chunk and hands its lines on. False when there is none, for now at least. */
	async step(): Promise<boolean> {
		const {lines, live, buffer, patience, isEnded} = this.#options;
		if (live.isOverdue) {
			live.handOn();
			return true;
		}
		const room = Math.min(buffer.length, this.#left);
		const length = room > 0 ? await this.#file.read(buffer.subarray(0, room), live.position) : 0;
		if (length > 0) {
			patience.renew();
			lines.write(live, buffer, length);
			return true;
		}
		if (isEnded() && (room <= 0 || patience.isOver())) {
			if (room > 0 && !this.#file.gone) {
				lines.sayLost(this.#left);
			}
			lines.finish(live);
			this.#isDone = true;
			return true;
		}
		return false;
	}

	get #left(): number {
		return this.#file.size - this.#options.live.position;
	}
}

/**
 * A log on its way into the index: first its end, then what is added to it, and behind that its past. Each method
 * does a small piece of the work and returns whether there was any.
 */
export class LogReader {
	readonly file: LogFile;
	/** Identity of the file that it was in at first: truncated, it may go on in its copy. */
	readonly openedIn: string | undefined;
	/** Nothing will be added to the file. */
	ended = false;
	readonly #options: LogReaderOptions;
	readonly #lines: LogLines;
	readonly #patience: Patience;
	/** The last bytes that were there at the start: kept while the header in force at their beginning is searched for. */
	#end: EndBytes | undefined;
	/** Only where lines depend on a header. */
	#headers: HeaderSearch | undefined;
	/**
	 * What is added: for an archive whose text is new, all of it. Undefined before the beginning, and once all has been
	 * read.
	 */
	#live: AppendedReader | ArchiveBackfill | undefined;
	/** What was there at the start, and is to be read; undefined before that is known, and where there is none. */
	#backfill: Backfill | ArchiveBackfill | undefined;
	/** Bytes of it that can't be read any more, as far as the user was told. */
	#lostReported = 0;
	/** Whether all that it holds was written since we watch, or counts so. */
	readonly #isNew: boolean;
	#began = false;
	#liveFrom = 0;

	/** @param before What the same file held before it was truncated. */
	constructor(file: LogFile, options: LogReaderOptions, before?: LogReader) {
		this.file = file;
		this.openedIn = file.identity;
		this.#options = options;
		this.#lines = new LogLines(file, options, before === undefined ? undefined : before.#lines);
		this.#patience = new Patience(file);
		// What was read before, and is written to again, goes on where it was.
		this.#isNew = file.archive?.isNew || (options.isNew === true && !file.continues);
	}

	/** The number that the index has for the file. */
	get number(): number {
		return this.#lines.number;
	}

	/** Lines that no format reads. */
	get unrecognised(): number {
		return this.#lines.unrecognised;
	}

	/** Lines that are understood and are no requests. */
	get notRequests(): number {
		return this.#lines.notRequests;
	}

	/** What tokens are made with; there is none before the first entry. */
	get key(): TokenKey | undefined {
		return this.#lines.key.key;
	}

	/** Offset of the first line that was written, or completed, since we watch. */
	get liveFrom(): number {
		return this.#liveFrom;
	}

	/** Bytes of the past; of an archive those of the file. */
	get backfillSize(): number {
		const {archive, startSize} = this.file;
		return this.#isNew ? 0 : (archive?.size ?? startSize);
	}

	/** Bytes of the past that are still to be read. */
	get backfillLeft(): number {
		if (!this.#began) {
			return this.file.archive === undefined || this.#options.backfill ? this.backfillSize : 0;
		}
		return this.#backfill?.left ?? 0;
	}

	/** The past of an archive, unless it is left out. */
	get archiveBackfill(): ArchiveBackfill | undefined {
		return this.#backfill instanceof ArchiveBackfill ? this.#backfill : undefined;
	}

	/** What is left of the past is older than this, about. Milliseconds since 1970. */
	get backfillTime(): number {
		return this.#lines.backfill.time;
	}

	/** True while the buffers of the past are in use by this log: it must go on before another one can. */
	get isInBlock(): boolean {
		return this.#backfill instanceof Backfill && this.#backfill.isInBlock;
	}

	/** True while another thread has something of the past: it may be newer than what has been read. */
	get hasBlocksAway(): boolean {
		return this.#backfill instanceof Backfill && this.#backfill.hasAway;
	}

	/** Bytes added and not read yet; of an archive those of the file. */
	get lag(): number {
		return this.#live?.lag ?? 0;
	}

	/** True when everything has been read and nothing will be added. */
	get finished(): boolean {
		return this.#began && this.#live === undefined && (this.#backfill?.isDone ?? true);
	}

	/** True once `begin` is done. */
	get began(): boolean {
		return this.#began;
	}

	/**
	 * Reads the end of what was there at the start, once, in some steps; false, and to be tried again, when it can't be
	 * read just now.
	 */
	async begin(): Promise<boolean> {
		if (this.#began) {
			return false;
		}
		const {startSize, archive} = this.file;
		if (archive !== undefined) {
			this.#beginArchive(archive);
			this.#began = true;
		} else if (startSize === 0 || this.#isNew) {
			this.#live = this.#growth(this.#lines.live(0, false, noHeader));
			this.#began = true;
		} else {
			return this.#beginAtEnd(startSize);
		}
		return true;
	}

	/** Whether there may be something added that can be read. */
	get isLiveDue(): boolean {
		return this.#live?.isDue ?? false;
	}

	/** Whether what was added is being decoded: it says when there is something of it to be read. */
	get isDecoding(): boolean {
		return this.#live instanceof ArchiveBackfill && this.#live.isDecoding;
	}

	/** Whether lines that were read wait for the end of one that a container runtime has split. */
	get isHolding(): boolean {
		return this.#live instanceof AppendedReader && this.#live.isHolding;
	}

	/** Reads a chunk of what was added. */
	async readLive(): Promise<boolean> {
		const live = this.#live;
		if (!live?.isDue) {
			return false;
		}
		const hasWorked = await live.step();
		if (live.isDone) {
			this.#live = undefined;
		}
		return hasWorked;
	}

	/** Reads a chunk of the backfill; false when there is none, for now at least. */
	async readBackfill(): Promise<boolean> {
		const backfill = this.#backfill;
		if (backfill === undefined || backfill instanceof ArchiveBackfill) {
			return backfill?.step() ?? false;
		}
		if (backfill.left === 0) {
			return false;
		}
		const hasWorked = await backfill.step();
		const {lost} = backfill;
		if (lost > this.#lostReported) {
			this.#lines.sayLost(lost - this.#lostReported);
			this.#lostReported = lost;
		}
		this.#reportHoles();
		return hasWorked;
	}

	/** Leaves the rest of the backfill unread. */
	async leaveBackfill(): Promise<void> {
		await this.#backfill?.close();
		this.#backfill = undefined;
		this.#reportHoles();
	}

	/** Nobody will ask for it any more: a log to come may have its tokens. */
	forget(): void {
		this.#lines.key.release();
	}

	/**
	 * Takes the end of what was there at the start: what follows is live, what stands before it the backfill. False when it
	 * can't be read just now.
	 */
	async #beginAtEnd(startSize: number): Promise<boolean> {
		const {buffers, sizes, backfill} = this.#options;
		const {key} = this.#lines;
		// Nothing is added any more: what stands after the last line end is a line, too.
		const isComplete = this.ended && this.file.size === startSize;
		// Without its beginning the log would get other tokens than it has the next time.
		const isBeginningRead = await key.read(startSize, buffers.live);
		this.#headers ??= key.isHeaded ? new HeaderSearch() : undefined;
		this.#end ??= isBeginningRead
			? await readEnd(this.file, startSize, sizes.tail, sizes.largestTail)
			: undefined;
		const end = this.#end;
		const isRead = backfill && !this.file.continues;
		const header = end === undefined ? 'unreadable' : await this.#headerAt(end, isRead, isComplete);
		if (header === 'looking') {
			this.#patience.renew();
			return true;
		}
		if (header === 'unreadable' && !this.#patience.isOver()) {
			return false;
		}
		if (isComplete) {
			key.finish();
		}
		this.#began = true;
		this.#end = undefined;
		if (end === undefined || header === 'unreadable') {
			this.#lines.sayLost(startSize);
			this.#liveFrom = startSize;
			this.#live = this.#growth(this.#lines.live(startSize, false, noHeader));
			return true;
		}
		const target = this.#lines.backfill;
		target.headed(header);
		const {backfillEnd, liveFrom, unfinished} = takeEnd(end, isRead ? target : undefined, isComplete);
		const live = this.#lines.live(liveFrom, end.start === undefined, target.header);
		live.write(unfinished, unfinished.length);
		this.#live = this.#growth(live);
		this.#liveFrom = liveFrom;
		if (isRead) {
			this.#backfill = this.#backfillBefore(backfillEnd);
		}
		this.#reportHoles();
		return true;
	}

	/** The header in force at the first line that is read: of the end, or of what is live where the backfill isn't read. */
	async #headerAt(
		end: EndBytes,
		isRead: boolean,
		isComplete: boolean,
	): Promise<LogHeader | 'looking' | 'unreadable'> {
		if (this.#headers === undefined) {
			return noHeader;
		}
		const {bytes, offset, start = bytes.length} = end;
		const first = isRead ? offset + start : takeEnd(end, undefined, isComplete).liveFrom;
		return this.#headers.look(this.file, first, this.#options.buffers.live);
	}

	#backfillBefore(end: number): Backfill {
		const lines = this.#lines;
		const {sizes, format, client, buffers, worker, wake} = this.#options;
		return new Backfill(this.file, {
			...{end, sizes, headers: this.#headers, worker, format, client},
			buffers: buffers.backfill,
			target: lines.backfill,
			// What is appended can be read while the backfill can't, and the other way round.
			patience: new Patience(this.file),
			wanted: () => lines.wanted,
			adopt: (...block) => lines.adopt(...block),
			wake: () => {
				this.#reportHoles();
				wake();
			},
		});
	}

	/** Tells the user how much was skipped in the backfill, once all of it has been read. */
	#reportHoles(): void {
		if (this.#backfill === undefined || this.archiveBackfill !== undefined || this.#backfill.left === 0) {
			this.#lines.sayHoles();
		}
	}

	#growth(live: AppendedLines): AppendedReader {
		return new AppendedReader(this.file, {
			...{lines: this.#lines, live, patience: this.#patience},
			buffer: this.#options.buffers.live,
			isEnded: () => this.ended,
		});
	}

	#beginArchive(archive: Archive): void {
		const {backfill, follow} = this.#options;
		if (this.#isNew) {
			const live = this.#lines.live(0, false, noHeader);
			this.#live = this.#openArchive(archive, {
				write: (bytes, length) => this.#lines.write(live, bytes, length),
				finish: () => this.#lines.finish(live),
			});
			return;
		}
		const lines = this.#lines.archived(archive, backfill);
		this.#liveFrom = Number.POSITIVE_INFINITY;
		const goOnLive = (): void => {
			this.#liveFrom = lines.goOnLive();
		};
		if (backfill) {
			const backfillRead = (): void => {
				goOnLive();
				// What is appended from now on is no backfill.
				this.#live = this.archiveBackfill;
				this.#backfill = undefined;
			};
			this.#backfill = this.#openArchive(archive, lines, follow ? {backfillRead} : {});
		} else if (follow) {
			this.#live = this.#openArchive(archive, lines, {backfillRead: goOnLive, unwanted: archive.size});
		}
	}

	#openArchive(
		archive: Archive,
		lines: {readonly write: (bytes: Buffer, length: number) => void; readonly finish: () => void},
		start: Pick<ArchiveBackfillOptions, 'backfillRead' | 'unwanted'> = {},
	): ArchiveBackfill {
		const {sizes, wake} = this.#options;
		return new ArchiveBackfill(this.file, archive, {
			...{chunk: sizes.chunk, longestWait, wake, ...start},
			isEnded: () => this.ended,
			write: lines.write,
			finish: lost => {
				lines.finish();
				if (lost > 0) {
					this.#lines.sayLost(lost);
				}
			},
		});
	}
}
