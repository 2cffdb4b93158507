import {type LogHeader, noHeader} from '../entries/log-header.js';
import type {TokenKey} from '../index/token.js';
import type {Archive, LogFile} from '../tail/log-file.js';
import {ArchiveBackfill, type ArchiveBackfillOptions} from './archive-backfill.js';
import {Backfill} from './backfill.js';
import type {BackfillWorker} from './backfill-worker.js';
import {HeaderSearch} from './header-search.js';
import {type EndBytes, readEnd, takeEnd} from './log-end.js';
import {type AppendedLines, LogLines, type LogLinesOptions} from './log-lines.js';
import {maxWait, Patience} from './read-sizes.js';

/** Options that all logs of a store share. */
export type LogReaderOptions = LogLinesOptions & {
	/** True to read the backfill. */
	readonly backfill: boolean;
	/** Buffers shared by all logs, because only one log is read at a time. */
	readonly buffers: {readonly live: Buffer; readonly backfill: [Buffer, Buffer]};
	/** Reads blocks of the backfill on a second core. */
	readonly worker: BackfillWorker;
	/** Called when a reader has work again. */
	readonly wake: () => void;
	/** True if files are followed. */
	readonly follow: boolean;
	/** True to treat the whole content of a log as live, not as backfill. */
	readonly isNew?: boolean;
};

/**
 * Bytes per read within a hole of NULs, where the number of reads matters most. With the default chunk, a hole of 5 GiB took
 * more than twice as long.
 */
const holeChunk = 4 << 20;

/** Source and destination of appended lines. */
type AppendedReaderOptions = {
	readonly lines: Pick<LogLines, 'write' | 'finish' | 'reportLost'>;
	/** Takes the appended lines. */
	readonly live: AppendedLines;
	readonly patience: Pick<Patience, 'renew' | 'isOver'>;
	/** Buffer that a step may overwrite. */
	readonly buffer: Buffer;
	/** Returns true once the file can't grow anymore. */
	readonly isEnded: () => boolean;
};

/** Reads the bytes that are appended to a log. */
export class AppendedReader {
	readonly #file: LogFile;
	readonly #options: AppendedReaderOptions;
	#isDone = false;
	/** Buffer for the bytes of a hole, while the last bytes are in one. */
	#holeBuffer: Buffer | undefined;

	constructor(file: LogFile, options: AppendedReaderOptions) {
		this.#file = file;
		this.#options = options;
	}

	/** Number of appended bytes that haven't been read yet. */
	get lag(): number {
		return this.#isDone ? 0 : Math.max(0, this.#left);
	}

	/** True while a step may find work. */
	get isDue(): boolean {
		const {live, isEnded} = this.#options;
		return !this.#isDone && (this.lag > 0 || live.isOverdue || isEnded());
	}

	/**
	 * True while lines that were read wait for the end of a split line. No event reports that the end is missing, so the caller
	 * must check again after some time.
	 */
	get isHolding(): boolean {
		return !this.#isDone && this.#options.live.isHolding;
	}

