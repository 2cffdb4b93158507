import type {ArchiveWindow} from './archive-window.js';

/** Windows that nobody has read in for so long are the first to go, milliseconds. */
const idleTime = 2000;

/** So many texts are decoded a second time, to read lines back; for each a decoder is open. */
const mostSpare = 32;

/** So much is kept in any case: what is read forward needs room to be decoded into. */
const leastRoom = 1024 * 1024;

/** Nor more than this: what is let go can be decoded once more, other than what was piped in. */
const mostRoom = 256 * 1024 * 1024;

/** Shares out the memory in which decoded text is kept among the archives that it was decoded from. */
export class KeptText {
	readonly #room: number;
	readonly #windows = new Set<ArchiveWindow>();
	readonly #spare = new Set<ArchiveWindow>();

	/** @param room How many bytes may be kept, besides what is needed right now. */
	constructor(room: number) {
		this.#room = Math.min(mostRoom, Math.max(leastRoom, room));
	}

	/** Counts what the window keeps from now on. */
	add(window: ArchiveWindow): void {
		this.#windows.add(window);
	}

	/**
	 * The window can be had again: when there are too many of these, the one read least recently is closed, unless it is
	 * being read.
	 */
	addSpare(window: ArchiveWindow): void {
		this.#spare.add(window);
		if (this.#spare.size > mostSpare) {
			leastRecent([...this.#spare].filter(other => other !== window && !other.isBusy))?.close();
		}
	}

	/** The window keeps nothing any more. */
	remove(window: ArchiveWindow): void {
		this.#windows.delete(window);
		this.#spare.delete(window);
	}

	/** Lets go of text until there is room: of what nobody reads first, then where the most is kept. */
	makeRoom(): void {
		let total = 0;
		for (const {memory} of this.#windows) {
			total += memory;
		}

		const full = new Set<ArchiveWindow>();
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

	close(): void {
		for (const window of this.#windows) {
			window.close();
		}
	}

	/** The one that is to give next, but not one of those. */
	#next(except: ReadonlySet<ArchiveWindow>): ArchiveWindow | undefined {
		const holding = [...this.#windows].filter(window => window.memory > 0 && !except.has(window));
		const since = performance.now() - idleTime;
		const idle = leastRecent(holding.filter(({usedAt}) => usedAt < since));
		return idle ?? holding.sort((a, b) => b.memory - a.memory)[0];
	}
}

function leastRecent(windows: readonly ArchiveWindow[]): ArchiveWindow | undefined {
	return windows.toSorted((a, b) => a.usedAt - b.usedAt)[0];
}
