import {chosenReaders} from '../../entries/chosen-readers.js';
import {EntryRecord, unread} from '../../entries/entry-record.js';
import {LineReader} from '../../entries/line-reader.js';
import type {LogHeader} from '../../entries/log-header.js';
import {fingerprintOf} from '../../index/token.js';
import {LineCutter, longestLine} from '../../lines/line-cutter.js';
import type {LogFile} from '../../tail/log-file.js';

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
	readonly #cutter = new LineCutter(0, (bytes, start, end, _offset, whole) => {
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
		this.#cutter.write(bytes, 0, stop);
		if (this.#seen === this.#size) {
			this.#found ??= this.#ofFirstBytes();
		}
	}

	/** Nothing comes after what was handed in: it may end in a line without a line end. */
	finish(): void {
		if (this.#found === undefined) {
			// What was handed in last may be gone by now: what the cutter kept itself is the line.
			this.#cutter.write(nothing, 0, 0);
			this.#cutter.finish();
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
