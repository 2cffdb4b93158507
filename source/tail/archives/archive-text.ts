import type {LogFile} from '../log-file.js';
import {ArchiveReader, type Damage} from './archive-reader.js';
import type {Compression} from './compression.js';
import {ByteWindow, type KeptText, type KeptWindow} from './kept-text.js';

/** A window on the text of an archive while it is decoded. Keeps the end of the decoded text, up to the memory limit. */
export class ArchiveWindow implements KeptWindow {
	readonly reader: ArchiveReader;
	/** Time of the last read, by `performance.now()`. */
	usedAt = performance.now();
	readonly #kept: KeptText;
	readonly #bytes = new ByteWindow();
	/** Bytes before this offset aren't needed at the moment. */
	#needed = 0;
	#turn: Promise<unknown> = Promise.resolve();
	#reads = 0;
	#isClosed = false;

	constructor(reader: ArchiveReader, kept: KeptText) {
		this.reader = reader;
		this.#kept = kept;
		kept.add(this);
	}

	/** Offset in the text of the first kept byte. */
	get start(): number {
		return this.#bytes.start;
	}

	/** Number of bytes of text decoded so far. */
	get end(): number {
		return this.#bytes.end;
	}

	/** Memory of the kept text, in bytes. */
	get memory(): number {
		return this.#bytes.memory;
	}

	/** True once the window can't be read any longer. */
	get isClosed(): boolean {
		return this.#isClosed;
	}

	get compression(): Compression {
		return this.reader.compression;
	}

	/** True while a read is running. */
	get isBusy(): boolean {
		return this.#reads > 0;
	}

	/**
	 * Reads from `position` (`start` or later) into `target` and decodes as much as it needs. Resolves with the number of bytes;
	 * fewer than `target.length` only if there are no more at the moment.
	 */
	async read(target: Uint8Array, position: number): Promise<number> {
		this.#reads++;
		const turn = this.#turn
			.then(() => this.#read(target, position))
			.finally(() => {
				this.#reads--;
			});
		this.#turn = turn;
		return turn;
	}

	/** See `ArchiveReader`. */
	async isComplete(): Promise<boolean> {
		const turn = this.#turn.then(() => this.reader.isComplete());
		this.#turn = turn;
		return turn;
	}

	/** Drops a part of the kept text. Returns false if the whole text is needed. */
	drop(): boolean {
		const isDropped = this.#bytes.drop(this.#needed);
		if (!isDropped && this.#bytes.start === this.#bytes.end && this.#bytes.memory > 0) {
			this.#bytes.clear();
			return true;
		}
		return isDropped;
	}

	/** Drops all text. Reads return 0 from now on. */
	close(): void {
		this.#isClosed = true;
		this.#kept.remove(this);
		this.reader.close();
		this.#bytes.clear();
	}

	async #read(target: Uint8Array, position: number): Promise<number> {
		const end = position + target.length;
		this.#needed = position;
		while (this.#bytes.end < end && !this.#isClosed) {
			const piece = await this.reader.next();
			if (piece === undefined || this.#isClosed) {
				break;
			}
			this.#bytes.append(piece);
			this.usedAt = performance.now();
			this.#kept.dropToLimit();
		}
		const length = this.#bytes.read(target, position);
		this.usedAt = performance.now();
		this.#needed = Math.max(this.#needed, position + length);
		this.#kept.dropToLimit();
		return length;
	}
}

/** Maximum number of attempts of a read whose window is closed in between because many other archives are read. */
const maxAttempts = 10;

/** Number of bytes decoded per step on the way to a later offset: about 10 ms. */
const approachSize = 4 * 1024 * 1024;

/**
 * The text of an archive, readable at any offset. Text before the kept part is decoded again, from the start. Uses no memory
 * before the first read.
 */
export class ArchiveText {
	readonly #file: Pick<LogFile, 'read' | 'size'>;
	readonly #compression: Compression;
	readonly #keptText: KeptText;
	#window: ArchiveWindow | undefined;
	/** Settles when the running reads are done. */
	#reading: Promise<unknown> = Promise.resolve();

	constructor(file: Pick<LogFile, 'read' | 'size'>, compression: Compression, keptText: KeptText) {
		this.#file = file;
		this.#compression = compression;
		this.#keptText = keptText;
	}

	/** The reason why it couldn't be read further. */
	get damage(): Damage | undefined {
		return this.#window?.reader.damage;
	}

	/** Resolves with the number of bytes; fewer than `target.length` only if there are no more at the moment. */
	read(target: Uint8Array, position: number): Promise<number> {
		// One read at a time: a read at an earlier offset replaces the decoder of the running read.
		const reading = this.#reading.then(() => this.#read(target, position));
		this.#reading = reading.catch(() => {});
		return reading;
	}

