import {chosenReaders} from '../entries/chosen-readers.js';
import {EntryRecord, unread} from '../entries/entry-record.js';
import {LineReader} from '../entries/line-reader.js';
import type {LogHeader} from '../entries/log-header.js';
import {fingerprintOf, TokenKey} from '../index/token.js';
import {LineSplitter, longestLine} from '../lines/line-splitter.js';
import type {LogFile} from '../tail/log-file.js';

/** What the key of a log's tokens is made of besides what the log holds. */
type LogKeyOptions = {
	/** The name of the source. */
	readonly source: string;
	/** Tell logs with the same fingerprint apart. */
	readonly ordinals: Ordinals;
	/** The format that its lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How many bytes of the log's beginning are searched for its first request line. */
	readonly head: number;
};

/** The key of a log's tokens, made as soon as its fingerprint is known. */
export class LogKey {
	readonly #file: LogFile;
	readonly #options: LogKeyOptions;
	/** Undefined once it has found, or nothing more will come. */
	#search: FingerprintSearch | undefined;
	#key: TokenKey | undefined;
	#isHeaded = false;
	/** Takes back what the key has taken of the ordinals. */
	#release = (): void => {};

	constructor(file: LogFile, options: LogKeyOptions) {
		this.#file = file;
		this.#options = options;
		this.#search = new FingerprintSearch(options.head, options.format);
	}

	/** There is none before the first entry. */
	get key(): TokenKey | undefined {
		return this.#key;
	}

	/** Whether how its lines are to be read may depend on lines before them, so far as was looked. */
	get isHeaded(): boolean {
		return this.#search?.isHeaded ?? this.#isHeaded;
	}

	/** The log goes on where that header is in force, though it doesn't hold it. */
	goesOn(header: LogHeader): void {
		this.#search?.goesOn(header);
	}

	/**
	 * Looks at what stands in the log before `end`, as far as it takes. `buffer` is free to be used. False when that
	 * can't be read just now: to be called again, before what comes after it is handed in.
	 */
	async read(end: number, buffer: Buffer): Promise<boolean> {
		const isRead = (await this.#search?.read(this.#file, end, buffer)) ?? true;
		this.#take();
		return isRead;
	}

	/** Looks at `bytes[0, length)`, the bytes next to those before. */
	write(bytes: Buffer, length: number): void {
		this.#search?.write(bytes, length);
		this.#take();
	}

	/** Nothing comes after what was handed in: it may end in a line without a line end. */
	finish(): void {
		this.#search?.finish();
		this.#take();
		this.#search = undefined;
	}

	/** Nobody will ask for it any more: a log to come may have its tokens. */
	release(): void {
		this.#release();
	}

	#take(): void {
		const fingerprint = this.#search?.found;
		if (fingerprint !== undefined) {
			this.#isHeaded = this.isHeaded;
			const {source, ordinals} = this.#options;
			const ordinal = ordinals.take(fingerprint, this.#file.continues);
			this.#key = new TokenKey(source, fingerprint, ordinal);
			this.#release = () => ordinals.release(fingerprint, ordinal);
			this.#search = undefined;
		}
	}
}

/** First bytes that stand in for the request line where there is none. */
const standInSize = 1024;

const nothing = Buffer.alloc(0);

/**
 * Finds out the fingerprint of a file: that of its first request line, or of its first bytes if no request line ends
 * within the first `size` bytes. It is handed the file from its beginning on, in any pieces: so it comes to the same
 * result whether the file was there at the start or is written before our eyes.
 */
export class FingerprintSearch {
	readonly #size: number;
	readonly #reader: LineReader;
	readonly #record = new EntryRecord();
	readonly #standIn: Buffer;
	readonly #splitter = new LineSplitter(0, (bytes, start, end, _offset, whole) => {
		if (this.#found === undefined && this.#isRequest(bytes, start, end, whole)) {
			this.#found = fingerprintOf(bytes.subarray(start, end));
		}
	});
	#found: string | undefined;
	#seen = 0;

	/** `format`: see `chosenReaders`. */
	constructor(size: number, format?: string) {
		this.#reader = new LineReader(chosenReaders(format));
		this.#size = size;
		this.#standIn = Buffer.alloc(Math.min(standInSize, size));
	}

	/** The fingerprint, once it is found. */
	get found(): string | undefined {
		return this.#found;
	}

	/** The file goes on where that header is in force, though it doesn't hold it. */
	goesOn(header: LogHeader): void {
		this.#reader.header = header;
	}

	/** Whether how its lines are to be read may depend on lines before them, so far as was looked. */
	get isHeaded(): boolean {
		return this.#reader.isHeaded;
	}

	/**
	 * Looks at what stands in the file before `end`, as far as it takes. `buffer` is free to be used. False when that
	 * can't be read just now: to be called again, before what comes after it is handed in.
	 */
	async read(file: LogFile, end: number, buffer: Buffer): Promise<boolean> {
		const stop = Math.min(end, this.#size);
		while (this.#found === undefined && this.#seen < stop) {
			const room = Math.min(buffer.length, longestLine, stop - this.#seen);
			const length = await file.read(buffer.subarray(0, room), this.#seen);
			if (length === 0) {
				// The rest can't be read any more: what was seen has to do.
				this.#found = file.gone ? this.#ofFirstBytes() : undefined;
				return file.gone;
			}
			this.write(buffer, length);
		}
		return true;
	}

	/** Looks at `bytes[0, length)`, the bytes next to those before. */
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

	/** Nothing comes after what was handed in: it may end in a line without a line end. */
	finish(): void {
		if (this.#found === undefined) {
			// What was handed in last may be gone by now: what the cutter kept itself is the line.
			this.#splitter.write(nothing, 0, 0);
			this.#splitter.finish();
		}
	}

	/** As entries are made of lines: of one that is too long, and cut within its request, what stands before counts. */
	#isRequest(bytes: Buffer, start: number, end: number, whole: boolean): boolean {
		const format = this.#reader.read(bytes, start, end, this.#record);
		const isCut = format === unread && !whole && end - start === longestLine;
		return format >= 0 || (isCut && this.#reader.readBeginning(bytes, start, end, this.#record) >= 0);
	}

	#ofFirstBytes(): string {
		return fingerprintOf(this.#standIn.subarray(0, this.#seen));
	}
}

/**
 * Numbers that tell logs with the same fingerprint apart: the first has 0, and each the least that none of the others
 * has.
 */
export class Ordinals {
	/** By fingerprint, how many logs have each number. */
	readonly #taken = new Map<string, Map<number, number>>();

	/** A number for one more log with that fingerprint; one that continues another shares its number. */
	take(fingerprint: string, continues: boolean): number {
		const taken = this.#taken.get(fingerprint) ?? new Map<number, number>();
		this.#taken.set(fingerprint, taken);
		const ordinal = continues && taken.size > 0 ? Math.max(...taken.keys()) : firstFree(taken);
		taken.set(ordinal, (taken.get(ordinal) ?? 0) + 1);
		return ordinal;
	}

	/** A log with that number is gone. */
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
