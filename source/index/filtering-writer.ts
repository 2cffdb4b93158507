import {newline} from '../ascii.js';
import type {EntryRecord} from '../entries/entry-record.js';
import type {UsualFormats} from '../entries/usual-formats.js';
import {type Batch, batchRows, inputSize} from '../wasm/batch.js';
import {Kernel} from '../wasm/kernel.js';
import type {EntrySink} from './entry-sink.js';
import type {EntryWriter} from './entry-writer.js';

/** What lets some entries through, and passes others over. */
export type EntryFilter = {
	/** Whether to let an entry through, which stands at that time in the order, milliseconds since 1970. */
	takes(record: EntryRecord, time: number): boolean;
	/**
	 * Finds the runs of rows to be let through, of the first `rows` of the batch, whose lines are the first `length`
	 * bytes of its input: first row and row behind the last of each go to `runs`. Returns how many runs there are.
	 */
	selectRuns(batch: Batch, rows: number, length: number, runs: Int32Array): number;
	/** Told how many entries were passed over. */
	pass(entries: number): void;
};

/** Lines are read in it only to see what they are: all writers share it, as only one adds at a time. */
let scanner: Batch | undefined;

const runs = new Int32Array(2 * batchRows);

/**
 * Where a filter lets most of what it is given through, it isn't asked for so many times as much after it, then for four
 * times as many: what it lets through is read twice, which takes a quarter more time.
 */
const firstSkip = 4;

/** Adds the entries of one stretch of a file that a filter lets through. */
export class FilteringWriter implements EntrySink {
	readonly #writer: EntryWriter;
	readonly #filter: EntryFilter;
	#newestPassed = Number.NEGATIVE_INFINITY;
	/** How many times lines are to be added without asking the filter, and how many after that. */
	#left = 0;
	#skip = firstSkip;

	constructor(writer: EntryWriter, filter: EntryFilter) {
		this.#writer = writer;
		this.#filter = filter;
	}

	get newestTime(): number {
		return Math.max(this.#writer.newestTime, this.#newestPassed);
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		const time = Number.isNaN(record.time) ? this.#writer.lastTime : record.time;
		if (this.#filter.takes(record, time)) {
			this.#writer.add(bytes, record, format, offset);
		} else {
			this.#writer.lastTime = time;
			this.#newestPassed = Math.max(this.#newestPassed, time);
			this.#filter.pass(1);
		}
	}

	addLines(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): number {
		if (this.#left > 0) {
			this.#left--;
			return this.#writer.addLines(bytes, start, end, offset, formats);
		}
		return this.#selectRuns(bytes, start, end, offset, formats);
	}

	settle(): void {
		this.#writer.settle();
	}

	close(): void {
		this.#writer.close();
	}

	#selectRuns(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): number {
		scanner ??= Kernel.take().batch;
		const batch = scanner;
		for (let from = start; ; ) {
			const to = Math.min(end, from + inputSize);
			batch.load(bytes, from, to);
			const rowsOf = {base: from, first: 0, last: batchRows, offset: 0, formats};
			const {rows, end: next} = batch.scan({start: from, end: to, ...rowsOf});
			const {offsets} = batch.columns;
			const count = this.#filter.selectRuns(batch, rows, next - from, runs);
			let row = 0;
			let through = 0;
			for (let run = 0; run < count; run++) {
				const first = runs[2 * run] ?? 0;
				const behind = runs[2 * run + 1] ?? 0;
				this.#pass(batch, row, first);
				const at = from + (offsets[first] ?? 0);
				const until = behind === rows ? next : from + (offsets[behind] ?? 0);
				const added = this.#writer.addLines(bytes, at, until, offset + at - start, formats);
				if (added < until) {
					// A line that has no room in what is left of the writer's batch is to be read otherwise.
					return added;
				}
				through += behind - first;
				row = behind;
			}
			this.#pass(batch, row, rows);
			this.#note(through, rows);
			const isInputFull = rows < batchRows && to < end && bytes.indexOf(newline, next) >= to;
			if (next === end || next === from || (rows < batchRows && !isInputFull)) {
				// Behind them stands a line that is to be read otherwise, unless that is where they end.
				return next;
			}
			from = next;
		}
	}

	/** Notes that so many of these rows were let through. */
	#note(through: number, rows: number): void {
		if (through * 2 > rows) {
			this.#left = this.#skip;
			this.#skip *= 4;
		} else {
			this.#left = 0;
			this.#skip = firstSkip;
		}
	}

	/** Passes over rows of the batch. */
	#pass({columns: {times}}: Batch, first: number, behind: number): void {
		if (first === behind) {
			return;
		}
		let newest = this.#newestPassed;
		for (let row = first; row < behind; row++) {
			newest = Math.max(newest, times[row] ?? 0);
		}
		this.#newestPassed = newest;
		this.#writer.lastTime = times[behind - 1] ?? 0;
		this.#filter.pass(behind - first);
	}
}
