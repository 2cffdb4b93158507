import {chosenReaders} from '../entries/chosen-readers.js';
import {EntryRecord, unread} from '../entries/entry-record.js';
import {LineReader} from '../entries/line-reader.js';
import type {LogHeader} from '../entries/log-header.js';
import {fingerprintOf, TokenKey} from '../index/token.js';
import {LineSplitter, maxLineLength} from '../lines/line-splitter.js';
import type {LogFile} from '../tail/log-file.js';

/** Parts of a token key that don't come from the content of the log. */
type LogKeyOptions = {
	/** Name of the source. */
	readonly source: string;
	/** Numbers that distinguish logs with the same fingerprint. */
	readonly ordinals: Ordinals;
	/** Format of the lines: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** Number of bytes at the beginning of the log in which the search for the first request line runs. */
	readonly head: number;
};

/** Creates the key for a log's tokens as soon as the fingerprint is known. */
export class LogKey {
	readonly #file: LogFile;
	readonly #options: LogKeyOptions;
	/** Undefined once the fingerprint is found or the log has ended. */
	#search: FingerprintSearch | undefined;
	#key: TokenKey | undefined;
	#firstTime = Number.NaN;
	#isHeaded = false;
	/** Releases the ordinal that the key uses. */
	#release = (): void => {};

	constructor(file: LogFile, options: LogKeyOptions) {
		this.#file = file;
		this.#options = options;
		this.#search = new FingerprintSearch(options.head, options.format);
	}

	/** Undefined before the first entry. */
	get key(): TokenKey | undefined {
		return this.#key;
	}

	/** Time of the first request line, in ms since 1970; NaN before it is found, and if it has no time. */
	get firstTime(): number {
		return this.#firstTime;
	}

	/** True if the bytes seen so far suggest that the meaning of lines depends on a header. */
	get isHeaded(): boolean {
		return this.#search?.isHeaded ?? this.#isHeaded;
	}

	/** Sets the header that is active at the start of the log. The log itself doesn't contain it. */
	goesOn(header: LogHeader): void {
		this.#search?.goesOn(header);
	}

