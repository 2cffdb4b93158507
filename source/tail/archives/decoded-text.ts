import type {LogFile} from '../log-file.js';
import {ArchiveReader, type Damage} from './archive-reader.js';
import {ArchiveText, ArchiveWindow} from './archive-text.js';
import type {Compression} from './compression.js';
import type {KeptText} from './kept-text.js';

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
