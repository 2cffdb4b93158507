import type {StoredValues} from '../../index/column.js';
import {segmentRows} from '../../index/row-numbers.js';

const buffer = new Uint32Array(segmentRows);

/** Writes ids to the buffer. A separate function, because V8 compiles it for these two types of arrays only: four times as fast. */
function join(low: Uint16Array, high: Uint8Array): void {
	for (let row = 0; row < low.length; row++) {
		buffer[row] = (low[row] ?? 0) | ((high[row] ?? 0) << 16);
	}
}

/** Writes ids to the buffer. */
function spread({starts, ids, rows}: IdRuns): void {
	for (const [run, start] of starts.entries()) {
		const end = starts[run + 1] ?? rows;
		const first = (ids[run] ?? 0) - start;
		for (let row = start; row < end; row++) {
			buffer[row] = first + row;
		}
	}
}

/** Ids as runs, in which they ascend by 1 from row to row. Each run has its first row and its first id. */
export type IdRuns = {
	/** Rows, ascending. The first one is 0. */
	readonly starts: Uint16Array;
	readonly ids: Uint32Array;
	/** Number of rows of all runs. */
	readonly rows: number;
};

/** Minimum mean length of runs in rows. */
const minRunsLength = 32;

/** Finds the runs of ids; undefined if there are too many for the rows. New values get ascending ids, so request ids have few. */
function runsOf(ids: Uint32Array): IdRuns | undefined {
	const max = Math.floor(ids.length / minRunsLength);
	const starts: number[] = [];
	for (let row = 0; row < ids.length; row++) {
		if (row === 0 || ids[row] !== (ids[row - 1] ?? 0) + 1) {
			if (starts.length === max) {
				return undefined;
			}
			starts.push(row);
		}
	}
	return {
		starts: Uint16Array.from(starts),
		ids: Uint32Array.from(starts, row => ids[row] ?? 0),
		rows: ids.length,
	};
}

/** Returns the number of the run that contains a row. */
export function runAt({starts}: IdRuns, row: number): number {
	let [low, high] = [0, starts.length];
	while (high - low > 1) {
		const middle = (low + high) >>> 1;
		if ((starts[middle] ?? 0) <= row) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}

/** The ids of a full segment as runs, or in 0 to 3 bytes each, or in 4 if they differ by 2^24 or more. */
export class PackedIds {
	/** The ids as runs if there are few runs. */
	readonly runs: IdRuns | undefined;
	readonly #base: number;
	readonly #low: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | undefined;
	/** The third byte of each id, if `#low` has two. */
	readonly #high: Uint8Array<ArrayBuffer> | undefined;

	constructor(ids: Uint32Array) {
		let [min, max] = [Number.POSITIVE_INFINITY, 0];
		for (const id of ids) {
			min = Math.min(min, id);
			max = Math.max(max, id);
		}
		this.#base = ids.length === 0 ? 0 : min;
		const extent = max - this.#base;
		this.runs = extent > 0 ? runsOf(ids) : undefined;
		if (extent > 0 && this.runs === undefined) {
			this.#low =
				extent < 2 ** 8
					? new Uint8Array(ids.length)
					: extent < 2 ** 24
						? new Uint16Array(ids.length)
						: new Uint32Array(ids.length);
			this.#high = extent >= 2 ** 16 && extent < 2 ** 24 ? new Uint8Array(ids.length) : undefined;
			for (let row = 0; row < ids.length; row++) {
				const distance = (ids[row] ?? 0) - this.#base;
				this.#low[row] = distance;
				if (this.#high !== undefined) {
					this.#high[row] = distance >>> 16;
				}
			}
		}
	}

	/** Bytes of memory. */
	get memory(): number {
		const {starts, ids} = this.runs ?? {};
		return (
			(starts?.byteLength ?? 0) +
			(ids?.byteLength ?? 0) +
			(this.#low?.byteLength ?? 0) +
			(this.#high?.byteLength ?? 0)
		);
	}

	/** Returns the id of a row. */
	get(row: number): number {
		const {runs} = this;
		if (runs !== undefined) {
			const run = runAt(runs, row);
			return (runs.ids[run] ?? 0) + row - (runs.starts[run] ?? 0);
		}
		return this.#base + (this.#low?.[row] ?? 0) + ((this.#high?.[row] ?? 0) << 16);
	}

	/** Returns the ids for loops over many rows. Valid until the next call for any ids. */
	stored(): StoredValues {
		if (this.runs !== undefined) {
			spread(this.runs);
			return {values: buffer, base: 0, unit: 1, nan: Number.NaN};
		}
		const low = this.#low;
		const high = this.#high;
		if (high === undefined || !(low instanceof Uint16Array)) {
			return {values: low, base: this.#base, unit: 1, nan: Number.NaN};
		}
		join(low, high);
		return {values: buffer, base: this.#base, unit: 1, nan: Number.NaN};
	}
}
