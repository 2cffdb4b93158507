import {fitWidth} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';

/** The stream that the status is written to. */
export type StatusOutput = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** Interval between status lines if the output can't overwrite a line, in ms. A new problem is written at once. */
const plainInterval = 10_000;

/** Keeps one line of a terminal up to date. Other outputs get a line now and then. */
export class StatusLine {
	readonly #output: StatusOutput;
	readonly #isDrawn: boolean;
	#shown = '';
	#problem: string | undefined;
	#writtenAt = Number.NEGATIVE_INFINITY;

	constructor(output: StatusOutput, isDumb: boolean) {
		this.#output = output;
		this.#isDrawn = output.isTTY === true && !isDumb;
	}

	/**
	 * @param problem - the current problem; a new one is written at once
	 * @param time - in ms
	 */
	show(text: string, problem: string | undefined, time: number): void {
		if (this.#isDrawn) {
			const line = fitWidth(sanitise(text), (this.#output.columns ?? 80) - 1).trimEnd();
			if (line !== this.#shown) {
				this.#shown = line;
				this.#output.write(`\r${line}\u001b[K`);
			}
		} else if (time - this.#writtenAt >= plainInterval || problem !== this.#problem) {
			this.#writtenAt = time;
			this.#output.write(`${sanitise(text)}\n`);
		}
		this.#problem = problem;
	}

	/** Clears the status line for other output, which must begin on a new line. */
	clear(): void {
		if (this.#isDrawn && this.#shown !== '') {
			this.#output.write('\r\u001b[K');
			this.#shown = '';
		}
	}

	/** Prints the final status and leaves it on the screen. */
	end(text: string): void {
		this.clear();
		this.#output.write(`${sanitise(text)}\n`);
	}
}
