import type {ArchiveReader} from './archive-reader.js';
import {ByteWindow} from './byte-window.js';
import type {Compression} from './compression.js';
import type {KeptText, KeptWindow} from './kept-text.js';

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
