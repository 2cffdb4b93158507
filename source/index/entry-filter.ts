import type {EntryRecord} from '../entries/entry-record.js';
import type {Batch, LinePart} from '../wasm/batch.js';
import type {EntryFilter} from './filtering-writer.js';

/** Necessary, but not sufficient, conditions for a wanted entry. Plain data. */
export type RowBounds = {
	/**
	 * 1 for each status that may be wanted, 0 for the rest, indexed by all 16-bit numbers: see `noStatus`. Null if every status may
	 * be wanted.
	 */
	readonly statuses: Uint8Array | null;
	/** Inclusive bounds of the time, in ms since 1970; infinite if open. */
	readonly from: number;
	readonly until: number;
	/** Inclusive bounds of the size. Null if entries of any size, or of unknown size, may be wanted. */
	readonly bytes: {readonly from: number; readonly to: number} | null;
	/** Inclusive bounds of the duration in ms. Null works as for sizes. */
	readonly durationMs: {readonly from: number; readonly to: number} | null;
	/** The line must contain all these parts. */
	readonly parts: readonly LinePart[];
};

/**
 * If more than one row of a batch in `rowsForOne` passes, all rows between them pass, too. Adding a row separately takes 20 times
 * as long as adding it in a run.
 */
const rowsForOne = 32;

/** Passes entries within bounds. If many are, also passes the entries between them. */
export class BoundedFilter implements EntryFilter {
	readonly #bounds: RowBounds;
	readonly #pass: (entries: number) => void;

	/** Creates a filter that calls `pass` with the number of entries it skips. */
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
		const {times, statuses: statusesRead, sizes, durations} = batch.columns;
		const marks = parts.length === 0 ? null : batch.markedLines(rows, length, parts);
		const minRows = rows / rowsForOne;
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
			if (durationMs !== null) {
				const duration = durations[row] ?? 0;
				if (!(duration >= durationMs.from && duration <= durationMs.to)) {
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
		if (count > minRows) {
			runs[1] = end;
			return 1;
		}
		return count;
	}

	pass(entries: number): void {
		this.#pass(entries);
	}
}

/** Limits for entries that may be among the newest. */
export type Newest = {
	/** Maximum number of entries. */
	readonly maxEntries: number;
	/** Returns the time before which an entry is no longer among the newest, in ms since 1970. */
	minTime(): number;
	/** Receives the number of skipped entries. */
	pass(entries: number): void;
};

/** Passes entries that may be among the newest. */
export class NewestFilter implements EntryFilter {
	readonly #newest: Newest;

	constructor(newest: Newest) {
		this.#newest = newest;
	}

	takes(_record: EntryRecord, time: number): boolean {
		return !(time < this.#newest.minTime());
	}

	/** Selects the first row that isn't too old and all rows after it: at most one run. */
	selectRuns(batch: Batch, rows: number, _length: number, runs: Int32Array): number {
		const {maxEntries} = this.#newest;
		const {times} = batch.columns;
		let minTime = this.#newest.minTime();
		if (maxEntries > 0 && maxEntries <= rows) {
			// The last `maxEntries` rows are at least this new: lines read forwards are always newer than lines read before.
			let oldest = Number.POSITIVE_INFINITY;
			for (let row = rows - maxEntries; row < rows; row++) {
				oldest = Math.min(oldest, times[row] ?? 0);
			}
			minTime = Math.max(minTime, oldest);
		}
		let row = 0;
		while (row < rows && (times[row] ?? 0) < minTime) {
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

/** Selection of the entries that another thread reads, as plain data. */
export type Wanted =
	/** At most `maxEntries` of the newest entries, none older than `minTime`, in ms since 1970. */
	| {readonly maxEntries: number; readonly minTime: number}
	/** Entries within bounds. */
	| RowBounds;

/** Creates the filter for a selection. It calls `pass` with the number of entries it skips. */
export function filterOf(wanted: Wanted, pass: (entries: number) => void): EntryFilter {
	return 'maxEntries' in wanted
		? new NewestFilter({maxEntries: wanted.maxEntries, minTime: () => wanted.minTime, pass})
		: new BoundedFilter(wanted, pass);
}
