import type {EntryRecord} from '../entries/entry-record.js';
import {type AmountField, amountFields} from '../fields/fields.js';
import type {Batch, LinePart} from '../wasm/batch.js';
import {numbersIn} from './entry-columns.js';
import type {EntryFilter} from './filtering-writer.js';

type Bounds = {readonly from: number; readonly to: number};

/** Checks that a number is within bounds. Without bounds, every number is; with bounds, NaN never is. */
function isWithin(value: number, bounds: Bounds | undefined): boolean {
	return bounds === undefined || (value >= bounds.from && value <= bounds.to);
}

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
	/** Inclusive bounds of amounts. An amount without bounds may have any value, or be missing. */
	readonly amounts: Readonly<Partial<Record<AmountField, Bounds>>>;
	/** The line must contain all these parts. */
	readonly parts: readonly LinePart[];
};

/**
 * If more than one row of a batch in `rowsForOne` passes, all rows between them pass, too. Adding a row separately takes 20 times
 * as long as adding it in a run.
 */
const rowsForOne = 32;

/** Passes entries within bounds. If these are many, also passes the entries between them. */
export class BoundedFilter implements EntryFilter {
	readonly #bounds: RowBounds;
	readonly #pass: (entries: number) => void;

	/** Creates a filter that calls `pass` with the number of entries it skips. */
	constructor(bounds: RowBounds, pass: (entries: number) => void) {
		this.#bounds = bounds;
		this.#pass = pass;
	}

	takes(record: EntryRecord, time: number): boolean {
		const {statuses, from, until, amounts} = this.#bounds;
		return (
			(statuses === null || statuses[record.status] === 1) &&
			!(time < from || time > until) &&
			amountFields.every(field => isWithin(record[field], amounts[field]))
		);
	}

	selectRuns(batch: Batch, rows: number, length: number, runs: Int32Array): number {
		const {statuses, from, until, amounts, parts} = this.#bounds;
		const {time: times, status: statusesRead} = batch.columns;
		const numbers = numbersIn(batch);
		const bounded = amountFields.filter(field => amounts[field] !== undefined);
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
			if (!bounded.every(field => isWithin(numbers[field]?.[row] ?? Number.NaN, amounts[field]))) {
				continue;
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
		const {time: times} = batch.columns;
		let minTime = this.#newest.minTime();
		if (maxEntries > 0 && maxEntries <= rows) {
			// At least `maxEntries` rows have this time or a newer one, so older rows aren't among the newest.
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
