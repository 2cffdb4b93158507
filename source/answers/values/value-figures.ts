import {noStatus} from '../../entries/entry-record.js';
import {copyReals, copyWholes} from '../../index/compact.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {statusClasses, type ValueFigures} from '../answers.js';
import {DurationSketches, hasDurations} from '../durations/duration-sketches.js';

/** Class of each status, see `StatusClasses`. */
const classOfStatus: Uint8Array = new Uint8Array(noStatus + 1);
for (let first = 1; first < statusClasses; first++) {
	classOfStatus.fill(first, first * 100, (first + 1) * 100);
}

/** Initial capacity for distinct statuses. Hardly any log has more. */
const firstCapacity = 32;

/** Counts of each status, for a number of values. */
export class StatusCounts {
	readonly #values: number;
	/** Statuses are numbered from 1, in order of first occurrence. */
	readonly #numbers = new Uint32Array(noStatus + 1);
	readonly #statuses: number[] = [];
	/** Capacity for statuses of each value. */
	#capacity = firstCapacity;
	#counts: Uint32Array;

	constructor(values: number) {
		this.#values = values;
		this.#counts = new Uint32Array(values * firstCapacity);
	}

	/** Counts a status, `noStatus` for none. */
	add(index: number, status: number): void {
		const number = this.#numbers[status] || this.#admit(status);
		const at = index * this.#capacity + number - 1;
		this.#counts[at] = (this.#counts[at] ?? 0) + 1;
	}

	/** Returns the statuses that occurred with a value, with their counts. */
	of(index: number): ReadonlyMap<number, number> {
		const counts = this.#statuses.map(
			(status, number) => [status, this.#counts[index * this.#capacity + number] ?? 0] as const,
		);
		return new Map(counts.filter(([, n]) => n > 0));
	}

	/** Assigns a number to a status. */
	#admit(status: number): number {
		const number = this.#statuses.push(status);
		this.#numbers[status] = number;
		const old = this.#capacity;
		if (number > old) {
			const wider = new Uint32Array(this.#values * old * 2);
			for (let index = 0; index < this.#values; index++) {
				wider.set(this.#counts.subarray(index * old, (index + 1) * old), index * old * 2);
			}
			this.#counts = wider;
			this.#capacity *= 2;
		}
		return number;
	}
}

const statuses = new Uint32Array(segmentRows);
const bytes = new Float64Array(segmentRows);
const durations = new Float64Array(segmentRows);

/** Collects the figures of some values. */
export class FigureSums {
	readonly #statuses: StatusCounts;
	readonly #bytes: Float64Array;
	readonly #max: Float64Array;
	readonly #total: Float64Array;
	readonly #values: number;
	#sketches: DurationSketches | undefined;

	/** Starts with no rows, for `values` values. */
	constructor(values: number) {
		this.#values = values;
		this.#statuses = new StatusCounts(values);
		this.#bytes = new Float64Array(values);
		this.#max = new Float64Array(values);
		this.#total = new Float64Array(values);
	}

	/**
	 * Adds rows of a segment.
	 * @param indexes - for each row, in order, 1 + the index of its value; 0 for rows that don't count
	 */
	add(segment: Segment, rows: Uint16Array, indexes: Uint32Array): void {
		copyWholes(segment.status.stored(), segment.rows, statuses);
		copyReals(segment.bytes.stored(), segment.rows, bytes);
		const sums = this.#bytes;
		for (let at = 0; at < rows.length; at++) {
			const index = (indexes[at] ?? 0) - 1;
			if (index >= 0) {
				const row = rows[at] ?? 0;
				this.#statuses.add(index, statuses[row] ?? noStatus);
				const size = bytes[row] ?? Number.NaN;
				// A number that isn't exact isn't printed either. A missing size is NaN.
				if (size <= Number.MAX_SAFE_INTEGER) {
					sums[index] = (sums[index] ?? 0) + size;
				}
			}
		}
		if (hasDurations(segment)) {
			this.#addDurations(segment, rows, indexes);
		}
	}

	/** Returns the number of requests with each status that occurred with a value. */
	statusesOf(index: number): ReadonlyMap<number, number> {
		return this.#statuses.of(index);
	}

	/** Returns the figures of a value. */
	of(index: number): ValueFigures {
		const classes = new Float64Array(statusClasses);
		let status: number | null = null;
		let most = 0;
		for (const [found, n] of this.#statuses.of(index)) {
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
			max: p95 === null ? null : (this.#max[index] ?? 0),
			total: p95 === null ? null : (this.#total[index] ?? 0),
		};
	}

	#addDurations(segment: Segment, rows: Uint16Array, indexes: Uint32Array): void {
		this.#sketches ??= new DurationSketches(this.#values);
		copyReals(segment.durationMs.stored(), segment.rows, durations);
		const max = this.#max;
		const total = this.#total;
		for (let at = 0; at < rows.length; at++) {
			const index = (indexes[at] ?? 0) - 1;
			const duration = durations[rows[at] ?? 0] ?? Number.NaN;
			if (index >= 0 && !Number.isNaN(duration)) {
				this.#sketches.add(index, duration);
				max[index] = Math.max(max[index] ?? 0, duration);
				total[index] = (total[index] ?? 0) + duration;
			}
		}
	}

	#quantile(index: number, share: number): number | null {
		const found = this.#sketches?.quantile(index, share) ?? Number.NaN;
		// A sketch is accurate to 2 %. Beside the longest duration, a longer percentile would look like a mistake.
		return Number.isNaN(found) ? null : Math.min(found, this.#max[index] ?? found);
	}
}
