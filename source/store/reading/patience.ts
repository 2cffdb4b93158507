import type {LogFile} from '../../tail/log-file.js';

/** After so long what can't be read is given up, though it may be there: others wait behind it. Milliseconds. */
export const longestWait = 30_000;

/**
 * The same where something was given up already: no longer than it takes a file to be tried again after the failure of
 * a read elsewhere in it. A disk with many bad places would take half a minute for each.
 */
const laterWait = 5000;

/** How long it is waited for a file that can't be read. */
export class Patience {
	readonly #file: Pick<LogFile, 'gone'>;
	/** Since when it can't be read, by `performance.now()`. */
	#failingSince: number | undefined;
	#wait = longestWait;

	constructor(file: Pick<LogFile, 'gone'>) {
		this.#file = file;
	}

	/** It could be read. */
	renew(): void {
		this.#failingSince = undefined;
	}

	/** It couldn't be read: whether it is of no use to wait any longer. */
	isOver(): boolean {
		const now = performance.now();
		this.#failingSince ??= now;
		return this.#file.gone || now - this.#failingSince > this.#wait;
	}

	/** What it was waited for is given up, and it is gone on with something else. */
	giveUp(): void {
		this.#failingSince = undefined;
		this.#wait = laterWait;
	}
}
