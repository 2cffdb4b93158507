import {compact, compactedTogether} from './compact.js';
import {Epoch} from './epoch.js';
import type {Segment} from './segment.js';

/** Segments and the copy that replaces them. */
type Compacted = {readonly replaced: readonly Segment[]; readonly copy: Segment};

/**
 * All segments, grouped by epoch. New segments start in the current epoch. The strings of an old epoch are freed with its last
 * entry. A single remaining entry, for example one with a wrong time, would keep much more than itself: the columns of its
 * segment and the strings of its epoch. If more memory is wasted than used, the remaining entries are rewritten into the current
 * epoch, one segment at a time.
 */
export class Epochs {
	readonly #spareRows: number;
	/** Oldest first; the last is the current one. Never empty. */
	#all: readonly Epoch[] = [new Epoch()];
	/** The epoch of rows picked from removed segments. It is always the first epoch if it exists. */
	#picked: Epoch | undefined;

	/**
	 * Creates the first epoch. `spareRows` is the number of evicted rows that may stay in memory even if few entries are stored.
	 */
	constructor(spareRows: number) {
		this.#spareRows = spareRows;
	}

	/** All epochs, oldest first. Ids of strings are only valid within an epoch. */
	get all(): readonly Epoch[] {
		return this.#all;
	}

	/** The epoch to which new segments are added. */
	get current(): Epoch {
		return this.#all.at(-1) ?? this.#begin();
	}

	/** Bytes of memory that all strings take. */
	get memory(): number {
		return this.#all.reduce((sum, {memory}) => sum + memory, 0);
	}

	/** Number of stored entries. */
	get held(): number {
		let held = 0;
		for (const segment of this.segments()) {
			held += segment.held;
		}
		return held;
	}

	/** Returns all segments. */
	segments(): readonly Segment[] {
		// Called several times per chunk. Frequent log rotation leaves hundreds of segments, so the segments of a single epoch aren't
		// copied.
		return this.#all.length === 1 ? this.current.segments : this.#all.flatMap(({segments}) => segments);
	}

	/** Starts a new epoch if the strings of the current one take more than `share` bytes. All writers must be settled. */
	turn(share: number): void {
		if (this.current.memory > share) {
			this.current.close();
			this.#begin();
		}
	}

	/** Removes epochs without segments. */
	dropUnused(): void {
		this.#remove(new Set());
	}

	/** Removes sealed segments without entries, and epochs without segments. Returns the removed segments. */
	dropEmpty(): Segment[] {
		// Called as often as `segments()`. Hardly ever is one of hundreds of segments empty.
		const dropped: Segment[] = [];
		for (const segment of this.segments()) {
			if (segment.sealed && segment.held === 0) {
				dropped.push(segment);
			}
		}
		if (dropped.length > 0) {
			this.#remove(new Set(dropped));
		}
		return dropped;
	}

	/**
	 * Rewrites up to one full segment if too much memory is wasted: more evicted than stored rows, or more than `garbage` bytes of
	 * unused strings. Repeated calls keep up with new entries.
	 */
	compactSome(garbage: number): Compacted | undefined {
		const segment = this.#sparsest() ?? this.#ofWorstEpoch(garbage);
		if (segment === undefined) {
			return undefined;
		}
		const {current} = this;
		const replaced = compactedTogether(segment, this.segments());
		const {file, live} = segment;
		const copy = compact(replaced, {file, live, isCopy: true, dictionaries: current.dictionaries});
		this.#remove(new Set(replaced));
		current.add(copy);
		return {replaced, copy};
	}

	/**
	 * Replaces a sealed segment with a copy of `rows`, which must be in file order. The copy is in a separate epoch, so that the
	 * strings of the dropped rows are freed with the original epoch. Returns the copy; undefined if `rows` is empty.
	 */
	pick(segment: Segment, rows: Uint16Array): Segment | undefined {
		const copy = rows.length === 0 ? undefined : this.#copyPicked(segment, rows);
		this.#remove(new Set([segment]));
		return copy;
	}

	#copyPicked(segment: Segment, rows: Uint16Array): Segment {
		if (this.#picked === undefined) {
			this.#picked = new Epoch();
			this.#all = [this.#picked, ...this.#all];
		}
		const {file, live} = segment;
		const {dictionaries} = this.#picked;
		return this.#picked.add(compact([segment], {file, live, isCopy: true, dictionaries}, () => rows));
	}

	/** Returns the segment with the most evicted rows, if there are too many evicted rows in total. */
	#sparsest(): Segment | undefined {
		let [held, gone] = [0, 0];
		let worst: Segment | undefined;
		for (const segment of this.segments()) {
			held += segment.held;
			if (segment.sealed) {
				gone += segment.evicted;
				worst = worst === undefined || segment.evicted > worst.evicted ? segment : worst;
			}
		}
		return gone > Math.max(this.#spareRows, held) ? worst : undefined;
	}

	/** Returns a segment of the epoch with the largest share of garbage, if there is too much garbage in total. */
	#ofWorstEpoch(max: number): Segment | undefined {
		const old = this.#all.slice(0, -1).map(epoch => ({epoch, garbage: epoch.garbage}));
		if (old.reduce((sum, {garbage}) => sum + garbage, 0) <= max) {
			return undefined;
		}
		const [worst] = old.sort((a, b) => b.garbage / b.epoch.memory - a.garbage / a.epoch.memory);
		return worst?.epoch.segments[0];
	}

	#begin(): Epoch {
		const epoch = new Epoch();
		this.#all = [...this.#all, epoch];
		return epoch;
	}

	#remove(gone: ReadonlySet<Segment>): void {
		const {current} = this;
		for (const epoch of this.#all) {
			epoch.remove(gone);
		}
		const kept = this.#all.filter(epoch => epoch === current || epoch.segments.length > 0);
		for (const epoch of this.#all) {
			if (!kept.includes(epoch)) {
				epoch.release();
			}
		}
		this.#all = kept;
	}
}
