import type {LogFile} from '../log-file.js';
import {ArchiveReader, type Damage} from './archive-reader.js';
import {ArchiveWindow} from './archive-window.js';
import type {Compression} from './compression.js';
import type {KeptText} from './kept-text.js';

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