	/** Returns the number of bytes that must be decoded to reach `position`. */
	distance(position: number): number {
		const window = this.#window;
		const isAhead = window !== undefined && !window.isClosed && position >= window.start;
		return Math.max(0, position - (isAhead ? window.end : 0));
	}

	/** Decodes some of the text before `position`. Resolves with the offset that decoding has reached, at most `position`. */
	approach(position: number): Promise<number> {
		const approaching = this.#reading.then(() => this.#approach(position));
		this.#reading = approaching.catch(() => {});
		return approaching;
	}

	async #approach(position: number): Promise<number> {
		const window = this.#windowAt(position);
		const next = Math.min(position, window.end + approachSize);
		if (next > window.end) {
			await window.read(new Uint8Array(1), next - 1);
		}
		return Math.min(position, window.end);
	}

	async #read(target: Uint8Array, position: number): Promise<number> {
		for (let attempt = 1; ; attempt++) {
			const window = this.#windowAt(position);
			const length = await window.read(target, position);
			if (length > 0 || !window.isClosed || window !== this.#window || attempt === maxAttempts) {
				return length;
			}
		}
	}

	close(): void {
		this.#window?.close();
		this.#window = undefined;
	}

	#windowAt(position: number): ArchiveWindow {
		const window = this.#window;
		if (window !== undefined && !window.isClosed && position >= window.start) {
			return window;
		}
		window?.close();
		const reader = new ArchiveReader(this.#file, this.#compression);
		this.#window = new ArchiveWindow(reader, this.#keptText);
		this.#keptText.addSpare(this.#window);
		return this.#window;
	}
}

/** The text of an archive that is read forwards. Text that isn't kept any longer is decoded again when it is read again. */
export class DecodedText {
	readonly #file: Pick<LogFile, 'read' | 'size'>;
	readonly #compression: Compression;
	readonly #keptText: KeptText;
	readonly #forward: ArchiveWindow;
	/** Decodes text that isn't kept any longer. */
	readonly #again: ArchiveText;
	#size = 0;
	#isClosed = false;

	constructor(file: Pick<LogFile, 'read' | 'size'>, compression: Compression, keptText: KeptText) {
		this.#file = file;
		this.#compression = compression;
		this.#keptText = keptText;
		this.#forward = new ArchiveWindow(new ArchiveReader(file, compression), keptText);
		this.#again = new ArchiveText(file, compression, keptText);
	}

	/** Number of bytes read so far. */
	get size(): number {
		return this.#size;
	}

	/** Number of compressed bytes that haven't been decoded yet. */
	get left(): number {
		return Math.max(0, this.#file.size - this.#forward.reader.position);
	}

	/** The reason why it can't be read further. */
	get damage(): Damage | undefined {
		return this.#forward.reader.damage;
	}

	/** Returns the first bytes, at most `length`. Allowed only before any other read. */
	async head(length: number): Promise<Uint8Array> {
		const bytes = new Uint8Array(length);
		return bytes.subarray(0, await this.#forward.read(bytes, 0));
	}

	/** Returns the first bytes, at most `length`, with a separate decoder. */
	async first(length: number): Promise<Uint8Array> {
		const bytes = new Uint8Array(length);
		const text = new ArchiveText(this.#file, this.#compression, this.#keptText);
		try {
			return bytes.subarray(0, await text.read(bytes, 0));
		} finally {
			text.close();
		}
	}

	/**
	 * Reads new text from `position`, which is `size` or was a moment ago. Resolves with the number of bytes; fewer than
	 * `target.length` only if there are no more at the moment.
	 */
	async readOn(target: Uint8Array, position: number): Promise<number> {
		const length = await this.#forward.read(target, position);
		this.#size = Math.max(this.#size, position + length);
		return length;
	}

	/** Reads text that has been read before. */
	async readAgain(target: Uint8Array, position: number): Promise<number> {
		const known = target.subarray(0, this.#size - position);
		const length = position < this.#forward.start ? 0 : await this.#forward.read(known, position);
		return length > 0 || this.#isClosed ? length : this.#again.read(known, position);
	}

	/** See `LogFile`. */
	async approach(position: number): Promise<number> {
		const isKept = position >= this.#forward.start || position > this.#size;
		return this.#isClosed || isKept ? position : this.#again.approach(position);
	}

	/** Returns true if the archive doesn't end in the middle of a compressed stream. All existing bytes must have been decoded. */
	isComplete(): Promise<boolean> {
		return this.#forward.isComplete();
	}

	/** Ends reading of new text. */
	finish(): void {
		if (this.#size === 0) {
			this.#forward.close();
		}
	}

	/** Makes the text unreadable and frees its memory. */
	close(): void {
		this.#isClosed = true;
		this.#forward.close();
		this.#again.close();
	}
}
