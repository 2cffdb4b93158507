import {type Arrived, arrivedFrom, writtenByFile} from './arrivals.js';
import type {Wanted} from './entry-filter.js';
import type {EntrySink} from './entry-sink.js';
import {EntryWriter} from './entry-writer.js';
import type {Epoch} from './epoch.js';
import {Epochs} from './epochs.js';
import {arrivedIn, Eviction} from './eviction.js';
import {FileOrders} from './file-orders.js';
import {type IndexLimits, indexLimits} from './index-limits.js';
import {countFromRank, type RowFilter} from './row-bits.js';
import {Segment} from './segment.js';
import {Adoption, type Block} from './segment-import.js';
import {type Key, type Ref, ranksBefore, Walk} from './walk.js';

/**
 * Returns the segments that may contain some of the `size` newest entries, down from the rank that `start` returns for each.
 * Typically these are one or two of a hundred segments. Walking through all segments for every page took 10 % of the CPU time of
 * a live screen.
 */
export function ofNewest(
	segments: readonly Segment[],
	size: number,
	start: (segment: Segment) => number,
): readonly Segment[] {
	let newest: Segment | undefined;
	for (const segment of segments) {
		const isNewer = newest === undefined || segment.newestTime > newest.newestTime;
		// This segment alone has `size` entries.
		if (isNewer && start(segment) - size >= segment.evicted) {
			newest = segment;
		}
	}
	if (newest === undefined) {
		return segments;
	}
	const minTime = newest.time.get(newest.rowAt(start(newest) - size));
	return segments.filter(segment => segment.newestTime >= minTime);
}

/** A page of entries. */
export type Listed = {
	/** Newest first. */
	readonly refs: readonly Ref[];
	/** Number of entries newer than the first of them. */
	readonly newer: number;
};

/**
 * All entries of all files in memory, sorted by time, source, path and offset in any order of arrival. Segments keep entries
 * sorted by their offset in the file. Queries merge the segments' orders, so a late line costs no more than reordering its
 * segment. Segments belong to epochs, each with its own dictionaries.
 */
export class EntryIndex {
	readonly #files = new FileOrders();
	readonly #epochs: Epochs;
	readonly #adoption: Adoption;
	readonly #eviction: Eviction;
	/** Number of unwanted entries. */
	protected passed = 0;

	constructor(limits: IndexLimits = indexLimits(Number.POSITIVE_INFINITY)) {
		this.#epochs = new Epochs(limits.spareRows);
		this.#adoption = new Adoption(this.#epochs);
		this.#eviction = new Eviction(this.#epochs, this.#files, limits);
	}

	/** Registers a file and returns its number. */
	addFile(file: {readonly source: string; readonly path: string}): number {
		return this.#files.add(file);
	}

	/** Creates a writer for a range of a file. `live` is true if its lines were written since the start of watching. */
	writer(file: number, live: boolean): EntrySink {
		return this.entryWriter(file, live);
	}

	protected entryWriter(file: number, live: boolean): EntryWriter {
		return new EntryWriter(
			offset => {
				const {current} = this.#epochs;
				return current.add(Segment.open({file, live, dictionaries: current.dictionaries}, offset));
			},
			entries => {
				this.#eviction.note(entries);
			},
		);
	}

	/** Selection of the entries that another thread reads; undefined for all. */
	get wanted(): Wanted | undefined {
		return undefined;
	}

	/**
	 * Adopts a range of a file's backfill that another thread has read, in steps of a few milliseconds. The caller may do anything
	 * between steps except adopt a different range. The entries become visible only after all have been adopted. Returns false if
	 * strings that an earlier block sent are missing, because they were dropped with their epoch or never arrived, or if the epoch
	 * ends between steps. Always takes ownership of the block's columns and overwrites them, so a block can't be adopted twice.
	 */
	*adopting(file: number, block: Block): Generator<void, boolean> {
		const isAdopted = yield* this.#adoption.adopting(file, block);
		this.passed += isAdopted ? block.passed : 0;
		return isAdopted;
	}

	/**
	 * All epochs with their segments, oldest first. A distinct string has one id within an epoch. Queries evaluate each string once
	 * per epoch, then compare ids in its segments.
	 */
	get epochs(): readonly Epoch[] {
		return this.#epochs.all;
	}

