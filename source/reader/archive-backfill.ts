import type {EntryRecord} from '../entries/entry-record.js';
import type {UsualFormats} from '../entries/usual-formats.js';
import type {EntrySink} from '../index/entry-sink.js';
import type {Archive, LogFile} from '../tail/log-file.js';

/** How an archive is read, and what takes its bytes. */
export type ArchiveBackfillOptions = {
	/** Size of the chunks that are read, bytes. */
	readonly chunk: number;
	/** Takes the bytes that come next. */
	readonly write: (bytes: Buffer, length: number) => void;
	/** There are no more; so many bytes of the file can't be read. */
	readonly finish: (lost: number) => void;
	/** Whether nothing is added to the file any more. */
	readonly isEnded: () => boolean;
	/** For how long it is waited for what can't be read once the file has ended, milliseconds. */
	readonly longestWait: number;
	/** Called once, when all that was there at the start has been read, and more may be appended. */
	readonly backfillRead?: () => void;
	/** So many bytes of the file were there at the start and aren't wanted: nothing is read before there are more. */
	readonly unwanted?: number;
	/** There is something to do again. */
	readonly wake: () => void;
};

/**
 * Reads an archive, all of which is the past: other than that of a log that isn't compressed, it can only be read
 * forward. Decoding goes on while others work, however long it takes.
 */
export class ArchiveBackfill {
	readonly #file: LogFile;
	readonly #archive: Archive;
	readonly #options: ArchiveBackfillOptions;
	#buffer: Buffer | undefined;
	#position = 0;
	/** Bytes in the buffer that are still to be handed on. */
	#length = 0;
	#isReading = false;
	#hasBegun = false;
	/** Size of the archive when all that there was had been read. */
	#exhausted: number | undefined;
	#isAtEnd = false;
	/** How much of the text was there at the start; undefined until that is known. */
	#backfillEnd: number | undefined;
	#isBackfillRead = false;
	/** Since when it can't be read, by `performance.now()`. */
	#stuckSince: number | undefined;
	#isDone = false;

	constructor(file: LogFile, archive: Archive, options: ArchiveBackfillOptions) {
		this.#file = file;
		this.#archive = archive;
		this.#options = options;
		this.#exhausted = options.unwanted;
	}

	/** Bytes of the file that haven't been read; 0 when there is nothing to read for now. */
	get left(): number {
		return this.#isDone || this.#isExhausted ? 0 : Math.max(1, this.#archive.left);
	}

	/** As `left`, with what can't be read just now. */
	get lag(): number {
		return this.isStuck ? this.#archive.left : this.left;
	}

	/** True once something of it was asked for. */
	get hasBegun(): boolean {
		return this.#hasBegun;
	}

	/** True while there may be something to do. */
	get isDue(): boolean {
		return !this.#isDone && (!this.#isExhausted || this.isStuck || this.#options.isEnded());
	}

	/** True when bytes are there that can't be read: nobody will tell when they can. */
	get isStuck(): boolean {
		return this.#hasBegun && !this.#isDone && this.#isExhausted && this.#archive.left > 0;
	}

	/** True while a part of it is being decoded. */
	get isDecoding(): boolean {
		return this.#isReading && !this.isStuck;
	}

	/** True when all of it has been read, and nothing will be added. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Hands a chunk on. False when there is none, for now at least. */
	async step(): Promise<boolean> {
		if (this.#isDone) {
			return false;
		}
		// One that isn't wanted, and to which nothing was appended, isn't decoded for its end.
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

	/** Gives up what is left. */
	async close(): Promise<void> {
		this.#isDone = true;
	}

	get #isExhausted(): boolean {
		return this.#exhausted === this.#archive.size;
	}

	/** Whether it is of no use to wait for what can't be read. */
	#isGivenUp(): boolean {
		const now = performance.now();
		this.#stuckSince ??= now;
		return now - this.#stuckSince > this.#options.longestWait;
	}

	/** Says that what was there at the start has been read, if it has: what is handed on next comes after it. */
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
		const room = unwantedLeft > 0 ? Math.min(chunk, unwantedLeft) : chunk;
		this.#length = await this.#file.read(this.#buffer.subarray(0, room), this.#position);
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

/** Takes the entries of an archive: first those that were there at the start, then those that are appended. */
export class ArchiveSink implements EntrySink {
	#sink: EntrySink | undefined;
	#next = 0;

	/** @param past Takes what was there at the start; undefined: that is not wanted. */
	constructor(past: EntrySink | undefined) {
		this.#sink = past;
	}

	get newestTime(): number {
		return this.#sink?.newestTime ?? Number.NEGATIVE_INFINITY;
	}

	/** An offset behind that of each entry that was added. */
	get next(): number {
		return this.#next;
	}

	/** What comes from now on is taken by that one. */
	goOnWith(sink: EntrySink): void {
		this.#sink?.close();
		this.#sink = sink;
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		this.#next = offset + 1;
		this.#sink?.add(bytes, record, format, offset);
	}

	addLines(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): number {
		const to = this.#sink?.addLines(bytes, start, end, offset, formats) ?? start;
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
