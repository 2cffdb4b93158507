import type {Compression} from './compression.js';

/** Windows that nobody has read in for so long are the first to go, milliseconds. */
const idleTime = 2000;

/**
 * So many texts are decoded a second time, to read lines back; for each a decoder is open. gzip's takes 40 KB; those of the
 * others take 5 to 64 MB, and count as more.
 */
const maxSpare = 32;
const largeDecoder = 8;

/** So much is kept in any case: what is read forward needs room to be decoded into. */
const minRoom = 1024 * 1024;

/** Nor more than this: what is let go can be decoded once more, other than what was piped in. */
const maxRoom = 256 * 1024 * 1024;

/** The decoded text of an archive, as far as it is kept. */
export type KeptWindow = {
	/** Bytes of memory that the kept text takes. */
	readonly memory: number;
	/** When something was read, by `performance.now()`. */
	readonly usedAt: number;
	/** True while somebody waits for what he reads. */
	readonly isBusy: boolean;
	readonly compression: Compression;
	/** Lets go of some of the text. False when all that is kept is needed right now. */
	drop(): boolean;
	/** Lets go of all of it; nothing can be read any more. */
	close(): void;
};

/** Shares out the memory in which decoded text is kept among the archives that it was decoded from. */
export class KeptText {
	readonly #room: number;
	readonly #windows = new Set<KeptWindow>();
	readonly #spare = new Set<KeptWindow>();

	/** @param room How many bytes may be kept, besides what is needed right now. */
	constructor(room: number) {
		this.#room = Math.min(maxRoom, Math.max(minRoom, room));
	}

	/** Counts what the window keeps from now on. */
	add(window: KeptWindow): void {
		this.#windows.add(window);
	}

	/**
	 * The window can be had again: when there are too many of these, the one read least recently is closed, unless it is
	 * being read.
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

	/** The window keeps nothing any more. */
	remove(window: KeptWindow): void {
		this.#windows.delete(window);
		this.#spare.delete(window);
	}

	/** Lets go of text until there is room: of what nobody reads first, then where the most is kept. */
	makeRoom(): void {
		let total = 0;
		for (const {memory} of this.#windows) {
			total += memory;
		}

		const full = new Set<KeptWindow>();
		while (total > this.#room) {
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

	/** The one that is to give next, but not one of those. */
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

/** Small writes make small chunks: copied together into blocks, they cost no more than their bytes. */
const blockSize = 256 * 1024;

/** A stretch of a stream of bytes that is kept in memory: it grows at its end and lets go of its beginning. */
export class ByteWindow {
	readonly #blocks: Uint8Array[] = [];
	/** Number of the first block that is kept. */
	#firstBlock = 0;
	#start = 0;
	#end = 0;
	/** A block let go, to be used again: getting memory costs more than copying into it. */
	#spare: Uint8Array | undefined;

	/** Offset in the stream of the first byte that is kept. */
	get start(): number {
		return this.#start;
	}

	/** Offset in the stream of the byte that comes next. */
	get end(): number {
		return this.#end;
	}

	/** Bytes of memory that it takes. */
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

	/** Copies what is kept from `position` on into `target`, as much as fits. Returns the number of bytes. */
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

	/** Lets go of the oldest block if all of it stands before `position`. False when it doesn't. */
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

	/** Lets go of everything. */
	clear(): void {
		this.#blocks.length = 0;
		this.#spare = undefined;
		this.#start = this.#end;
	}
}
