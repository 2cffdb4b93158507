import {closeSync, openSync, writeSync} from 'node:fs';
import {logLine} from '../helpers/log-lines.js';

/** Writes requests to a log at a steady rate. Each call of `catchUp` writes the lines that are due. */
export class SteadyWriter {
	readonly #rate: number;
	readonly #url: (number: number) => string;
	readonly #began = performance.now();
	#descriptor: number;
	#written = 0;

	/** @param rate Lines per second. @param url Returns the URL of a line by its number, starting at 0. */
	constructor(path: string, rate: number, url: (number: number) => string) {
		this.#rate = rate;
		this.#url = url;
		this.#descriptor = openSync(path, 'a');
	}

	/** Number of lines written. */
	get written(): number {
		return this.#written;
	}

	get descriptor(): number {
		return this.#descriptor;
	}

	/** Writes the lines that are due. */
	catchUp(): void {
		const due = Math.floor(((performance.now() - this.#began) / 1000) * this.#rate);
		const lines: string[] = [];
		for (; this.#written < due; this.#written++) {
			lines.push(
				logLine({
					time: Date.now(),
					ip: `203.0.113.${this.#written % 250}`,
					url: this.#url(this.#written),
					userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
				}),
			);
		}
		if (lines.length > 0) {
			writeSync(this.#descriptor, lines.join(''));
		}
	}

	/** Continues in a different file. */
	moveTo(path: string): void {
		this.close();
		this.#descriptor = openSync(path, 'a');
	}

	close(): void {
		closeSync(this.#descriptor);
	}
}
