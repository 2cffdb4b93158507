import {NewestFilter, type Wanted} from './entry-filter.js';
import {EntryIndex} from './entry-index.js';
import type {EntrySink} from './entry-sink.js';
import {FilteringWriter} from './filtering-writer.js';

/**
 * Holds the newest entries alone, as many as will be asked for, and of the others nothing but their number: a log of any
 * size takes no memory, and two fifths of the processor's time. With none to be held it only counts.
 */
export class NewestIndex extends EntryIndex {
	readonly #most: number;
	/** What is older than this isn't among the newest. */
	#least: number;

	constructor(most: number) {
		super();
		this.#most = most;
		this.#least = most === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
	}

	/** All entries, those included that aren't held. */
	override get count(): number {
		return super.count + super.evicted + this.passed;
	}

	/** None that anybody will ask for. */
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
