import type {LogFile} from '../../bytes/log-file.js';
import {longestWait} from '../past-block.js';

/** How long it is waited for a file that can't be read. */
export class Patience {
	readonly #file: Pick<LogFile, 'gone'>;
	/** Since when it can't be read, by `performance.now()`. */
	#failingSince: number | undefined;

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
		return this.#file.gone || now - this.#failingSince > longestWait;
	}
}