	/** True once all bytes have been read or given up, and the file can't grow anymore. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Reads a chunk and passes its lines on. Resolves with false if no bytes are readable now. */
	async step(): Promise<boolean> {
		const {lines, live, patience, isEnded} = this.#options;
		if (live.isOverdue) {
			live.handOn();
			return true;
		}
		this.#holeBuffer = live.isInHole ? (this.#holeBuffer ?? Buffer.allocUnsafeSlow(holeChunk)) : undefined;
		const buffer = this.#holeBuffer ?? this.#options.buffer;
		const limit = Math.min(buffer.length, this.#left);
		const length = limit > 0 ? await this.#file.read(buffer.subarray(0, limit), live.position) : 0;
		if (length > 0) {
			patience.renew();
			lines.write(live, buffer, length);
			return true;
		}
		if (isEnded() && (limit <= 0 || patience.isOver())) {
			if (limit > 0 && !this.#file.isGone) {
				lines.reportLost(this.#left);
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
 * Reads a log into the index: first the end of the file, then appended lines, and between them the backfill. Each method does a
 * small piece of work and returns whether it did any.
 */
export class LogReader {
	readonly file: LogFile;
	/**
	 * Identity of the file when the log was opened. It differs from `file.identity` if the file was truncated and the log is now
	 * read from a copy.
	 */
	readonly openedIn: string | undefined;
	/** True once the file can't grow anymore. */
	ended = false;
	readonly #options: LogReaderOptions;
	readonly #lines: LogLines;
	readonly #patience: Patience;
	/** Last bytes of the file as of the start. Kept until the header is known that is active at their beginning. */
	#end: EndBytes | undefined;
	/** Set only if the meaning of lines depends on a header. */
	#headers: HeaderSearch | undefined;
	/**
	 * Reads the appended bytes; of an archive, the whole text if it is new, or what follows the backfill. Undefined before `begin` is
	 * done, while the backfill of an archive is read, and once everything has been read.
	 */
	#live: AppendedReader | ArchiveBackfill | undefined;
	/** Reads the backfill. Undefined before `begin` is done and if the backfill is skipped or empty. */
	#backfill: Backfill | ArchiveBackfill | undefined;
	/** Number of permanently unreadable bytes of the backfill that the user already knows of. */
	#lostReported = 0;
	/** True if the whole content is live, because it was written after the start or is treated as such. */
	readonly #isNew: boolean;
	#began = false;
	#liveFrom = 0;

	/** @param before - reader of the generation that the same file held before it was truncated */
	constructor(file: LogFile, options: LogReaderOptions, before?: LogReader) {
		this.file = file;
		this.openedIn = file.identity;
		this.#options = options;
		this.#lines = new LogLines(file, options, before === undefined ? undefined : before.#lines);
		this.#patience = new Patience(file);
		// If a file is written to again after its log ended, only the bytes after those already read are live.
		this.#isNew = file.archive?.isNew || (options.isNew === true && !file.continues);
	}

	/** Number of the file in the index. */
	get number(): number {
		return this.#lines.number;
	}

	/** Number of lines that no format matches. */
	get unrecognised(): number {
		return this.#lines.unrecognised;
	}

	/** Number of lines that a format matches but that record no request. */
	get notRequests(): number {
		return this.#lines.notRequests;
	}

	/** Key for the tokens of the log's entries; undefined before the first entry. */
	get key(): TokenKey | undefined {
		return this.#lines.key.key;
	}

	/** Offset of the first live line: the first line that was written, or completed, after the start. */
	get liveFrom(): number {
		return this.#liveFrom;
	}

	/** Size of the backfill in bytes; for an archive, in compressed bytes. */
	get backfillSize(): number {
		const {archive, startSize} = this.file;
		return this.#isNew ? 0 : (archive?.size ?? startSize);
	}

	/** Number of bytes of the backfill that haven't been read yet. */
	get backfillLeft(): number {
		if (!this.#began) {
			return this.file.archive === undefined || this.#options.backfill ? this.backfillSize : 0;
		}
		return this.#backfill?.left ?? 0;
	}

	/**
	 * The time of the backfill that hasn't been read yet, in ms since 1970. `from` is the time of the log's first request, NaN if it
	 * isn't known; `until` is an approximate upper bound, Infinity if nothing is known. Null once everything has been read.
	 */
	get unread(): {readonly from: number; readonly until: number} | null {
		if (this.backfillLeft === 0) {
			return null;
		}
		const {archive} = this.file;
		const until = this.#backfill instanceof Backfill ? this.#backfill.unreadUntil : archive?.modified;
		return {from: this.#lines.key.firstTime, until: until ?? Number.POSITIVE_INFINITY};
	}

	/** Reader of an archive's backfill; undefined if the backfill is skipped. */
	get archiveBackfill(): ArchiveBackfill | undefined {
		return this.#backfill instanceof ArchiveBackfill ? this.#backfill : undefined;
	}

	/** Approximate upper bound for the times in the rest of the backfill, in ms since 1970. */
	get backfillTime(): number {
		return this.#lines.backfill.time;
	}

	/** True while this log uses the shared backfill buffers. It must finish its block before another log can use them. */
	get isInBlock(): boolean {
		return this.#backfill instanceof Backfill && this.#backfill.isInBlock;
	}

	/** True while the backfill thread has blocks of this log. Their entries may be newer than those already read. */
	get hasBlocksAway(): boolean {
		return this.#backfill instanceof Backfill && this.#backfill.hasAway;
	}

	/** Number of appended bytes that haven't been read yet; for an archive, of compressed bytes. */
	get lag(): number {
		return this.#live?.lag ?? 0;
	}

	/** True once everything has been read and the file can't grow anymore. */
	get finished(): boolean {
		return this.#began && this.#live === undefined && (this.#backfill?.isDone ?? true);
	}

	/** True once `begin` is done. */
	get began(): boolean {
		return this.#began;
	}

	/**
	 * Reads the end of the file as of the start. Takes several calls, until `began`; then resolves with false. Also resolves with
	 * false if the file is currently unreadable; call it again later.
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

	/** True if appended bytes may be readable. */
	get isLiveDue(): boolean {
		return this.#live?.isDue ?? false;
	}

	/** True while appended bytes are being decoded. The reader calls `wake` when some are readable. */
	get isDecoding(): boolean {
		return this.#live instanceof ArchiveBackfill && this.#live.isDecoding;
	}

	/** True while lines that were read wait for the end of a line that a container runtime has split. */
	get isHolding(): boolean {
		return this.#live instanceof AppendedReader && this.#live.isHolding;
	}

	/** Reads a chunk of the appended bytes. */
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

	/** Reads a chunk of the backfill. Resolves with false if no bytes are readable now. */
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
			this.#lines.reportLost(lost - this.#lostReported);
			this.#lostReported = lost;
		}
		this.#reportHoles();
		return hasWorked;
	}

	/** Skips the rest of the backfill. */
	async leaveBackfill(): Promise<void> {
		await this.#backfill?.close();
		this.#backfill = undefined;
		this.#reportHoles();
	}

	/** Releases the tokens of the log, so that a later log can get them. */
	forget(): void {
		this.#lines.key.release();
	}

	/**
	 * Reads the end of the file as of the start. Later bytes are live, earlier bytes are the backfill. Resolves with false if the
	 * file is currently unreadable.
	 */
	async #beginAtEnd(startSize: number): Promise<boolean> {
		const {buffers, sizes, backfill} = this.#options;
		const {key} = this.#lines;
		// If the file can't grow anymore, the bytes after the last line feed are a line, too.
		const isComplete = this.ended && this.file.size === startSize;
		// The tokens depend on the beginning of the log. Without it, the next run would assign different tokens.
		const isBeginningRead = await key.read(startSize, buffers.live);
		this.#headers ??= key.isHeaded ? new HeaderSearch() : undefined;
		this.#end ??= isBeginningRead
			? await readEnd(this.file, startSize, sizes.tail, sizes.maxTailSize)
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
			this.#lines.reportLost(startSize);
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

	/**
	 * Returns the header that is active at the first line to be read: the first line of the end, or the first live line if the
	 * backfill is skipped.
	 */
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
		return this.#headers.search(this.file, first, this.#options.buffers.live);
	}

	#backfillBefore(end: number): Backfill {
		const lines = this.#lines;
		const {sizes, format, client, buffers, worker, wake} = this.#options;
		return new Backfill(this.file, {
			...{end, sizes, headers: this.#headers, worker, format, client},
			buffers: buffers.backfill,
			target: lines.backfill,
			// Separate from the patience for appended bytes: each of the two may be readable while the other isn't.
			patience: new Patience(this.file),
			wanted: () => lines.wanted,
			learned: () => lines.learned,
			adopt: (...block) => lines.adopt(...block),
			wake: () => {
				this.#reportHoles();
				wake();
			},
		});
	}

	/** Reports the number of skipped NULs in the backfill once the whole backfill has been read. */
	#reportHoles(): void {
		if (this.#backfill === undefined || this.archiveBackfill !== undefined || this.#backfill.left === 0) {
			this.#lines.reportHoles();
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
				// Bytes appended from now on aren't backfill.
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
			...{chunk: sizes.chunk, maxWait, wake, ...start},
			isEnded: () => this.ended,
			write: lines.write,
			finish: lost => {
				lines.finish();
				if (lost > 0) {
					this.#lines.reportLost(lost);
				}
			},
		});
	}
}
