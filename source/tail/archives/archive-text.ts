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
