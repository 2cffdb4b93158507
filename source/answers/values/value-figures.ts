import {noStatus} from '../../entries/entry-record.js';
import type {Segment} from '../../index/segment.js';
import {rowKernel} from '../../wasm/row-kernel.js';
import {statusClasses, type ValueFigures} from '../answers.js';
import {ChunkedCounts} from '../chunked-counts.js';
import {DurationSketches, hasDurations} from '../durations/duration-sketches.js';
import {classOfStatus, statusCount, statusesOf} from '../status-counts.js';

/** Collects the figures of some values. */
export class FigureSums {
	/** By status; 0 is none. */
	readonly #statuses: ChunkedCounts;
	readonly #bytes: Float64Array;
	readonly #values: number;
	#sketches: DurationSketches | undefined;

	/** Starts with no rows, for `values` values. */
	constructor(values: number) {
		this.#values = values;
		this.#statuses = new ChunkedCounts(values, statusCount);
		this.#bytes = new Float64Array(values);
	}

	/**
	 * Adds rows of a segment.
	 * @param indexes - for each row, in order, 1 + the index of its value; 0 for rows that don't count
	 */
	add(segment: Segment, rows: Uint16Array, indexes: Uint32Array): void {
		const kernel = rowKernel();
		kernel.loadIndexes(rows, indexes, this.#values);
		kernel.countClasses(statusesOf(segment.status.stored()), statusCount, (index, first, words, at) =>
			this.#statuses.add(index, first, words, at),
		);
		const sums = this.#bytes;
		// A number that isn't exact isn't printed either.
		kernel.sumNumbers(segment.bytes.stored(), Number.MAX_SAFE_INTEGER, (index, sum) => {
			sums[index] = (sums[index] ?? 0) + sum;
		});
		if (hasDurations(segment)) {
			this.#sketches ??= new DurationSketches(this.#values);
			this.#sketches.add(kernel, segment.durationMs.stored());
		}
	}

	/** Returns the number of requests with each status that occurred with a value. */
	statusesOf(index: number): ReadonlyMap<number, number> {
		const found = new Map<number, number>();
		this.#statuses.each(index, (status, n) => {
			found.set(status === 0 ? noStatus : status, n);
			return true;
		});
		return found;
	}

	/** Returns the figures of a value. */
	of(index: number): ValueFigures {
		const classes = new Float64Array(statusClasses);
		let status: number | null = null;
		let most = 0;
		for (const [found, n] of this.statusesOf(index)) {
			const ofClass = classOfStatus[found] ?? 0;
			classes[ofClass] = (classes[ofClass] ?? 0) + n;
			if (found !== noStatus && (n > most || (n === most && status !== null && found < status))) {
				status = found;
				most = n;
			}
		}
		const p95 = this.#quantile(index, 0.95);
		return {
			classes,
			status,
			bytes: this.#bytes[index] ?? 0,
			p50: this.#quantile(index, 0.5),
			p95,
			max: p95 === null ? null : (this.#sketches?.max(index) ?? 0),
			total: p95 === null ? null : (this.#sketches?.total(index) ?? 0),
		};
	}

	#quantile(index: number, share: number): number | null {
		const found = this.#sketches?.quantile(index, share) ?? Number.NaN;
		// A sketch is accurate to 2 %. Beside the longest duration, a longer percentile would look like a mistake.
		return Number.isNaN(found) ? null : Math.min(found, this.#sketches?.max(index) ?? found);
	}
}
