import {fitWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';

/** Where the status is written. */
export type StatusOutput = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** How often a line is written where none can be written over, unless something else happens; milliseconds. */
const plainInterval = 10_000;

/** Keeps one line of a terminal up to date; elsewhere writes a line now and then. */
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

	/** @param problem What is wrong; a new one is written at once. @param time Milliseconds. */
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

	/** Makes room for other text, which begins on a line of its own. */
	clear(): void {
		if (this.#isDrawn && this.#shown !== '') {
			this.#output.write('\r\u001b[K');
			this.#shown = '';
		}
	}

	/** Leaves the last status where it stands. */
	end(text: string): void {
		this.clear();
		this.#output.write(`${sanitise(text)}\n`);
	}
}
