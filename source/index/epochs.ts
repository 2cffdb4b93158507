import {rewrite, rewrittenTogether} from './compact.js';
import {Era} from './epoch.js';
import type {Segment} from './segment.js';

/** Segments, and what stands in their place now. */
type Rewritten = {readonly replaced: readonly Segment[]; readonly copy: Segment};

/**
 * All segments, by eras. New segments begin in the current era; with the last entry of an old one go all of its texts.
 * A single entry that stays, because its time is wrong, say, would keep much more than itself: the columns of its
 * segment, the texts of its era. So where more is kept for nothing than is used, what entries are left there is
 * rewritten, a segment at a time, into the current era.
 */
export class Eras {
	readonly #spareRows: number;
	/** Oldest first; the last is the current one. Never empty. */
	#all: readonly Era[] = [new Era()];
	/** Of rows whose segments have gone; the first of all, once there is one. */
	#picked: Era | undefined;

	/** `spareRows`: how many rows may be kept for entries that have gone, however few are held. */
	constructor(spareRows: number) {
		this.#spareRows = spareRows;
	}

	/** Oldest first. Numbers of texts mean something within an era alone. */
	get all(): readonly Era[] {
		return this.#all;
	}

	/** The one that new segments belong to. */
	get current(): Era {
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

	/** Begins a new era when the texts of the current one take more than `share` bytes. To be called settled. */
	turn(share: number): void {
		if (this.current.memory > share) {
			this.current.close();
			this.#begin();
		}
	}

	/** Gives up eras without segments. */
	dropUnused(): void {
		this.#remove(new Set());
	}

	/** Gives up segments that hold nothing and never will, and eras without segments. Returns the segments. */
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
	rewriteSome(garbage: number): Rewritten | undefined {
		const segment = this.#sparsest() ?? this.#ofWorstEra(garbage);
		if (segment === undefined) {
			return undefined;
		}
		const {current} = this;
		const replaced = rewrittenTogether(segment, this.segments());
		const {file, live} = segment;
		const copy = rewrite(replaced, {file, live, isCopy: true, dictionaries: current.dictionaries});
		this.#remove(new Set(replaced));
		current.add(copy);
		return {replaced, copy};
	}

	/**
	 * Puts some rows of a sealed segment, given in the order of the file, in its place: in an era of their own, so that
	 * all other texts go with the era that the segment was in. Returns the copy; undefined where there are no rows.
	 */
	pick(segment: Segment, rows: Uint16Array): Segment | undefined {
		const copy = rows.length === 0 ? undefined : this.#copyPicked(segment, rows);
		this.#remove(new Set([segment]));
		return copy;
	}

	#copyPicked(segment: Segment, rows: Uint16Array): Segment {
		if (this.#picked === undefined) {
			this.#picked = new Era();
			this.#all = [this.#picked, ...this.#all];
		}
		const {file, live} = segment;
		const {dictionaries} = this.#picked;
		return this.#picked.add(rewrite([segment], {file, live, isCopy: true, dictionaries}, () => rows));
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

	/** A segment of the era with the largest part of garbage, when there is too much of it in all. */
	#ofWorstEra(most: number): Segment | undefined {
		const old = this.#all.slice(0, -1).map(era => ({era, garbage: era.garbage}));
		if (old.reduce((sum, {garbage}) => sum + garbage, 0) <= most) {
			return undefined;
		}
		const [worst] = old.sort((a, b) => b.garbage / b.era.memory - a.garbage / a.era.memory);
		return worst?.era.segments[0];
	}

	#begin(): Era {
		const era = new Era();
		this.#all = [...this.#all, era];
		return era;
	}

	#remove(gone: ReadonlySet<Segment>): void {
		const {current} = this;
		for (const era of this.#all) {
			era.remove(gone);
		}
		const kept = this.#all.filter(era => era === current || era.segments.length > 0);
		for (const era of this.#all) {
			if (!kept.includes(era)) {
				era.release();
			}
		}
		this.#all = kept;
	}
}
