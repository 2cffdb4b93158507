import type {EntryRecord} from '../entries/entry-record.js';
import type {Batch, LinePart} from '../wasm/batch.js';
import type {EntryFilter} from './filtering-writer.js';

/** What an entry must be like to be wanted; one that is needn't be wanted. Plain data. */
export type RowBounds = {
	/** 1 for each status that may be wanted, 0 for others, at its place among all of 16 bits: see `noStatus`; null: any may. */
	readonly statuses: Uint8Array | null;
	/** From when to when, both included, milliseconds since 1970; open where infinite. */
	readonly from: number;
	readonly until: number;
	/** Both ends included; null: any size, or none, may be wanted. */
	readonly bytes: {readonly from: number; readonly to: number} | null;
	/** Milliseconds that it took; as for sizes. */
	readonly durationMs: {readonly from: number; readonly to: number} | null;
	/** What stands in its line, all of it. */
	readonly parts: readonly LinePart[];
};

/**
 * Where more than one row of a batch in so many is let through, all between them are, too: adding one takes twenty times as
 * long as adding it with others.
 */
const rowsForOne = 32;

/** Lets through what is within bounds, and where that is much, what stands between it. */
export class BoundedFilter implements EntryFilter {
	readonly #bounds: RowBounds;
	readonly #pass: (entries: number) => void;

	/** `pass` is told how many entries it passed over. */
	constructor(bounds: RowBounds, pass: (entries: number) => void) {
		this.#bounds = bounds;
		this.#pass = pass;
	}

	takes({status, bytes, durationMs}: EntryRecord, time: number): boolean {
		const {statuses, from, until, bytes: sizes, durationMs: durations} = this.#bounds;
		return (
			(statuses === null || statuses[status] === 1) &&
			!(time < from || time > until) &&
			(sizes === null || (bytes >= sizes.from && bytes <= sizes.to)) &&
			(durations === null || (durationMs >= durations.from && durationMs <= durations.to))
		);
	}

	selectRuns(batch: Batch, rows: number, length: number, runs: Int32Array): number {
		const {statuses, from, until, bytes, durationMs, parts} = this.#bounds;
		if (durationMs !== null) {
			// No line that the kernel reads says how long it took.
			return 0;
		}
		const {times, statuses: statusesRead, sizes} = batch.columns;
		const marks = parts.length === 0 ? null : batch.markedLines(rows, length, parts);
		const most = rows / rowsForOne;
		let count = 0;
		let end = -1;
		for (let row = 0; row < rows; row++) {
			const time = times[row] ?? 0;
			if (
				(statuses !== null && statuses[statusesRead[row] ?? 0] !== 1) ||
				time < from ||
				time > until ||
				marks?.[row] === 0
			) {
				continue;
			}
			if (bytes !== null) {
				const size = sizes[row] ?? 0;
				if (!(size >= bytes.from && size <= bytes.to)) {
					continue;
				}
			}
			if (row !== end) {
				count++;
				runs[2 * count - 2] = row;
			}
			end = row + 1;
			runs[2 * count - 1] = end;
		}
		if (count > most) {
			runs[1] = end;
			return 1;
		}
		return count;
	}

	pass(entries: number): void {
		this.#pass(entries);
	}
}

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
export class NewestFilter implements EntryFilter {
	readonly #newest: Newest;

	constructor(newest: Newest) {
		this.#newest = newest;
	}

	takes(_record: EntryRecord, time: number): boolean {
		return !(time < this.#newest.least());
	}

	/** All from the first row on that isn't too old: one run at most. */
	selectRuns(batch: Batch, rows: number, _length: number, runs: Int32Array): number {
		const {most} = this.#newest;
		const {times} = batch.columns;
		let least = this.#newest.least();
		if (most > 0 && most <= rows) {
			// So many of these are as new as that: what is read forward is always newer than what was read before.
			let oldest = Number.POSITIVE_INFINITY;
			for (let row = rows - most; row < rows; row++) {
				oldest = Math.min(oldest, times[row] ?? 0);
			}
			least = Math.max(least, oldest);
		}
		let row = 0;
		while (row < rows && (times[row] ?? 0) < least) {
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

/** Which entries are wanted of what another thread reads: plain data. */
export type Wanted =
	/** So many of the newest at most, and none that is older than `least`, milliseconds since 1970. */
	| {readonly most: number; readonly least: number}
	/** Those within bounds. */
	| RowBounds;

/** What lets those through; `pass` is told how many entries it passed over. */
export function filterOf(wanted: Wanted, pass: (entries: number) => void): EntryFilter {
	return 'most' in wanted
		? new NewestFilter({most: wanted.most, least: () => wanted.least, pass})
		: new BoundedFilter(wanted, pass);
}
