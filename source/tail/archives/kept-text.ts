import type {Compression} from './compression.js';

/** Windows without a read for this time, in ms, are the first to drop text. */
const idleTime = 2000;

/**
 * Maximum total weight of open decoders that decode an archive again in order to read back lines. A gzip decoder takes 40 KB
 * and has weight 1. The other decoders take 5 to 64 MB and have weight `largeDecoder`.
 */
const maxSpare = 32;
const largeDecoder = 8;

/** Minimum memory limit in bytes: text that is read forwards needs space to be decoded into. */
const minLimit = 1024 * 1024;

/** Maximum memory limit in bytes: unlike piped input, dropped text can be decoded again. */
const maxLimit = 256 * 1024 * 1024;

/** The kept part of the decoded text of an archive. */
export type KeptWindow = {
	/** Memory of the kept text, in bytes. */
	readonly memory: number;
	/** Time of the last read, by `performance.now()`. */
	readonly usedAt: number;
	/** True while a read is running. */
	readonly isBusy: boolean;
	readonly compression: Compression;
	/** Drops a part of the text. Returns false if the whole text is needed at the moment. */
	drop(): boolean;
	/** Drops all text. Reads return 0 from now on. */
	close(): void;
};

/** Divides the memory for decoded text among the archives. */
export class KeptText {
	readonly #limit: number;
	readonly #windows = new Set<KeptWindow>();
	readonly #spare = new Set<KeptWindow>();

	/** @param limit Number of bytes that may be kept, at most `maxLimit`. Text needed at the moment counts, but isn't dropped. */
	constructor(limit: number) {
		this.#limit = Math.min(maxLimit, Math.max(minLimit, limit));
	}

	/** Counts the memory of a window from now on. */
	add(window: KeptWindow): void {
		this.#windows.add(window);
	}

	/**
	 * Registers a window that can be recreated. If there are too many of these, closes the least recently read window without a
	 * running read.
	 */
	addSpare(window: KeptWindow): void {
		this.#spare.add(window);
		let weight = 0;
		for (const {compression} of this.#spare) {
			weight += compression === 'gzip' ? 1 : largeDecoder;
		}
		if (weight > maxSpare) {
			leastRecent([...this.#spare].filter(other => other !== window && !other.isBusy))?.close();
		}
	}

	/** Stops counting a window. */
	remove(window: KeptWindow): void {
		this.#windows.delete(window);
		this.#spare.delete(window);
	}

	/** Drops text until the limit is met: first from idle windows, then from the largest. */
	dropToLimit(): void {
		let total = 0;
		for (const {memory} of this.#windows) {
			total += memory;
		}
		const full = new Set<KeptWindow>();
		while (total > this.#limit) {
			const window = this.#next(full);
			if (window === undefined) {
				return;
			}
			const before = window.memory;
			if (!window.drop()) {
				full.add(window);
			}
			total += window.memory - before;
		}
	}

	/** Closes all windows. */
	close(): void {
		for (const window of this.#windows) {
			window.close();
		}
	}

	/** Returns the next window to drop text from, but none of `except`. */
	#next(except: ReadonlySet<KeptWindow>): KeptWindow | undefined {
		const holding = [...this.#windows].filter(window => window.memory > 0 && !except.has(window));
		const since = performance.now() - idleTime;
		const idle = leastRecent(holding.filter(({usedAt}) => usedAt < since));
		return idle ?? holding.sort((a, b) => b.memory - a.memory)[0];
	}
}

function leastRecent(windows: readonly KeptWindow[]): KeptWindow | undefined {
	return windows.toSorted((a, b) => a.usedAt - b.usedAt)[0];
}

/** Block size in bytes. Small writes arrive as small chunks; copied into blocks, they cost no more than their bytes. */
const blockSize = 256 * 1024;

/** A range of a byte stream in memory. It grows at its end and drops blocks at its beginning. */
export class ByteWindow {
	readonly #blocks: Uint8Array[] = [];
	/** Number of the first kept block. */
	#firstBlock = 0;
	#start = 0;
	#end = 0;
	/** A dropped block for reuse: allocating memory costs more than copying into it. */
	#spare: Uint8Array | undefined;

	/** Offset in the stream of the first kept byte. */
	get start(): number {
		return this.#start;
	}

	/** Offset in the stream of the next byte to append. */
	get end(): number {
		return this.#end;
	}

	/** Memory in bytes. */
	get memory(): number {
		return (this.#blocks.length + (this.#spare === undefined ? 0 : 1)) * blockSize;
	}

	append(chunk: Uint8Array): void {
		for (let taken = 0; taken < chunk.length; ) {
			const offset = this.#end % blockSize;
			if (this.#blocks.length === 0) {
				this.#firstBlock = Math.floor(this.#end / blockSize);
			}
			if (offset === 0 || this.#blocks.length === 0) {
				this.#blocks.push(this.#spare ?? new Uint8Array(blockSize));
				this.#spare = undefined;
			}
			const part = chunk.subarray(taken, taken + blockSize - offset);
			this.#blocks.at(-1)?.set(part, offset);
			taken += part.length;
			this.#end += part.length;
		}
	}

	/** Copies kept bytes from `position` on into `target`, up to its length. Returns their number. */
	read(target: Uint8Array, position: number): number {
		if (position < this.#start) {
			return 0;
		}
		const end = Math.min(position + target.length, this.#end);
		let at = position;
		while (at < end) {
			const offset = at % blockSize;
			const block = this.#blocks[Math.floor(at / blockSize) - this.#firstBlock];
			if (block === undefined) {
				break;
			}
			const length = Math.min(blockSize - offset, end - at);
			target.set(block.subarray(offset, offset + length), at - position);
			at += length;
		}
		return Math.max(0, at - position);
	}

	/** Drops the oldest block if it ends at or before `position`. Returns false if it doesn't. */
	drop(position: number): boolean {
		const next = Math.min((this.#firstBlock + 1) * blockSize, this.#end);
		if (this.#blocks.length === 0 || next > position) {
			return false;
		}
		this.#spare = this.#blocks.shift();
		this.#firstBlock++;
		this.#start = next;
		return true;
	}

	/** Drops all bytes. */
	clear(): void {
		this.#blocks.length = 0;
		this.#spare = undefined;
		this.#start = this.#end;
	}
}
