import {byteSize} from '../listing/byte-size.js';
import type {ShipProgress} from './shipper.js';

/** What the status line is made of. */
export type ShipState = ShipProgress & {
	/** Requests a second, lately. */
	readonly rate: number;
	/** Why a batch isn't there yet; undefined when nothing is wrong. */
	readonly problem: string | undefined;
};

const digits = new Intl.NumberFormat('en');

/** How far shipping has come, on one line: `lag 12 MB · 153,201 rows/s · 1,203,000 rows shipped`. */
export const statusText = ({lag, rate, rows, unread, lost, problem}: ShipState): string =>
	[
		`lag ${byteSize(lag)}`,
		`${digits.format(Math.round(rate))} rows/s`,
		`${digits.format(rows)} ${rows === 1 ? 'row' : 'rows'} shipped`,
		...(unread === 0 ? [] : [`${digits.format(unread)} lines not recognised`]),
		...(lost === 0 ? [] : [`${byteSize(lost)} lost`]),
		...(problem === undefined ? [] : [`waiting: ${problem}`]),
	].join(' · ');

/** Works out how many there were a second, over the last few seconds. */
export class Rate {
	readonly #samples: Array<{readonly time: number; readonly count: number}> = [];
	readonly #window: number;

	/** @param window Milliseconds. */
	constructor(window = 5000) {
		this.#window = window;
	}

	/** So many there are by now, at a time in milliseconds. Returns how many came in a second. */
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
