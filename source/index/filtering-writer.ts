import {newline} from '../ascii.js';
import type {EntryRecord} from '../entries/entry-record.js';
import {type Batch, batchRows, inputSize} from '../wasm/batch.js';
import {Kernel} from '../wasm/kernel.js';
import type {EntrySink} from './entry-sink.js';
import type {EntryWriter} from './entry-writer.js';

/** A filter that passes some entries and skips the rest. */
export type EntryFilter = {
	/** Returns true if an entry passes. `time` is its sort time, in ms since 1970. */
	takes(record: EntryRecord, time: number): boolean;
	/**
	 * Finds runs of passing rows among the first `rows` of the batch, whose lines are the first `length` bytes of its input. Writes
	 * two numbers per run to `runs`: its first row and the row after its last. Returns the number of runs.
	 */
	selectRuns(batch: Batch, rows: number, length: number, runs: Int32Array): number;
	/** Receives the number of skipped entries. */
	pass(entries: number): void;
};

/** Batch for lines that the filter must check. All writers share it, because only one adds at a time. */
let scanner: Batch | undefined;

const runs = new Int32Array(2 * batchRows);

/**
 * Number of calls that skip the filter after it passed most rows. The number quadruples each time this recurs. Rows that pass are
 * read twice, which takes 25 % longer.
 */
const firstSkip = 4;

/** Adds the entries of one range of a file that pass a filter. */
export class FilteringWriter implements EntrySink {
	readonly #writer: EntryWriter;
	readonly #filter: EntryFilter;
	#newestPassed = Number.NEGATIVE_INFINITY;
	/** Number of calls left that add lines without the filter. `#skip` is the number for the next time. */
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

	addLines(bytes: Buffer, start: number, end: number, offset: number, layouts: Uint8Array): number {
		if (this.#left > 0) {
			this.#left--;
			return this.#writer.addLines(bytes, start, end, offset, layouts);
		}
		return this.#selectRuns(bytes, start, end, offset, layouts);
	}

	settle(): void {
		this.#writer.settle();
	}

	close(): void {
		this.#writer.close();
	}

	#selectRuns(bytes: Buffer, start: number, end: number, offset: number, layouts: Uint8Array): number {
		scanner ??= Kernel.take().batch;
		const batch = scanner;
		for (let from = start; ; ) {
			const to = Math.min(end, from + inputSize);
			batch.load(bytes, from, to);
			const rowsOf = {base: from, first: 0, last: batchRows, offset: 0, layouts};
			const {rows, end: next} = batch.scan({start: from, end: to, ...rowsOf});
			const {offset: offsets} = batch.columns;
			const count = this.#filter.selectRuns(batch, rows, next - from, runs);
			let row = 0;
			let through = 0;
			for (let run = 0; run < count; run++) {
				const first = runs[2 * run] ?? 0;
				const behind = runs[2 * run + 1] ?? 0;
				this.#pass(batch, row, first);
				const at = from + (offsets[first] ?? 0);
				const until = behind === rows ? next : from + (offsets[behind] ?? 0);
				const added = this.#writer.addLines(bytes, at, until, offset + at - start, layouts);
				if (added < until) {
					// The caller must read a line that doesn't fit in the rest of the writer's batch, and `add` it.
					return added;
				}
				through += behind - first;
				row = behind;
			}
			this.#pass(batch, row, rows);
			this.#note(through, rows);
			const isInputFull = rows < batchRows && to < end && bytes.indexOf(newline, next) >= to;
			if (next === end || next === from || (rows < batchRows && !isInputFull)) {
				// The lines end here, or the caller must read the next line and `add` it.
				return next;
			}
			from = next;
		}
	}

	/** Adjusts the skipping: `through` of `rows` rows passed. */
	#note(through: number, rows: number): void {
		if (through * 2 > rows) {
			this.#left = this.#skip;
			this.#skip *= 4;
		} else {
			this.#left = 0;
			this.#skip = firstSkip;
		}
	}

	/** Skips rows of the batch from `first` up to but excluding `behind`. */
	#pass({columns: {time: times}}: Batch, first: number, behind: number): void {
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
