import type {Epochs} from './epochs.js';
import type {FileOrders} from './file-orders.js';
import type {IndexLimits} from './index-limits.js';
import type {Segment} from './segment.js';
import {ranksBefore, Walk} from './walk.js';

/** What part of the entries goes at a time where their texts take too much memory. */
const partLetGo = 8;

/** Rows of entries that were written since we watch. */
export function arrivedIn(segments: readonly Segment[]): number {
	return segments.reduce((sum, {live, rows}) => sum + (live ? rows : 0), 0);
}

/** Lets the oldest entries go, and keeps count of them. */
export class Eviction {
	readonly #epochs: Epochs;
	readonly #files: FileOrders;
	readonly #limits: IndexLimits;
	#evicted = 0;
	#arrivedGone = 0;
	/** The newest entry that went because memory was short. */
	#floor: {readonly time: number; readonly file: number; readonly offset: number} | undefined;

	constructor(epochs: Epochs, files: FileOrders, limits: IndexLimits) {
		this.#epochs = epochs;
		this.#files = files;
		this.#limits = limits;
	}

	/** Entries let go. */
	get evicted(): number {
		return this.#evicted;
	}

	/** Of the entries written since we watch those whose rows are gone, too. */
	get arrivedGone(): number {
		return this.#arrivedGone;
	}

	/** True once entries went because their texts took too much memory. */
	get wasShort(): boolean {
		return this.#floor !== undefined;
	}

	/** So many entries were let go as soon as they came. */
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
			// Nothing is kept for entries that have gone. Asked twice with every chunk read.
			return;
		}
		// As much garbage as there is else is cheap to get rid of: for each text that is copied, one goes.
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

	/** Lets so many of the oldest go. Returns the place of the newest of them. */
	#letGo(entries: number): {time: number; file: number; offset: number} | undefined {
		if (entries <= 0) {
			return undefined;
		}
		const walk = new Walk(this.#epochs.segments(), this.#files.placeOf, 'newer', ({evicted}) => evicted);
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
		return newest && placeOf(newest.segment, newest.row);
	}

	/** What is read next may be older than what had to go: kept, it would stand behind a gap. */
	#letGoBelowFloor(): void {
		if (this.#floor === undefined) {
			return;
		}
		const {time, file, offset} = this.#floor;
		const key = {time, fileOrder: this.#files.placeOf(file), offset};
		for (const segment of this.#epochs.segments()) {
			this.#evictTo(segment, ranksBefore(segment, this.#files.placeOf(segment.file), key));
		}
	}

	/** Lets the oldest of a segment go, up to but without a rank; returns how many. */
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

function placeOf(segment: Segment, row: number): {time: number; file: number; offset: number} {
	return {
		time: segment.time.get(row),
		file: segment.file,
		offset: segment.offset(row),
	};
}
