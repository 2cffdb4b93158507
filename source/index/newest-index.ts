import {NewestFilter, type Wanted} from './entry-filter.js';
import {EntryIndex} from './entry-index.js';
import type {EntrySink} from './entry-sink.js';
import {FilteringWriter} from './filtering-writer.js';

/**
 * An index that stores only the newest entries that will be requested and counts the rest. A log of any size takes no memory and
 * 40 % of the CPU time. With a maximum of 0 it only counts.
 */
export class NewestIndex extends EntryIndex {
	readonly #maxEntries: number;
	/** Entries older than this time aren't among the newest. */
	#minTime: number;

	constructor(maxEntries: number) {
		super();
		this.#maxEntries = maxEntries;
		this.#minTime = maxEntries === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
	}

	/** Number of all entries, including entries that aren't stored. */
	override get count(): number {
		return super.count + super.evicted + this.passed;
	}

	/** Always 0: no caller requests the evicted entries. */
	override get evicted(): number {
		return 0;
	}

	override evict(cap: number): boolean {
		const isFewer = super.evict(Math.min(cap, this.#maxEntries));
		if (super.count >= this.#maxEntries) {
			this.#minTime = super.oldestTime ?? this.#minTime;
		}
		return isFewer;
	}

	override get wanted(): Wanted {
		return {maxEntries: this.#maxEntries, minTime: this.#minTime};
	}

	override writer(file: number, live: boolean): EntrySink {
		const filter = new NewestFilter({
			maxEntries: this.#maxEntries,
			minTime: () => this.#minTime,
			pass: entries => {
				this.passed += entries;
			},
		});
		return new FilteringWriter(this.entryWriter(file, live), filter);
	}
}