	/**
	 * Reads the log from its beginning to at most `end`, until the fingerprint is found. Overwrites `buffer`. Resolves with false
	 * if the file is currently unreadable: then call it again before you `write` the bytes after `end`.
	 */
	async read(end: number, buffer: Buffer): Promise<boolean> {
		const isRead = (await this.#search?.read(this.#file, end, buffer)) ?? true;
		this.#take();
		return isRead;
	}

	/** Searches `bytes[0, length)`, which directly follow the bytes seen before. */
	write(bytes: Buffer, length: number): void {
		this.#search?.write(bytes, length);
		this.#take();
	}

	/** Ends the log. Its last line may have no line feed. */
	finish(): void {
		this.#search?.finish();
		this.#take();
		this.#search = undefined;
	}

	/** Releases the tokens, so that a later log can get them. */
	release(): void {
		this.#release();
	}

	#take(): void {
		const fingerprint = this.#search?.found;
		if (fingerprint !== undefined) {
			this.#isHeaded = this.isHeaded;
			this.#firstTime = this.#search?.firstTime ?? Number.NaN;
			const {source, ordinals} = this.#options;
			const ordinal = ordinals.take(fingerprint, this.#file.continues);
			this.#key = new TokenKey(source, fingerprint, ordinal);
			this.#release = () => ordinals.release(fingerprint, ordinal);
			this.#search = undefined;
		}
	}
}

/** Number of first bytes that replace a missing request line. */
const standInSize = 1024;

const nothing = Buffer.alloc(0);

/**
 * Computes the fingerprint of a file: the hash of its first request line, or of its first bytes if no request line ends within
 * the first `size` bytes. The input is the file from its beginning, in pieces of any size. So the fingerprint is the same whether
 * the file existed at the start or is written later.
 */
export class FingerprintSearch {
	readonly #size: number;
	readonly #reader: LineReader;
	readonly #record = new EntryRecord();
	readonly #standIn: Buffer;
	readonly #splitter = new LineSplitter(0, (bytes, start, end, _offset, whole) => {
		if (this.#found === undefined && this.#isRequest(bytes, start, end, whole)) {
			this.#found = fingerprintOf(bytes.subarray(start, end));
			this.#firstTime = this.#record.time;
		}
	});
	#found: string | undefined;
	#firstTime = Number.NaN;
	#seen = 0;

	/** @param format - see `chosenReaders` */
	constructor(size: number, format?: string) {
		this.#reader = new LineReader(chosenReaders(format));
		this.#size = size;
		this.#standIn = Buffer.alloc(Math.min(standInSize, size));
	}

	/** The fingerprint; undefined until it is known. */
	get found(): string | undefined {
		return this.#found;
	}

	/** Time of the first request line, in ms since 1970; NaN if no request line was found, or it has no time. */
	get firstTime(): number {
		return this.#firstTime;
	}

	/** Sets the header that is active at the start of the file. The file itself doesn't contain it. */
	goesOn(header: LogHeader): void {
		this.#reader.header = header;
	}

	/** True if the bytes seen so far suggest that the meaning of lines depends on a header. */
	get isHeaded(): boolean {
		return this.#reader.isHeaded;
	}

	/**
	 * Reads the file from its beginning to at most `end`, until the fingerprint is found. Overwrites `buffer`. Resolves with false
	 * if the file is currently unreadable: then call it again before you `write` the bytes after `end`.
	 */
	async read(file: LogFile, end: number, buffer: Buffer): Promise<boolean> {
		const stop = Math.min(end, this.#size);
		while (this.#found === undefined && this.#seen < stop) {
			const limit = Math.min(buffer.length, maxLineLength, stop - this.#seen);
			const length = await file.read(buffer.subarray(0, limit), this.#seen);
			if (length === 0) {
				// The rest is permanently unreadable, so the bytes seen so far must suffice.
				this.#found = file.isGone ? this.#ofFirstBytes() : undefined;
				return file.isGone;
			}
			this.write(buffer, length);
		}
		return true;
	}

	/** Searches `bytes[0, length)`, which directly follow the bytes seen before. */
	write(bytes: Buffer, length: number): void {
		const stop = Math.min(length, this.#size - this.#seen);
		if (this.#found !== undefined) {
			return;
		}
		if (this.#seen < this.#standIn.length) {
			bytes.copy(this.#standIn, this.#seen, 0, stop);
		}
		this.#seen += stop;
		this.#splitter.write(bytes, 0, stop);
		if (this.#seen === this.#size) {
			this.#found ??= this.#ofFirstBytes();
		}
	}

	/** Ends the file. Its last line may have no line feed. */
	finish(): void {
		if (this.#found === undefined) {
			// The buffer of the last piece may be overwritten by now. The empty write makes the splitter use its copy of the line.
			this.#splitter.write(nothing, 0, 0);
			this.#splitter.finish();
		}
	}

	/**
	 * Checks for a request line with the same rules as the index: an overlong line that was cut within its request counts by its
	 * beginning.
	 */
	#isRequest(bytes: Buffer, start: number, end: number, whole: boolean): boolean {
		const format = this.#reader.read(bytes, start, end, this.#record);
		const isCut = format === unread && !whole && end - start === maxLineLength;
		return format >= 0 || (isCut && this.#reader.readBeginning(bytes, start, end, this.#record) >= 0);
	}

	#ofFirstBytes(): string {
		return fingerprintOf(this.#standIn.subarray(0, this.#seen));
	}
}

/** Numbers that distinguish logs with the same fingerprint. The first log gets 0, each later log the lowest free number. */
export class Ordinals {
	/** Number of logs that use each ordinal, by fingerprint. */
	readonly #taken = new Map<string, Map<number, number>>();

	/**
	 * Returns an ordinal for one more log with this fingerprint. If the log continues an earlier log, returns the highest ordinal
	 * in use.
	 */
	take(fingerprint: string, continues: boolean): number {
		const taken = this.#taken.get(fingerprint) ?? new Map<number, number>();
		this.#taken.set(fingerprint, taken);
		const ordinal = continues && taken.size > 0 ? Math.max(...taken.keys()) : firstFree(taken);
		taken.set(ordinal, (taken.get(ordinal) ?? 0) + 1);
		return ordinal;
	}

	/** Releases the ordinal of one log. */
	release(fingerprint: string, ordinal: number): void {
		const taken = this.#taken.get(fingerprint);
		const others = (taken?.get(ordinal) ?? 1) - 1;
		if (others > 0) {
			taken?.set(ordinal, others);
		} else {
			taken?.delete(ordinal);
		}
		if (taken?.size === 0) {
			this.#taken.delete(fingerprint);
		}
	}
}

function firstFree(taken: ReadonlyMap<number, number>): number {
	let ordinal = 0;
	while (taken.has(ordinal)) {
		ordinal++;
	}
	return ordinal;
}
