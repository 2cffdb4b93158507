import type {LogFile} from '../log-file.js';
import {ArchiveReader, type Damage} from './archive-reader.js';
import type {Compression} from './compression.js';
import {ByteWindow, type KeptText, type KeptWindow} from './kept-text.js';

/** The text of an archive as it is decoded: of what was decoded the end is kept, as much as there is room for. */
export class ArchiveWindow implements KeptWindow {
	readonly reader: ArchiveReader;
	/** When something was read, by `performance.now()`. */
	usedAt = performance.now();
	readonly #kept: KeptText;
	readonly #bytes = new ByteWindow();
	/** What stands before this offset isn't needed right now. */
	#needed = 0;
	#turn: Promise<unknown> = Promise.resolve();
	#reads = 0;
	#isClosed = false;

	constructor(reader: ArchiveReader, kept: KeptText) {
		this.reader = reader;
		this.#kept = kept;
		kept.add(this);
	}

	/** Offset in the text of the first byte that is kept. */
	get start(): number {
		return this.#bytes.start;
	}

	/** How many bytes of text have been decoded. */
	get end(): number {
		return this.#bytes.end;
	}

	/** Bytes of memory that the kept text takes. */
	get memory(): number {
		return this.#bytes.memory;
	}

	/** True once nothing can be read from it any more. */
	get isClosed(): boolean {
		return this.#isClosed;
	}

	get compression(): Compression {
		return this.reader.compression;
	}

	/** True while somebody waits for what he reads. */
	get isBusy(): boolean {
		return this.#reads > 0;
	}

	/**
	 * Reads what stands at `position`, from `start` on, into `target`; what isn't decoded yet, is decoded for it.
	 * Resolves with the number of bytes: less than fit only when there are no more for now.
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

	/** Lets go of some text. False when all of it is needed. */
	drop(): boolean {
		const isDropped = this.#bytes.drop(this.#needed);
		if (!isDropped && this.#bytes.start === this.#bytes.end && this.#bytes.memory > 0) {
			this.#bytes.clear();
			return true;
		}

		return isDropped;
	}

	/** Lets go of all of it; nothing can be read any more. */
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
			this.#kept.makeRoom();
		}

		const length = this.#bytes.read(target, position);
		this.usedAt = performance.now();
		this.#needed = Math.max(this.#needed, position + length);
		this.#kept.makeRoom();
		return length;
	}
}

/** How often a read begins anew because so many other texts were read that this one was let go meanwhile. */
const maxAttempts = 10;

/** So much is decoded at a time on the way to a place further on: for some ten milliseconds. */
const approachSize = 4 * 1024 * 1024;

/**
 * The text of an archive, to be read anywhere: what stands before what is kept of it is decoded once more, from the
 * start. Takes nothing while it isn't read.
 */
export class ArchiveText {
	readonly #file: Pick<LogFile, 'read' | 'size'>;
	readonly #compression: Compression;
	readonly #keptText: KeptText;
	#window: ArchiveWindow | undefined;
	/** Settles when nobody reads any more. */
	#reading: Promise<unknown> = Promise.resolve();

	constructor(file: Pick<LogFile, 'read' | 'size'>, compression: Compression, keptText: KeptText) {
		this.#file = file;
		this.#compression = compression;
		this.#keptText = keptText;
	}

	/** Why it couldn't be read on. */
	get damage(): Damage | undefined {
		return this.#window?.reader.damage;
	}

	/** Resolves with the number of bytes read: less than fit only when there are no more for now. */
	read(target: Uint8Array, position: number): Promise<number> {
		// One at a time: going further back takes another decoder than the one that is being read.
		const reading = this.#reading.then(() => this.#read(target, position));
		this.#reading = reading.catch(() => {});
		return reading;
	}

	/** How many bytes must be decoded to come to `position`. */
	distance(position: number): number {
		const window = this.#window;
		const isAhead = window !== undefined && !window.isClosed && position >= window.start;
		return Math.max(0, position - (isAhead ? window.end : 0));
	}

	/** Decodes some of what stands before `position`. Resolves with how far that has come. */
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

/**
 * The text of an archive, decoded as it is read on. What was decoded longer ago than is kept is decoded once more to be
 * read again.
 */
export class DecodedText {
	readonly #file: Pick<LogFile, 'read' | 'size'>;
	readonly #compression: Compression;
	readonly #keptText: KeptText;
	readonly #forward: ArchiveWindow;
	/** Decodes once more. */
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

	/** How much of it has been read. */
	get size(): number {
		return this.#size;
	}

	/** Compressed bytes that haven't been decoded yet. */
	get left(): number {
		return Math.max(0, this.#file.size - this.#forward.reader.position);
	}

	/** Why it can't be read on. */
	get damage(): Damage | undefined {
		return this.#forward.reader.damage;
	}

	/** Its first bytes, at most `length`, while nothing else has been read. */
	async head(length: number): Promise<Uint8Array> {
		const bytes = new Uint8Array(length);
		return bytes.subarray(0, await this.#forward.read(bytes, 0));
	}

	/** Its first bytes, at most `length`, decoded for this alone. */
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
	 * Reads on, from `position`, which is `size` or was a moment ago. Resolves with the number of bytes: less than fit
	 * only when there are no more for now.
	 */
	async readOn(target: Uint8Array, position: number): Promise<number> {
		const length = await this.#forward.read(target, position);
		this.#size = Math.max(this.#size, position + length);
		return length;
	}

	/** Reads what has been read before. */
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

	/** Whether the archive, as far as it goes, doesn't end in the middle. All there is has been decoded. */
	isComplete(): Promise<boolean> {
		return this.#forward.isComplete();
	}

	/** It isn't read on any more. */
	finish(): void {
		if (this.#size === 0) {
			this.#forward.close();
		}
	}

	/** It can't be read any more. */
	close(): void {
		this.#isClosed = true;
		this.#forward.close();
		this.#again.close();
	}
}
