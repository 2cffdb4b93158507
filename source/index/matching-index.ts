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

/** The rows of a segment that match and haven't been let go, in ascending order; good until it is called again. */
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

/** The bits of rows from `first` on, up to but without `end`. */
function rowsOf(bits: Int32Array, first: number, end: number): Uint16Array {
	let count = 0;
	const words = Math.min(bits.length, (end + 31) >>> 5);
	for (let word = first >>> 5; word < words; word++) {
		let left = bits[word] ?? 0;
		if (word === first >>> 5) {
			left &= -1 << (first & 31);
		}
		if (word === end >>> 5) {
			left &= ~(-1 << (end & 31));
		}
		const row = word * 32;
		while (left !== 0) {
			found[count++] = row + 31 - Math.clz32(left & -left);
			left &= left - 1;
		}
	}
	return found.subarray(0, count);
}

function heldOf(segment: Segment, bits: Int32Array | 'all'): Int32Array {
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

/**
 * Where more than one row in so many matches, a segment stays as it is: a row that is copied takes a hundred times as long
 * as one that is read.
 */
const rowsForOne = 32;

/** What texts may take before they go with all but the entries that match, bytes: those of a GB of usual log, about. */
const usualTexts = 32 << 20;

/** The limits where nothing goes: there is one epoch, in which each text is kept once. */
const unlimited = indexLimits(Number.POSITIVE_INFINITY);

/** What narrows down what is held. */
type MatchingOptions = {
	readonly bounds?: RowBounds | undefined;
	/** At how many bytes of texts an epoch ends where most of what is read goes. */
	readonly texts?: number;
};

/**
 * Holds the entries that match a search alone, where nothing else is asked for, and of the others nothing but their number:
 * where few match, a log of any size takes no memory.
 */
export class MatchingIndex extends EntryIndex {
	readonly #matching: () => RowFilter;
	readonly #texts: number;
	/** At how many bytes of texts an epoch ends: sooner only where most of what is read goes. */
	readonly #epoch: {most: number};
	/** Segments of which nothing goes any more. */
	readonly #done = new WeakSet<Segment>();
	/** How many segments there were when they were looked at. */
	#looked = 0;
	readonly #bounds: RowBounds | undefined;

	/**
	 * `matching` gives the entries that match of those held, as of now. All that match are within the bounds, if there are any:
	 * what isn't is passed over before its texts are looked up.
	 */
	constructor(matching: () => RowFilter, {bounds, texts = usualTexts}: MatchingOptions = {}) {
		const epoch = {most: unlimited.epoch(Number.POSITIVE_INFINITY)};
		super({...unlimited, epoch: () => epoch.most});
		this.#epoch = epoch;
		this.#texts = texts;
		this.#matching = matching;
		this.#bounds = bounds;
	}

	/** All entries, those included that aren't held. */
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
	 * Another one is begun when one is sealed. Called with each chunk that is read: looking at all took a tenth of the
	 * time.
	 */
	#passOver(): void {
		if (this.#segments === this.#looked) {
			return;
		}
		const due = this.epochs.flatMap(({segments}) =>
			segments.filter(segment => segment.sealed && !this.#done.has(segment)),
		);
		const matching = this.#matching();
		for (const segment of due) {
			const wanted = matching.countOf(segment);
			this.#done.add(segment);
			if (wanted * rowsForOne <= segment.rows) {
				this.passed += segment.rows - wanted;
				const copy = this.pick(segment, matchingRows(segment, matching.of(segment)));
				if (copy !== undefined) {
					this.#done.add(copy);
				}
			}
		}
		this.#looked = this.#segments;
		if (this.passed > super.count) {
			this.#epoch.most = this.#texts;
		}
	}

	get #segments(): number {
		return this.epochs.reduce((sum, {segments}) => sum + segments.length, 0);
	}
}
