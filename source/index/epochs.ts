import {compact, compactedTogether} from './compact.js';
import {Epoch} from './epoch.js';
import type {Segment} from './segment.js';

/** Segments, and what stands in their place now. */
type Compacted = {readonly replaced: readonly Segment[]; readonly copy: Segment};

/**
 * All segments, by epochs. New segments begin in the current epoch; with the last entry of an old one go all of its texts.
 * A single entry that stays, because its time is wrong, say, would keep much more than itself: the columns of its
 * segment, the texts of its epoch. So where more is kept for nothing than is used, what entries are left there is
 * rewritten, a segment at a time, into the current epoch.
 */
export class Epochs {
	readonly #spareRows: number;
	/** Oldest first; the last is the current one. Never empty. */
	#all: readonly Epoch[] = [new Epoch()];
	/** Of rows whose segments have gone; the first of all, once there is one. */
	#picked: Epoch | undefined;

	/** `spareRows`: how many rows may be kept for entries that have gone, however few are held. */
	constructor(spareRows: number) {
		this.#spareRows = spareRows;
	}

	/** Oldest first. Numbers of texts mean something within an epoch alone. */
	get all(): readonly Epoch[] {
		return this.#all;
	}

	/** The one that new segments belong to. */
	get current(): Epoch {
		return this.#all.at(-1) ?? this.#begin();
	}

	/** Bytes of memory that all texts take. */
	get memory(): number {
		return this.#all.reduce((sum, {memory}) => sum + memory, 0);
	}

	/** How many entries are held. */
	get held(): number {
		let held = 0;
		for (const segment of this.segments()) {
			held += segment.held;
		}
		return held;
	}

	/** Every segment. */
	segments(): readonly Segment[] {
		// Asked for several times with every chunk read: where logs are rotated often there are hundreds to be copied.
		return this.#all.length === 1 ? this.current.segments : this.#all.flatMap(({segments}) => segments);
	}

	/** Begins a new epoch when the texts of the current one take more than `share` bytes. To be called settled. */
	turn(share: number): void {
		if (this.current.memory > share) {
			this.current.close();
			this.#begin();
		}
	}

	/** Gives up epochs without segments. */
	dropUnused(): void {
		this.#remove(new Set());
	}

	/** Gives up segments that hold nothing and never will, and epochs without segments. Returns the segments. */
	dropEmpty(): Segment[] {
		// Asked as often as for all segments: there are hundreds of them, and hardly ever one to be dropped.
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
	 * Rewrites some of what is kept for nothing, a full segment at most, where that is too much: for columns more than
	 * what is used, for texts more than `garbage` bytes. Called again and again it keeps up with whatever comes
	 * meanwhile.
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
	 * Puts some rows of a sealed segment, given in the order of the file, in its place: in an epoch of their own, so that
	 * all other texts go with the epoch that the segment was in. Returns the copy; undefined where there are no rows.
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

	/** The segment with the most rows of entries that have gone, when there are too many of those in all. */
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

	/** A segment of the epoch with the largest part of garbage, when there is too much of it in all. */
	#ofWorstEpoch(most: number): Segment | undefined {
		const old = this.#all.slice(0, -1).map(epoch => ({epoch, garbage: epoch.garbage}));
		if (old.reduce((sum, {garbage}) => sum + garbage, 0) <= most) {
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
