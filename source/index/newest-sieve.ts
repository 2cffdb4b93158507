import type {EntryRecord} from '../entries/entry-record.js';
import {type Kernel, places} from '../kernel/kernel.js';
import type {Sieve} from './sifting-writer.js';

/** Which entries are wanted. */
export type Newest = {
	/** So many of all at most. */
	readonly most: number;
	/** What is older than this isn't among them any more. Milliseconds since 1970. */
	least(): number;
	/** Told how many entries were passed over. */
	pass(entries: number): void;
};

/** Lets through what may be among the newest of all. */
export class NewestSieve implements Sieve {
	readonly #newest: Newest;

	constructor(newest: Newest) {
		this.#newest = newest;
	}

	takes(_record: EntryRecord, time: number): boolean {
		return !(time < this.#newest.least());
	}

	/** All from the first row on that isn't too old: one run at most. */
	sift(kernel: Kernel, rows: number, _length: number, runs: Int32Array): number {
		const {most} = this.#newest;
		const {reals} = kernel;
		let least = this.#newest.least();
		if (most > 0 && most <= rows) {
			// So many of these are as new as that: what is read forward is always newer than what was read before.
			let oldest = Number.POSITIVE_INFINITY;
			for (let row = rows - most; row < rows; row++) {
				oldest = Math.min(oldest, reals[places.times + row] ?? 0);
			}
			least = Math.max(least, oldest);
		}
		let row = 0;
		while (row < rows && (reals[places.times + row] ?? 0) < least) {
			row++;
		}
		runs[0] = row;
		runs[1] = rows;
		return row < rows ? 1 : 0;
	}

	pass(entries: number): void {
		this.#newest.pass(entries);
	}
}
