import {newline} from '../bytes/files/newline.js';
import type {EntryRecord} from '../entries/entry-record.js';
import type {UsualFormats} from '../entries/usual-formats.js';
import {batchRows, inputSize, Kernel, places} from '../kernel/kernel.js';
import type {EntrySink} from './entry-sink.js';
import type {EntryWriter} from './entry-writer.js';

/** Which entries are wanted. */
export type Newest = {
	/** So many of all at most. */
	readonly most: number;
	/** What is older than this isn't among them any more. Milliseconds since 1970. */
	least(): number;
	/** Told how many entries were passed over. */
	pass(entries: number): void;
};

/** Lines are read in it only to see when they were written: all writers share it, as only one adds at a time. */
let scanner: Kernel | undefined;

/** Adds the entries of one stretch of a file that may be among the newest of all. */
export class NewestWriter implements EntrySink {
	readonly #writer: EntryWriter;
	readonly #newest: Newest;
	#newestPassed = Number.NEGATIVE_INFINITY;

	constructor(writer: EntryWriter, newest: Newest) {
		this.#writer = writer;
		this.#newest = newest;
	}

	get newestTime(): number {
		return Math.max(this.#writer.newestTime, this.#newestPassed);
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		const time = Number.isNaN(record.time) ? this.#writer.lastTime : record.time;
		if (time < this.#newest.least()) {
			this.#pass(1, time, time);
		} else {
			this.#writer.add(bytes, record, format, offset);
		}
	}

	addLines(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): number {
		scanner ??= Kernel.take();
		const kernel = scanner;
		for (let from = start; ; ) {
			const to = Math.min(end, from + inputSize);
			kernel.load(bytes, from, to);
			const batch = {base: from, first: 0, last: batchRows, offset: 0, formats};
			const {rows, end: next} = kernel.scan({start: from, end: to, ...batch});
			const wanted = this.#passOld(kernel, rows);
			if (wanted < rows) {
				const at = from + (kernel.words[places.offsets + wanted] ?? 0);
				const added = this.#writer.addLines(bytes, at, next, offset + at - start, formats);
				if (added < next) {
					// A line that has no room in what is left of the writer's batch is to be read otherwise.
					return added;
				}
			}
			const isInputFull = rows < batchRows && to < end && bytes.indexOf(newline, next) >= to;
			if (next === end || next === from || (rows < batchRows && !isInputFull)) {
				// Behind them stands a line that is to be read otherwise, unless that is where they end.
				return next;
			}
			from = next;
		}
	}

	settle(): void {
		this.#writer.settle();
	}

	close(): void {
		this.#writer.close();
	}

	/** Passes over the first rows of the batch, as long as they are too old. Returns the first that may be wanted. */
	#passOld(kernel: Kernel, rows: number): number {
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
		let [row, time, newest] = [0, 0, Number.NEGATIVE_INFINITY];
		for (; row < rows; row++) {
			const next = reals[places.times + row] ?? 0;
			if (next >= least) {
				break;
			}
			time = next;
			newest = Math.max(newest, time);
		}
		if (row > 0) {
			this.#pass(row, time, newest);
		}
		return row;
	}

	/** Passes over entries, of which the last was written at `time`. */
	#pass(entries: number, time: number, newest: number): void {
		this.#writer.lastTime = time;
		this.#newestPassed = Math.max(this.#newestPassed, newest);
		this.#newest.pass(entries);
	}
}
