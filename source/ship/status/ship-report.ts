import {sanitise} from '../../listing/sanitise.js';
import type {ShipProgress} from '../shipper.js';
import {Rate} from './rate.js';
import {statusText} from './ship-status.js';
import {StatusLine, type StatusOutput} from './status-line.js';

/** Tells the user how shipping goes: a status, and above it what happens. */
export class ShipReport {
	readonly #output: StatusOutput;
	readonly #line: StatusLine;
	readonly #rate = new Rate();
	readonly #began = performance.now();

	constructor(output: StatusOutput, isDumb: boolean) {
		this.#output = output;
		this.#line = new StatusLine(output, isDumb);
	}

	/** @param problem Why a batch isn't there yet. */
	show(progress: ShipProgress, problem: Error | undefined): void {
		const now = performance.now();
		const rate = this.#rate.next(progress.rows, now);
		this.#line.show(statusText({...progress, rate, problem: problem?.message}), problem?.message, now);
	}

	/** Says something on a line of its own. */
	say(text: string): void {
		this.#line.clear();
		this.#output.write(`reqscope: ${sanitise(text)}\n`);
	}

	/** Leaves what it came to. */
	end(progress: ShipProgress): void {
		const seconds = (performance.now() - this.#began) / 1000;
		this.#line.end(statusText({...progress, rate: progress.rows / seconds, problem: undefined}));
	}
}