	/** The numbers of the files that have entries in memory. */
	get files(): ReadonlySet<number> {
		return new Set(this.#segments.map(({file}) => file));
	}

	/** True if entries older than all stored entries are no longer wanted. */
	isFull(cap: number): boolean {
		return this.#eviction.wasShort || this.count >= cap;
	}

	/** Bytes of memory that the strings of entries take. */
	get textMemory(): number {
		return this.#epochs.memory;
	}

	/** Number of stored entries. */
	get count(): number {
		return this.#epochs.held;
	}

	/** Number of entries written since the start of watching, including evicted ones. */
	get arrived(): number {
		return this.#eviction.arrivedGone + arrivedIn(this.#segments);
	}

	/** Number of evicted entries. */
	get evicted(): number {
		return this.#eviction.evicted;
	}

	/** The sort time of the oldest entry; undefined if there are no entries. */
	get oldestTime(): number | undefined {
		const oldest = this.#walk(segment => segment.evicted).next();
		return oldest?.segment.time.get(oldest.row);
	}

	/** Returns the position of an entry in the total order. */
	key({segment, row}: Ref): Key {
		return {
			time: segment.time.get(row),
			fileOrder: this.#files.orderOf(segment.file),
			offset: segment.offset(row),
		};
	}

	/** Returns the key of a file's line. */
	keyOf(time: number, file: number, offset: number): Key {
		return {time, fileOrder: this.#files.orderOf(file), offset};
	}

	/** Returns the newest wanted entries, older than `from` if it is given. `andAt` includes the entry with that key. */
	older(from: Key | undefined, size: number, andAt = false, filter?: RowFilter): Listed {
		const start = (segment: Segment): number =>
			(from === undefined ? segment.rows : this.#ranksBefore(segment, from, andAt)) - 1;
		const segments = filter === undefined ? ofNewest(this.#segments, size, start) : this.#segments;
		const walk = new Walk(segments, this.#files.orderOf, 'older', start, filter);
		return this.#listed(take(walk, size), filter);
	}

	/**
	 * Returns the wanted entries just newer than a key, or the oldest entries if `from` is undefined. `andAt` includes the entry with
	 * that key.
	 */
	newer(from: Key | undefined, size: number, andAt = false, filter?: RowFilter): Listed {
		const start = (segment: Segment): number =>
			from === undefined
				? segment.evicted
				: Math.max(segment.evicted, this.#ranksBefore(segment, from, !andAt));
		return this.#listed(take(this.#walk(start, filter), size).reverse(), filter);
	}

	/** Returns the entry of the line at an offset; undefined if it doesn't exist. */
	find(file: number, offset: number): Ref | undefined {
		for (const segment of this.#segments) {
			if (segment.file === file && segment.rows > 0) {
				const row = segment.rowAtOffset(offset);
				if (row < segment.rows && segment.offset(row) === offset && !segment.isEvicted(row)) {
					return {segment, row};
				}
			}
		}
		return undefined;
	}

	/** The segments with entries written since the start of watching, by file and in file order. */
	get written(): ReadonlyMap<number, readonly Segment[]> {
		return writtenByFile(this.#segments);
	}

	/**
	 * Returns at most `limit` wanted entries of a file, from an offset on and in file order, that were written since the start of
	 * watching.
	 *
	 * @param written The value of `written`: callers that query many files compute it once.
	 */
	arrivals(file: number, offset: number, limit: number, written = this.written, filter?: RowFilter): Arrived {
		return arrivedFrom(written.get(file) ?? [], offset, limit, filter);
	}

	/**
	 * Evicts the oldest entries until at most `cap` remain and their strings fit in the memory limit. Also frees the memory of
	 * evicted entries. Call it often, with all writers settled: each call does a small part of the work. Returns true if the number
	 * of segments fell, so `files` may have shrunk, too.
	 */
	evict(cap: number): boolean {
		const before = this.#segments.length;
		this.#eviction.keepTo(cap);
		return this.#segments.length < before;
	}

	/** Drops all rows of a sealed segment except `rows`, which must be in file order. Returns the segment that replaces it. */
	protected pick(segment: Segment, rows: Uint16Array): Segment | undefined {
		return this.#epochs.pick(segment, rows);
	}

	get #segments(): readonly Segment[] {
		return this.#epochs.segments();
	}

	#ranksBefore(segment: Segment, key: Key, andAt: boolean): number {
		return ranksBefore(segment, this.#files.orderOf(segment.file), key, andAt);
	}

	#walk(start: (segment: Segment) => number, filter?: RowFilter): Walk {
		return new Walk(this.#segments, this.#files.orderOf, 'newer', start, filter);
	}

	#listed(refs: readonly Ref[], filter: RowFilter | undefined): Listed {
		const first = refs[0];
		if (first === undefined) {
			return {refs, newer: 0};
		}
		const key = this.key(first);
		let newer = 0;
		for (const segment of this.#segments) {
			const rank = Math.max(segment.evicted, this.#ranksBefore(segment, key, true));
			if (filter === undefined || rank === segment.rows) {
				newer += segment.rows - rank;
			} else if (rank === segment.evicted) {
				newer += filter.countOf(segment);
			} else {
				newer += countFromRank(segment, filter.of(segment), rank);
			}
		}
		return {refs, newer};
	}
}

function take(walk: Walk, size: number): Ref[] {
	const refs: Ref[] = [];
	while (refs.length < size) {
		const ref = walk.next();
		if (ref === undefined) {
			break;
		}
		refs.push(ref);
	}
	return refs;
}
