import type {Compression} from './compression.js';

/** Windows that nobody has read in for so long are the first to go, milliseconds. */
const idleTime = 2000;

/**
 * So many texts are decoded a second time, to read lines back; for each a decoder is open. gzip's takes 40 KB; those of the
 * others take 5 to 64 MB, and count as more.
 */
const mostSpare = 32;
const largeDecoder = 8;

/** So much is kept in any case: what is read forward needs room to be decoded into. */
const leastRoom = 1024 * 1024;

/** Nor more than this: what is let go can be decoded once more, other than what was piped in. */
const mostRoom = 256 * 1024 * 1024;

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
		this.#room = Math.min(mostRoom, Math.max(leastRoom, room));
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
		if (weight > mostSpare) {
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
