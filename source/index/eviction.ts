import type {Epochs} from './epochs.js';
import type {FileOrders} from './file-orders.js';
import type {IndexLimits} from './index-limits.js';
import type {Segment} from './segment.js';
import {ranksBefore, Walk} from './walk.js';

/** Divisor for eviction when strings exceed the memory limit: each step evicts 1/8 of the entries. */
const partLetGo = 8;

/** Returns the number of rows for entries written since the start of watching. */
export function arrivedIn(segments: readonly Segment[]): number {
	return segments.reduce((sum, {live, rows}) => sum + (live ? rows : 0), 0);
}

/** Evicts the oldest entries and counts them. */
export class Eviction {
	readonly #epochs: Epochs;
	readonly #files: FileOrders;
	readonly #limits: IndexLimits;
	#evicted = 0;
	#arrivedGone = 0;
	/** The newest entry evicted because of the memory limit. */
	#floor: {readonly time: number; readonly file: number; readonly offset: number} | undefined;

	constructor(epochs: Epochs, files: FileOrders, limits: IndexLimits) {
		this.#epochs = epochs;
		this.#files = files;
		this.#limits = limits;
	}

	/** Number of evicted entries. */
	get evicted(): number {
		return this.#evicted;
	}

	/** Number of entries written since the start of watching whose rows have been removed. */
	get arrivedGone(): number {
		return this.#arrivedGone;
	}

	/** True after entries were evicted because their strings took too much memory. */
	get wasShort(): boolean {
		return this.#floor !== undefined;
	}

	/** Counts entries that were evicted on arrival. */
	note(entries: number): void {
		this.#evicted += entries;
	}

	/** See `EntryIndex.evict`. */
	keepTo(cap: number): void {
		const {textMemory, epoch} = this.#limits;
		const share = epoch(cap);
		this.#epochs.turn(share);
		this.#letGo(this.#epochs.held - cap);
		this.#letGoBelowFloor();
		this.#dropEmpty();
		if (this.#evicted === 0 && this.#epochs.memory <= textMemory) {
			// No memory is wasted on evicted entries. This check runs twice per chunk.
			return;
		}
		// At this level garbage is cheap to remove: each copied string frees another.
		if (this.#compactSome(Math.max(2 * share, this.#epochs.memory / 2))) {
			return;
		}
		while (this.#epochs.memory > textMemory && this.#epochs.held > 0) {
			if (this.#compactSome(this.#epochs.memory / 4)) {
				return;
			}
			this.#floor = this.#letGo(Math.ceil(this.#epochs.held / partLetGo)) ?? this.#floor;
			this.#dropEmpty();
		}
	}

	/** Evicts the `entries` oldest entries. Returns the position of the newest one evicted. */
	#letGo(entries: number): {time: number; file: number; offset: number} | undefined {
		if (entries <= 0) {
			return undefined;
		}
		const walk = new Walk(this.#epochs.segments(), this.#files.orderOf, 'newer', ({evicted}) => evicted);
		let newest: {segment: Segment; row: number} | undefined;
		for (let left = entries; left > 0; ) {
			const run = walk.run(left);
			if (run === undefined) {
				break;
			}
			const {segment, end} = run;
			left -= this.#evictTo(segment, end);
			newest = {segment, row: segment.rowAt(end - 1)};
		}
		return newest && positionOf(newest.segment, newest.row);
	}

	/** Evicts entries below the floor. Entries read next may be older than evicted ones; keeping them would leave a gap. */
	#letGoBelowFloor(): void {
		if (this.#floor === undefined) {
			return;
		}
		const {time, file, offset} = this.#floor;
		const key = {time, fileOrder: this.#files.orderOf(file), offset};
		for (const segment of this.#epochs.segments()) {
			this.#evictTo(segment, ranksBefore(segment, this.#files.orderOf(segment.file), key));
		}
	}

	/** Evicts the oldest entries of a segment, up to but excluding `rank`. Returns their number. */
	#evictTo(segment: Segment, rank: number): number {
		const gone = Math.max(0, rank - segment.evicted);
		if (gone > 0) {
			segment.evictTo(rank);
			this.#evicted += gone;
		}
		return gone;
	}

	#dropEmpty(): void {
		this.#arrivedGone += arrivedIn(this.#epochs.dropEmpty());
	}

	#compactSome(garbage: number): boolean {
		const compacted = this.#epochs.compactSome(garbage);
		if (compacted !== undefined) {
			this.#arrivedGone += arrivedIn(compacted.replaced) - arrivedIn([compacted.copy]);
		}
		return compacted !== undefined;
	}
}

function positionOf(segment: Segment, row: number): {time: number; file: number; offset: number} {
	return {
		time: segment.time.get(row),
		file: segment.file,
		offset: segment.offset(row),
	};
}
