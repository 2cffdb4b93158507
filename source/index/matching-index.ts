import {rowKernel} from '../wasm/row-kernel.js';
import {BoundedFilter, type RowBounds} from './entry-filter.js';
import {EntryIndex} from './entry-index.js';
import type {EntrySink} from './entry-sink.js';
import {FilteringWriter} from './filtering-writer.js';
import {indexLimits} from './index-limits.js';
import type {RowBits, RowFilter} from './row-bits.js';
import {rowNumbers, segmentRows} from './row-numbers.js';
import type {Segment} from './segment.js';

const found = new Uint16Array(segmentRows);
const held = new Int32Array(segmentRows / 32);

/** Returns the matching rows of a segment that haven't been evicted, in ascending order. Valid until the next call. */
export function matchingRows(segment: Segment, bits: RowBits): Uint16Array {
	const {rows, evicted} = segment;
	if (bits === null || evicted === rows) {
		return rowNumbers(0);
	}
	if (segment.isInOrder) {
		return bits === 'all' ? rowNumbers(rows).subarray(evicted) : rowsOf(bits, evicted, rows);
	}
	if (evicted === 0) {
		return bits === 'all' ? rowNumbers(rows) : rowsOf(bits, 0, rows);
	}
	return rowsOf(heldOf(segment, bits), 0, rows);
}

/** Returns the rows whose bits are set, from `first` up to but excluding `end`. */
function rowsOf(bits: Int32Array, first: number, end: number): Uint16Array {
	return found.subarray(0, rowKernel().listRows(bits, first, Math.min(end, bits.length * 32), found));
}

/** Returns the rows whose bits are set, without evicted rows. Valid until the next call. */
export function heldOf(segment: Segment, bits: Int32Array | 'all'): Int32Array {
	held.fill(0);
	for (let rank = segment.evicted; rank < segment.rows; rank++) {
		const row = segment.rowAt(rank);
		held[row >>> 5] = (held[row >>> 5] ?? 0) | (1 << (row & 31));
	}
	if (bits !== 'all') {
		for (let word = 0; word < held.length; word++) {
			held[word] = (held[word] ?? 0) & (bits[word] ?? 0);
		}
	}
	return held;
}

/** A segment isn't copied if more than one row in `rowsForOne` matches: copying a row takes 100 times as long as reading one. */
const rowsForOne = 32;

/** Bytes of strings at which an epoch ends, leaving only matching entries: 1 GB of a typical log has about that many. */
const defaultTextSize = 32 << 20;

/** Limits without eviction: one epoch stores each string once. */
const unlimited = indexLimits(Number.POSITIVE_INFINITY);

/** Options that restrict the stored entries. */
type MatchingOptions = {
	readonly bounds?: RowBounds | undefined;
	/** Bytes of strings at which an epoch ends if most entries are dropped. */
	readonly texts?: number;
};

/**
 * An index for queries on a single search. It stores only matching entries and counts the rest. If few entries match, a log of
 * any size takes hardly any memory.
 */
export class MatchingIndex extends EntryIndex {
	readonly #matching: () => RowFilter;
	readonly #texts: number;
	/** Bytes of strings at which an epoch ends. Reduced only if most entries are dropped. */
	readonly #epoch: {max: number};
	/** Segments that have been checked: none of their rows will be dropped. */
	readonly #done = new WeakSet<Segment>();
	/** Number of segments at the last check. */
	#looked = 0;
	readonly #bounds: RowBounds | undefined;

	/**
	 * Creates an index. `matching` returns the stored entries that match at the time of the call. All matching entries must be
	 * within `bounds`: entries outside are skipped before their strings are looked up.
	 */
	constructor(matching: () => RowFilter, {bounds, texts = defaultTextSize}: MatchingOptions = {}) {
		const epoch = {max: unlimited.epoch(Number.POSITIVE_INFINITY)};
		super({...unlimited, epoch: () => epoch.max});
		this.#epoch = epoch;
		this.#texts = texts;
		this.#matching = matching;
		this.#bounds = bounds;
	}

	/** Number of all entries, including entries that aren't stored. */
	override get count(): number {
		return super.count + this.passed;
	}

	override get wanted(): RowBounds | undefined {
		return this.#bounds;
	}

	override writer(file: number, live: boolean): EntrySink {
		const writer = this.entryWriter(file, live);
		return this.#bounds === undefined
			? writer
			: new FilteringWriter(
					writer,
					new BoundedFilter(this.#bounds, entries => {
						this.passed += entries;
					}),
				);
	}

	override evict(cap: number): boolean {
		this.#passOver();
		return super.evict(cap);
	}

	/**
	 * Drops entries that don't match from newly sealed segments. Does nothing unless the number of segments has changed, because
	 * sealing a segment opens a new one. Runs for each chunk; checking all segments took 10 % of the time.
	 */
	#passOver(): void {
		if (this.#segments === this.#looked) {
			return;
		}
		const due = this.epochs.flatMap(({segments}) =>
			segments.filter(segment => segment.sealed && !this.#done.has(segment)),
		);
		const matching = this.#matching();
		let isAll = true;
		for (const segment of due) {
			if (matching.unreadOf?.(segment) !== undefined) {
				isAll = false;
				continue;
			}
			const wanted = matching.countOf(segment);
			this.#done.add(segment);
			if (wanted * rowsForOne <= segment.rows) {
				this.passed += segment.rows - wanted;
				const copy = this.pick(segment, matchingRows(segment, matching.of(segment)));
				if (copy !== undefined) {
					this.#done.add(copy);
					// Otherwise, no row of the copy would match until its line has been read again.
					matching.wantAll?.(copy);
				}
			}
		}
		this.#looked = isAll ? this.#segments : 0;
		if (this.passed > super.count) {
			this.#epoch.max = this.#texts;
		}
	}

	get #segments(): number {
		return this.epochs.reduce((sum, {segments}) => sum + segments.length, 0);
	}
}
