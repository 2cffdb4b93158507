import type {LogFile} from '../bytes/log-file.js';
import {EntryRecord} from '../entries/entry-record.js';
import {LineReader} from '../entries/line-reader.js';
import type {EntryIndex} from '../index/entry-index.js';
import type {EntryWriter} from '../index/entry-writer.js';
import {fingerprintOf, TokenKey} from '../index/token.js';
import {LineCutter, longestLine} from '../lines/line-cutter.js';
import {Past} from './past.js';
import {chunkSize} from './read-ahead.js';

const newline = 10;

/** What is read of a file's end before anything else: some hundred lines. */
const tailSize = 256 << 10;

/** How far the tail is extended when a single line fills it. */
const largestTail = 16 << 20;

/** How much of a file's beginning is searched for its first request line. */
const headSize = 1 << 20;

export type OpenLogOptions = {
	readonly index: EntryIndex;
	/** The name of the source that the tokens are made with. */
	readonly source: string;
	/** Whether to read what was written before. */
	readonly past: boolean;
	/** Buffers that all logs share, because only one is read at a time. */
	readonly buffers: {readonly live: Buffer; readonly past: [Buffer, Buffer]};
	/** How many other logs have that fingerprint. */
	readonly ordinalOf: (fingerprint: string) => number;
};

/**
 * A log on its way into the index: first its end, then what is added to it, and behind that its past. Each method
 * does a small piece of the work and returns whether there was any.
 */
export class OpenLog {
	readonly file: LogFile;
	/** The number that the index has for the file. */
	readonly number: number;
	/** Nothing will be added to the file. */
	ended = false;
	readonly #options: OpenLogOptions;
	readonly #reader = new LineReader();
	readonly #record = new EntryRecord();
	readonly #liveWriter: EntryWriter;
	#pastWriter: EntryWriter;
	#key: TokenKey | undefined;
	#cutter = this.#liveCutter(0);
	#past: Past | undefined;
	#began = false;
	#finished = false;
	/** The next byte to be read of what is added. */
	#position = 0;
	#liveFrom = 0;
	#unrecognised = 0;
	#cut = 0;
	#pastTime = Number.POSITIVE_INFINITY;

	constructor(file: LogFile, options: OpenLogOptions) {
		this.file = file;
		this.#options = options;
		this.number = options.index.addFile({source: options.source, path: file.path});
		this.#liveWriter = options.index.writer(this.number, true);
		this.#pastWriter = options.index.writer(this.number, false);
	}

	/** Lines that no format reads. */
	get unrecognised(): number {
		return this.#unrecognised;
	}

	/** Lines that were cut because they were too long. */
	get cut(): number {
		return this.#cut;
	}

	/** What tokens are made with; there is none before the first entry. */
	get key(): TokenKey | undefined {
		return this.#key;
	}

	/** Offset of the first line that was written, or completed, since we watch. */
	get liveFrom(): number {
		return this.#liveFrom;
	}

	/** Bytes of the past that are still to be read. */
	get pastLeft(): number {
		return this.#began ? (this.#past?.left ?? 0) : this.file.startSize;
	}

	/** Time of the oldest entry read of the past so far, milliseconds since 1970. */
	get pastTime(): number {
		return this.#pastTime;
	}

	/** Bytes added and not read yet. */
	get lag(): number {
		return this.#began ? Math.max(0, this.file.size - this.#position) : 0;
	}

	/** True when everything has been read and nothing will be added. */
	get finished(): boolean {
		return this.#finished && this.pastLeft === 0;
	}

	/** Reads the end of what was there at the start, once. */
	async begin(): Promise<boolean> {
		if (this.#began) {
			return false;
		}
		const {startSize} = this.file;
		if (startSize > 0) {
			await this.#findKey();
			await this.#readTail(startSize);
		}
		this.#began = true;
		return true;
	}

