import {byteSize} from '../../../format/amounts.js';
import {sanitise} from '../../../format/sanitise.js';
import type {ShipProgress} from '../shipper.js';
import {StatusLine, type StatusOutput} from './status-line.js';

/** Shows the progress of shipping to the user: a status line, and messages above it. */
export class ShipReport {
	readonly #output: StatusOutput;
	readonly #line: StatusLine;
	readonly #rate = new Rate();
	readonly #began = performance.now();

	constructor(output: StatusOutput, isDumb: boolean) {
		this.#output = output;
		this.#line = new StatusLine(output, isDumb);
	}

	/** @param problem - the reason why the batch hasn't been delivered yet */
	show(progress: ShipProgress, problem: Error | undefined): void {
		const now = performance.now();
		const rate = this.#rate.next(progress.rows, now);
		this.#line.show(statusText({...progress, rate, problem: problem?.message}), problem?.message, now);
	}

	/** Prints a message on a separate line. */
	notify(text: string): void {
		this.#line.clear();
		this.#output.write(`reqscope: ${sanitise(text)}\n`);
	}

	/** Prints the final state. */
	end(progress: ShipProgress): void {
		const seconds = (performance.now() - this.#began) / 1000;
		this.#line.end(statusText({...progress, rate: progress.rows / seconds, problem: undefined}));
	}
}

/** Computes a rate per second over the last few seconds. */
export class Rate {
	readonly #samples: Array<{readonly time: number; readonly count: number}> = [];
	readonly #window: number;

	/** @param window - in ms */
	constructor(window = 5000) {
		this.#window = window;
	}

	/** Adds a sample: the total `count` at a `time` in ms. Returns the rate per second. */
	next(count: number, time: number): number {
		this.#samples.push({time, count});
		while ((this.#samples[1]?.time ?? time) <= time - this.#window) {
			this.#samples.shift();
		}
		const first = this.#samples[0];
		return first === undefined || first.time === time
			? 0
			: ((count - first.count) * 1000) / (time - first.time);
	}
}

/** Content of the status line. */
type ShipState = ShipProgress & {
	/** Current requests per second. */
	readonly rate: number;
	/** The reason why the batch hasn't been delivered yet; undefined if there is no problem. */
	readonly problem: string | undefined;
};

const digits = new Intl.NumberFormat('en');

/** Formats the progress on one line: `lag 12 MB · 153,201 rows/s · 1,203,000 rows shipped`. */
export function statusText({lag, rate, rows, unread, lost, problem}: ShipState): string {
	return [
		`lag ${byteSize(lag)}`,
		`${digits.format(Math.round(rate))} rows/s`,
		`${digits.format(rows)} ${rows === 1 ? 'row' : 'rows'} shipped`,
		...(unread === 0 ? [] : [`${digits.format(unread)} lines not recognised`]),
		...(lost === 0 ? [] : [`${byteSize(lost)} lost`]),
		...(problem === undefined ? [] : [`waiting: ${problem}`]),
	].join(' · ');
}
