import {errnoWords} from '../files/errno-words.js';
import type {Stage} from './stage.js';

/**
 * A fault of a disk or server that keeps what is left of a file from being read after the file has ended: nobody looks
 * at it any more, so only whoever reads it finds out, and gives it up after half a minute.
 */
export class EndedFault {
	readonly #deliveries: Stage['deliveries'];
	readonly #path: string;
	#problem: string | undefined;

	constructor({deliveries}: Pick<Stage, 'deliveries'>, path: string) {
		this.#deliveries = deliveries;
		this.#path = path;
	}

	/** Why it can't be read at the moment, or could not until it was given up. */
	get problem(): string | undefined {
		return this.#problem;
	}

	/** It had the fault when it ended, and the user knows. */
	inherit(problem: string | undefined): void {
		this.#problem = problem;
	}

	/** An attempt has failed. */
	failed(error: unknown): void {
		if (this.#problem === undefined) {
			this.#problem = errnoWords(error);
			this.#tell(`${this.#problem}; what is still to be read of it is tried again for half a minute.`);
		}
	}

	/** An attempt has succeeded. */
	succeeded(): void {
		if (this.#problem !== undefined) {
			this.#problem = undefined;
			this.#tell('can be read again, and goes on where it was.');
		}
	}

	#tell(text: string): void {
		this.#deliveries.notice({path: this.#path, text});
		this.#deliveries.changed();
	}
}
