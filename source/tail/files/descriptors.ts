import {readFileSync} from 'node:fs';
import {TaskLimit} from './task-limit.js';

/** Descriptors that the rest of the program needs: about 25, and some for files that it loads or reads at the same time. */
const others = 40;

/** Maximum number of open files if the limit of the system is unknown. macOS allows 256 unless Node may raise that. */
const defaultMax = 100;

/** Maximum number of files that are opened, or opened again and used, at the same time. */
const atOnce = 4;

/** A file that can close its descriptor and open it again. */
type Parkable = {
	/** Closes the descriptor unless it is in use. Resolves when it is closed. */
	park(): Promise<void>;
};

/**
 * Limits the number of descriptors of open files: the least recently used files close their descriptors, and reopen them on
 * demand. Only for files that are read once: a file that was deleted in between can't be opened again.
 */
export class Descriptors {
	/** Maximum number of files with a descriptor. */
	readonly maxOpen: number;
	/** Files with a descriptor, least recently used first. */
	readonly #files = new Set<Parkable>();
	readonly #limit = new TaskLimit(atOnce);
	/** Number of files that are being opened without the limit. */
	#openings = 0;

	constructor(maxOpen = openFilesFor(softLimit())) {
		this.maxOpen = maxOpen;
	}

	/** Runs `use`, which opens a file. If too many are open, runs it within the limit, after other files have closed their descriptors. */
	opening<Result>(use: () => Promise<Result>): Promise<Result> {
		return this.#files.size + this.#openings < this.maxOpen - atOnce
			? this.#counted(use)
			: this.#limit.run(async () => {
					const excess = this.#files.size + this.#openings + atOnce - this.maxOpen;
					for (const file of excess > 0 ? [...this.#files].slice(0, excess) : []) {
						await file.park();
					}
					return use();
				});
	}

	/** The file has a descriptor and uses it. */
	used(file: Parkable): void {
		this.#files.delete(file);
		this.#files.add(file);
	}

	/** The file has no descriptor any longer. */
	closed(file: Parkable): void {
		this.#files.delete(file);
	}

	async #counted<Result>(use: () => Promise<Result>): Promise<Result> {
		this.#openings++;
		try {
			return await use();
		} finally {
			this.#openings--;
		}
	}
}

/** Returns the number of files that may be open at once. @param limit Limit of the process; undefined if unknown. */
export function openFilesFor(limit: number | undefined): number {
	return limit === undefined ? defaultMax : Math.max(3 * atOnce, 2 * Math.floor((limit - others) / 4));
}

/** Returns the limit of this process, see `ulimit -n`; undefined if unknown. */
function softLimit(): number | undefined {
	try {
		const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
		return limit === undefined ? undefined : Number(limit);
	} catch {
		return undefined;
	}
}
