import {newline} from '../../../ascii.js';
import type {LogFile} from '../../../tail/log-file.js';
import {readFully} from '../../../tail/log-file.js';
import type {Chunk} from './chunk.js';
import type {ChunkCutter} from './chunk-cutter.js';

/** Reads a log forwards from a position and splits it into chunks of lines. */
export class ChunkReader {
	readonly #file: LogFile;
	readonly #cutter: ChunkCutter;
	readonly #readSize: number;
	#isInLongLine = false;
	/** Current number of bytes per read. It grows if the parts of a line need more. */
	#currentSize: number;
	/** Number of bytes available when no whole line was left. */
	#exhaustedAt = -1;
	/** True when everything that the log will ever contain has been read. */
	isFinished = false;
	/** True if the last read returned less than is available. */
	isFailing = false;

	/** @param readSize - bytes per read */
	constructor(file: LogFile, cutter: ChunkCutter, readSize: number) {
		this.#file = file;
		this.#cutter = cutter;
		this.#readSize = readSize;
		this.#currentSize = readSize;
	}

	/** Offset of the first byte that hasn't been passed to the cutter. */
	get position(): number {
		return this.#cutter.position;
	}

	/** True if all available bytes have been read, until the file grows or ends. */
	get isExhausted(): boolean {
		return this.#exhaustedAt === this.#available;
	}

	/**
	 * Reads the next lines. Returns an empty array if no whole line is available or the file can't be read. `isEnded` means that
	 * the file won't grow.
	 */
	async next(isEnded: boolean): Promise<readonly Chunk[]> {
		const {archive} = this.#file;
		const available = this.#available;
		const length =
			archive === undefined ? Math.min(this.#currentSize, available - this.position) : this.#currentSize;
		const bytes = await this.#read(length);
		this.isFailing = archive === undefined ? bytes.length < length : bytes.length === 0 && archive.left > 0;
		if (this.#writeLines(bytes)) {
			return this.#cutter.take();
		}
		if (isEnded && !this.isFailing) {
			this.isFinished = true;
			if (bytes.length > 0 || this.#isInLongLine) {
				this.#cutter.writeLast(bytes);
			}
		} else {
			this.#exhaustedAt = available;
		}
		return this.#cutter.take();
	}

	/**
	 * Reads exactly up to an offset at which a chunk ended before. Returns undefined if the bytes can't be read.
	 *
	 * @param isCut - true if the chunk ended in a line without a line end
	 */
	async upTo(end: number, isCut: boolean): Promise<readonly Chunk[] | undefined> {
		while (this.position < end) {
			const length = Math.min(this.#currentSize, end - this.position);
			const bytes = await this.#read(length);
			if (bytes.length < length) {
				return undefined;
			}
			if (this.position + length === end && !this.#isInLongLine) {
				// It may end in NULs before a line of another day.
				const lineEnd = isCut ? bytes.lastIndexOf(newline) + 1 : length;
				const {position} = this;
				this.#cutter.write(bytes.subarray(0, lineEnd), !isCut);
				if (isCut) {
					this.#cutter.writeLast(bytes.subarray(this.position - position));
				}
			} else if (!this.#writeLines(bytes)) {
				this.#cutter.writeLast(bytes);
			}
		}
		return this.#cutter.take();
	}

	get #available(): number {
		return this.#file.archive?.size ?? this.#file.size;
	}

	async #read(length: number): Promise<Buffer> {
		const bytes = Buffer.allocUnsafeSlow(Math.max(0, length));
		return bytes.subarray(0, await readFully(this.#file, bytes, this.position));
	}

	/** Passes whole lines to the cutter, or a piece of a longer line. Returns false if the bytes contain neither. */
	#writeLines(bytes: Buffer): boolean {
		const {position} = this;
		const lineEnd = this.#isInLongLine ? bytes.indexOf(newline) : bytes.lastIndexOf(newline);
		if (lineEnd !== -1) {
			this.#isInLongLine = false;
			this.#cutter.write(bytes.subarray(0, lineEnd + 1));
			const isFull = bytes.length === this.#currentSize;
			if (this.position === position) {
				this.#currentSize = isFull ? this.#currentSize * 2 : this.#currentSize;
				return isFull;
			}
			this.#currentSize = this.#readSize;
		} else if (bytes.length === this.#currentSize) {
			this.#isInLongLine = true;
			this.#cutter.writePart(bytes);
		}
		return lineEnd !== -1 || bytes.length === this.#currentSize;
	}
}
