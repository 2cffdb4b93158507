import {noStatus} from '../../entries/entry-record.js';
import type {Segment} from '../../index/segment.js';
import type {AddCounts, RowKernel} from '../../wasm/row-kernel.js';
import {statusClasses, type ValueFigures} from '../answers.js';
import {ChunkedCounts} from '../chunked-counts.js';
import {countRows} from '../count-rows.js';
import {
	bins,
	DurationSketches,
	hasDurations,
	rangesOfBins,
	roundedQuantile,
} from '../durations/duration-sketches.js';
import {type EntryScan, longStep} from '../scan.js';
import {classOfStatus, statusCount, statusesOf} from '../status-counts.js';
import type {IndexesOf} from './row-indexes.js';

/** The classes of rows in the kernel: the bins of their durations, then their statuses. */
const firstStatus = Math.ceil(bins / 64) * 64;

/** Collects the figures of some values. */
export class FigureSums {
	/** Number of values, and of the classes of their rows in the kernel. */
	readonly size: number;
	readonly classes = firstStatus + statusCount;
	/** By status; 0 stands for a missing status. */
	readonly #statuses: ChunkedCounts;
	readonly #bytes: Float64Array;
	readonly #sketches: DurationSketches;

	/** Starts with no rows, for `size` values. */
	constructor(size: number) {
		this.size = size;
		this.#statuses = new ChunkedCounts(size, statusCount);
		this.#bytes = new Float64Array(size);
		this.#sketches = new DurationSketches(size);
	}

	/** Counts the rows of a segment that have been loaded into the kernel with the indexes of their values. */
	count(kernel: RowKernel, segment: Segment): void {
		kernel.countClasses(statusesOf(segment.status.stored()), firstStatus);
		// Inexact numbers aren't printed, either.
		kernel.sumNumbers(segment.bytes.stored(), Number.MAX_SAFE_INTEGER, firstStatus);
		if (hasDurations(segment)) {
			kernel.countRanges(segment.durationMs.stored(), rangesOfBins());
		}
	}

	/** Adds counts from the kernel. */
	readonly add: AddCounts = (index, first, words, at, numbers) => {
		if (first < firstStatus) {
			this.#sketches.add(index, first, words, at, numbers);
		} else {
			this.#statuses.add(index, first - firstStatus, words, at);
			this.#bytes[index] = (this.#bytes[index] ?? 0) + numbers.sum;
		}
	};

	/** Returns the number of requests with each status that occurred with a value. */
	statusesOf(index: number): ReadonlyMap<number, number> {
		const found = new Map<number, number>();
		this.#statuses.each(index, (status, n) => {
			found.set(status === 0 ? noStatus : status, n);
			return true;
		});
		return found;
	}

	/**
	 * Returns the figures of a value.
	 * @param withDurations - true to include its durations by bin
	 */
	of(index: number, withDurations: boolean): ValueFigures {
		const classes = new Float64Array(statusClasses);
		let status: number | null = null;
		let max = 0;
		for (const [found, n] of this.statusesOf(index)) {
			const ofClass = classOfStatus[found] ?? 0;
			classes[ofClass] = (classes[ofClass] ?? 0) + n;
			if (found !== noStatus && (n > max || (n === max && status !== null && found < status))) {
				status = found;
				max = n;
			}
		}
		const [p50, p95] = this.#quantiles(index);
		return {
			classes,
			status,
			bytes: this.#bytes[index] ?? 0,
			p50,
			p95,
			max: p95 === null ? null : this.#sketches.max(index),
			total: p95 === null ? null : this.#sketches.total(index),
			...(withDurations && {durations: visit => this.#sketches.each(index, visit)}),
		};
	}

	#quantiles(index: number): readonly [p50: number | null, p95: number | null] {
		const max = this.#sketches.max(index);
		if (Number.isNaN(max)) {
			return [null, null];
		}
		const [p50, p95] = this.#sketches.quantiles(index, [0.5, 0.95]);
		return [roundedQuantile(p50 ?? null, max), roundedQuantile(p95 ?? null, max)];
	}
}

/**
 * Returns the figures of `size` values, by index.
 * @param withDurations - true to include the durations of each value by bin
 */
export async function figuresOf(
	scan: EntryScan,
	allIndexes: readonly IndexesOf[],
	size: number,
	withDurations: boolean,
): Promise<readonly ValueFigures[]> {
	const sums = new FigureSums(size);
	for (const indexesOf of allIndexes) {
		await countRows(scan, sums, (kernel, segment, rows) => {
			kernel.loadIndexes(rows, indexesOf(segment, rows));
			sums.count(kernel, segment);
		});
	}
	const found: ValueFigures[] = [];
	for (let index = 0; index < size; index++) {
		found.push(sums.of(index, withDurations));
		if (scan.isOverAfterStep(longStep)) {
			await scan.rest();
		}
	}
	return found;
}
