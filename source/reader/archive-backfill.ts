import type {EntryRecord} from '../entries/entry-record.js';
import type {EntrySink} from '../index/entry-sink.js';
import type {Archive, LogFile} from '../tail/log-file.js';

/** Source and destination of an archive's text. */
export type ArchiveBackfillOptions = {
	/** Size of a chunk in bytes. */
	readonly chunk: number;
	/** Takes the next `length` bytes of text. */
	readonly write: (bytes: Buffer, length: number) => void;
	/** Called at the end with the number of bytes of the file that couldn't be read. */
	readonly finish: (lost: number) => void;
	/** Returns true once the file can't grow anymore. */
	readonly isEnded: () => boolean;
	/** Time to wait for unreadable bytes after the file has ended, in ms. */
	readonly maxWait: number;
	/** Called once, when all bytes that existed at the start have been read and more may be appended. */
	readonly backfillRead?: () => void;
	/** Number of compressed bytes that existed at the start and aren't wanted. Reading starts when the file is larger. */
	readonly unwanted?: number;
	/** Called when the reader has work again. */
	readonly wake: () => void;
};

/**
 * Reads the text of an archive: the backfill and what is appended later, or live text if the archive is new. Unlike an
 * uncompressed log it can only be read forwards. Decoding runs in the background.
 */
export class ArchiveBackfill {
	readonly #file: LogFile;
	readonly #archive: Archive;
	readonly #options: ArchiveBackfillOptions;
	#buffer: Buffer | undefined;
	#position = 0;
	/** Number of bytes in the buffer that haven't been passed on yet. */
	#length = 0;
	#isReading = false;
	#hasBegun = false;
	/** Size of the archive when a read returned no more bytes. */
	#exhausted: number | undefined;
	#isAtEnd = false;
	/** Size of the text that existed at the start; undefined until it is known. */
	#backfillEnd: number | undefined;
	#isBackfillRead = false;
	/** When the file became unreadable, by `performance.now()`. */
	#stuckSince: number | undefined;
	#isDone = false;

	constructor(file: LogFile, archive: Archive, options: ArchiveBackfillOptions) {
		this.#file = file;
		this.#archive = archive;
		this.#options = options;
		this.#exhausted = options.unwanted;
	}

	/** Number of compressed bytes that haven't been read; 0 while the reader waits for more. */
	get left(): number {
		return this.#isDone || this.#isExhausted ? 0 : Math.max(1, this.#archive.left);
	}

	/** Like `left`, but counts unreadable bytes, too. */
	get lag(): number {
		return this.isStuck ? this.#archive.left : this.left;
	}

	/** True once a read has started. */
	get hasBegun(): boolean {
		return this.#hasBegun;
	}

	/** True while a step may find work. */
	get isDue(): boolean {
		return !this.#isDone && (!this.#isExhausted || this.isStuck || this.#options.isEnded());
	}

	/** True if bytes exist that can't be read. No event reports when they become readable. */
	get isStuck(): boolean {
		return this.#hasBegun && !this.#isDone && this.#isExhausted && this.#archive.left > 0;
	}

	/** True while a part of the archive is being decoded. */
	get isDecoding(): boolean {
		return this.#isReading && !this.isStuck;
	}

	/** True once everything has been read and the file can't grow anymore. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Passes on a chunk. Resolves with false if no chunk is ready. */
	async step(): Promise<boolean> {
		if (this.#isDone) {
			return false;
		}
		// An unwanted archive that never grew isn't decoded just to reach its end.
		if (this.#isAtEnd || (!this.#hasBegun && this.#isExhausted)) {
			this.#isDone = true;
			this.#buffer = undefined;
			this.#options.finish(this.#hasBegun ? this.#archive.left : 0);
			return true;
		}
		const length = this.#length;
		if (length > 0 && this.#buffer !== undefined) {
			this.#length = 0;
			this.#options.write(this.#buffer, length);
		}
		if (!this.#isReading) {
			void this.#read();
		}
		return length > 0;
	}

	/** Skips the rest. */
	async close(): Promise<void> {
		this.#isDone = true;
	}

	get #isExhausted(): boolean {
		return this.#exhausted === this.#archive.size;
	}

	/** True once the file has been unreadable for `maxWait`. The first call starts the wait. */
	#isGivenUp(): boolean {
		const now = performance.now();
		this.#stuckSince ??= now;
		return now - this.#stuckSince > this.#options.maxWait;
	}

	/** Calls `backfillRead` if all text that existed at the start has been passed on. */
	#noteBackfill(): void {
		if (this.#position === this.#backfillEnd && !this.#isBackfillRead) {
			this.#isBackfillRead = true;
			this.#options.backfillRead?.();
		}
	}

	async #read(): Promise<void> {
		const {chunk, isEnded, unwanted, wake} = this.#options;
		this.#hasBegun = true;
		this.#isReading = true;
		this.#buffer ??= Buffer.allocUnsafeSlow(chunk);
		const {size} = this.#archive;
		const hadEnded = isEnded();
		const wasExhausted = this.#isExhausted;
		if (unwanted !== undefined) {
			this.#backfillEnd ??= await this.#archive.textIn(unwanted);
		}
		this.#noteBackfill();
		const unwantedLeft = (this.#backfillEnd ?? 0) - this.#position;
		const limit = unwantedLeft > 0 ? Math.min(chunk, unwantedLeft) : chunk;
		this.#length = await this.#file.read(this.#buffer.subarray(0, limit), this.#position);
		this.#isReading = false;
		this.#position += this.#length;
		if (this.#length > 0) {
			this.#exhausted = undefined;
			this.#stuckSince = undefined;
		} else {
			this.#exhausted = size;
			if (!hadEnded && !this.isStuck) {
				this.#backfillEnd ??= this.#position;
				this.#noteBackfill();
			}
			this.#isAtEnd = hadEnded && (!this.isStuck || this.#isGivenUp());
			this.#buffer = undefined;
		}
		const hasNews = this.#length > 0 || !wasExhausted || this.#isAtEnd || (isEnded() && !hadEnded);
		if (hasNews && !this.#isDone) {
			wake();
		}
	}
}

/** Takes the entries of an archive: first the backfill, then live entries. */
export class ArchiveSink implements EntrySink {
	#sink: EntrySink | undefined;
	#next = 0;

	/** @param sink - takes the backfill; undefined: drops it */
	constructor(sink: EntrySink | undefined) {
		this.#sink = sink;
	}

	get newestTime(): number {
		return this.#sink?.newestTime ?? Number.NEGATIVE_INFINITY;
	}

	/** An offset after the offsets of all entries so far. */
	get next(): number {
		return this.#next;
	}

	/** Closes the current sink. `sink` takes all later entries. */
	goOnWith(sink: EntrySink): void {
		this.#sink?.close();
		this.#sink = sink;
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		this.#next = offset + 1;
		this.#sink?.add(bytes, record, format, offset);
	}

	addLines(bytes: Buffer, start: number, end: number, offset: number, layouts: Uint8Array): number {
		const to = this.#sink?.addLines(bytes, start, end, offset, layouts) ?? start;
		if (to > start) {
			this.#next = offset + to - start;
		}
		return to;
	}

	settle(): void {
		this.#sink?.settle();
	}

	close(): void {
		this.#sink?.close();
	}
}