	/** Reads a chunk of what was added. */
	async readLive(): Promise<boolean> {
		if (!this.#began || this.#finished) {
			return false;
		}
		const buffer = this.#options.buffers.live;
		const room = Math.min(chunkSize, this.file.size - this.#position);
		const length = room > 0 ? await this.file.read(buffer.subarray(0, room), this.#position) : 0;
		if (length > 0) {
			this.#position += length;
			this.#cutter.write(buffer, 0, length);
			this.#liveWriter.settle();
			return true;
		}
		if (this.ended) {
			this.#cutter.finish();
			this.#liveWriter.close();
			this.#finished = true;
			return true;
		}
		return false;
	}

	/** Reads a chunk of the past. */
	async readPast(): Promise<boolean> {
		if (this.pastLeft === 0) {
			return false;
		}
		await this.#past?.step();
		this.#pastWriter.settle();
		return true;
	}

	/** Leaves the rest of the past unread. */
	async leavePast(): Promise<void> {
		await this.#past?.close();
		this.#past = undefined;
	}

	/** Finds the first request line, for the fingerprint; without one, the first bytes stand in for it. */
	async #findKey(): Promise<void> {
		const head = Buffer.allocUnsafe(Math.min(headSize, this.file.startSize));
		let length = 0;
		let fingerprint: string | undefined;
		const cutter = new LineCutter(0, (bytes, start, end) => {
			if (fingerprint === undefined && this.#reader.read(bytes, start, end, this.#record) !== -1) {
				fingerprint = fingerprintOf(bytes.subarray(start, end));
			}
		});
		while (fingerprint === undefined && length < head.length) {
			const room = head.subarray(length, length + longestLine);
			const read = await this.file.read(room, length);
			if (read === 0) {
				break;
			}
			cutter.write(head, length, length + read);
			length += read;
		}
		if (fingerprint === undefined && length === this.file.startSize) {
			cutter.finish();
		}
		if (fingerprint !== undefined || length === headSize) {
			this.#setKey(fingerprint ?? fingerprintOf(head.subarray(0, 1024)));
		}
	}

	async #readTail(end: number): Promise<void> {
		let from = end;
		let start = 0;
		let tail = Buffer.alloc(0);
		for (let size = tailSize; ; size *= 2) {
			from = Math.max(0, end - size);
			tail = Buffer.allocUnsafe(end - from);
			const length = await this.#readWhole(tail, from);
			tail = tail.subarray(0, length);
			start = from === 0 ? 0 : tail.indexOf(newline) + 1;
			if (from === 0 || start > 0 || size >= largestTail || length === 0) {
				break;
			}
		}
		this.#position = from + tail.length;
		const {past} = this.#options;
		let pastEnd: number | undefined = from + start === 0 ? 0 : undefined;
		const cutter = new LineCutter(from + start, (bytes, lineStart, lineEnd, offset, whole) => {
			const onlyTimed = pastEnd === undefined;
			if (past && this.#take(bytes, lineStart, lineEnd, offset, whole, this.#pastWriter, onlyTimed)) {
				pastEnd ??= offset;
			}
		});
		cutter.write(tail, start, tail.length);
		this.#pastWriter.close();
		// A line that isn't finished yet will be live when it is.
		this.#liveFrom = cutter.offset;
		this.#cutter = this.#liveCutter(cutter.offset);
		this.#cutter.write(tail, tail.length - cutter.unfinished, tail.length);
		if (past) {
			this.#past = this.#openPast(pastEnd ?? this.#cutter.offset);
		}
	}

	#openPast(end: number): Past {
		return new Past(
			this.file,
			end,
			this.#options.buffers.past,
			(bytes, start, lineEnd, offset, whole, onlyTimed) =>
				this.#take(bytes, start, lineEnd, offset, whole, this.#pastWriter, onlyTimed),
			() => {
				this.#pastWriter.close();
				this.#pastWriter = this.#options.index.writer(this.number, false);
			},
		);
	}

	async #readWhole(target: Buffer, position: number): Promise<number> {
		let length = 0;
		while (length < target.length) {
			const read = await this.file.read(target.subarray(length), position + length);
			if (read === 0) {
				break;
			}
			length += read;
		}
		return length;
	}

	#liveCutter(offset: number): LineCutter {
		return new LineCutter(offset, (bytes, start, end, lineOffset, whole) => {
			this.#take(bytes, start, end, lineOffset, whole, this.#liveWriter, false);
		});
	}

	/** Adds a line to the index, or counts it; with `onlyTimed`, only if it is an entry with a time. */
	#take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		writer: EntryWriter,
		onlyTimed: boolean,
	): boolean {
		const record = this.#record;
		const format = start === end ? -1 : this.#reader.read(bytes, start, end, record);
		if (onlyTimed && (format === -1 || Number.isNaN(record.time))) {
			return false;
		}
		if (!whole && end - start === longestLine) {
			this.#cut++;
		}
		if (format === -1) {
			this.#unrecognised += isEmpty(bytes, start, end) ? 0 : 1;
			return true;
		}
		if (this.#key === undefined) {
			this.#setKey(fingerprintOf(bytes.subarray(start, end)));
		}
		writer.add(bytes, record, format, offset);
		if (writer === this.#pastWriter && record.time < this.#pastTime) {
			this.#pastTime = record.time;
		}
		return true;
	}

	#setKey(fingerprint: string): void {
		const {source, ordinalOf} = this.#options;
		this.#key = new TokenKey(source, fingerprint, ordinalOf(fingerprint));
	}
}

/** Whether a line is empty, or nothing but the carriage return of an empty line. */
const isEmpty = (bytes: Buffer, start: number, end: number): boolean =>
	start === end || (end - start === 1 && bytes[start] === 13);
