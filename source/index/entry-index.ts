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
 * The segments that can have some of the `size` newest entries, down from the rank of each that `start` gives: of a
 * hundred, one or two. With all of them walked through for every page, pages took a tenth of the processor time of a
 * screen in flow.
 */
export function ofNewest(
	segments: readonly Segment[],
	size: number,
	start: (segment: Segment) => number,
): readonly Segment[] {
	let newest: Segment | undefined;
	for (const segment of segments) {
		const isNewer = newest === undefined || segment.newestTime > newest.newestTime;
		// One that has so many by itself.
		if (isNewer && start(segment) - size >= segment.evicted) {
			newest = segment;
		}
	}
	if (newest === undefined) {
		return segments;
	}
	const least = newest.time.get(newest.rowAt(start(newest) - size));
	return segments.filter(segment => segment.newestTime >= least);
}

/** A page of entries. */
export type Listed = {
	/** Newest first. */
	readonly refs: readonly Ref[];
	/** How many entries are newer than the first of them. */
	readonly newer: number;
};

/**
 * All entries of all files, in memory, sorted by (time, source, path, offset) however late and from wherever they
 * come. Entries stay in segments in the order of their file; what is asked merges the segments' orders, so that a
 * late line costs no more than its own segment's order. Segments stand in epochs, each with dictionaries of its own.
 */
export class EntryIndex {
	readonly #files = new FileOrders();
	readonly #epochs: Epochs;
	readonly #adoption: Adoption;
	readonly #eviction: Eviction;
	/** Entries that weren't wanted. */
	protected passed = 0;

	constructor(limits: IndexLimits = indexLimits(Number.POSITIVE_INFINITY)) {
		this.#epochs = new Epochs(limits.spareRows);
		this.#adoption = new Adoption(this.#epochs);
		this.#eviction = new Eviction(this.#epochs, this.#files, limits);
	}

	/** Makes a file known and returns its number. */
	addFile(file: {readonly source: string; readonly path: string}): number {
		return this.#files.add(file);
	}

	/** A writer for a stretch of a file; `live` when its lines were written since we watch. */
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

	/** Which entries are wanted of what another thread reads; undefined: all. */
	get wanted(): Wanted | undefined {
		return undefined;
	}

	/**
	 * Takes over a stretch of a file's past that another thread has read, in pieces of some milliseconds, after each of
	 * which anything else may be done here but to take over another one. None of its entries is there before all are.
	 * False when it can't be: texts of it were told before they were needed, and went with their epoch or never came. The block's
	 * columns become the index's, and are written over: whatever this returns, it can't be given again.
	 */
	*adopting(file: number, block: Block): Generator<void, boolean> {
		const isAdopted = yield* this.#adoption.adopting(file, block);
		this.passed += isAdopted ? block.passed : 0;
		return isAdopted;
	}

	/**
	 * All segments, by epochs, oldest first. A distinct text has one number within an epoch: what is asked of texts is asked
	 * once for each number in the epoch's dictionaries, and then of the numbers in its segments.
	 */
	get epochs(): readonly Epoch[] {
		return this.#epochs.all;
	}

	/** The numbers of the files that entries are held of. */
	get files(): ReadonlySet<number> {
		return new Set(this.#segments.map(({file}) => file));
	}

	/** Whether what is older than all entries held isn't wanted any more. */
	isFull(cap: number): boolean {
		return this.#eviction.wasShort || this.count >= cap;
	}

	/** Entries held now. */
	get count(): number {
		return this.#epochs.held;
	}

	/** Entries that were written since we watch, those let go included. */
	get arrived(): number {
		return this.#eviction.arrivedGone + arrivedIn(this.#segments);
	}

	/** Entries let go. */
	get evicted(): number {
		return this.#eviction.evicted;
	}

	/** The time that the oldest entry has in the order, or nothing. */
	get oldestTime(): number | undefined {
		const oldest = this.#walk(segment => segment.evicted).next();
		return oldest?.segment.time.get(oldest.row);
	}

	/** The place of an entry in the total order. */
	key({segment, row}: Ref): Key {
		return {
			time: segment.time.get(row),
			fileOrder: this.#files.placeOf(segment.file),
			offset: segment.offset(row),
		};
	}

	/** The key of a file's line. */
	keyOf(time: number, file: number, offset: number): Key {
		return {time, fileOrder: this.#files.placeOf(file), offset};
	}

	/** The newest wanted entries, down from a key if there is one; `andAt`: also the one at it. */
	older(from: Key | undefined, size: number, andAt = false, filter?: RowFilter): Listed {
		const start = (segment: Segment): number =>
			(from === undefined ? segment.rows : this.#ranksBefore(segment, from, andAt)) - 1;
		const segments = filter === undefined ? ofNewest(this.#segments, size, start) : this.#segments;
		const walk = new Walk(segments, this.#files.placeOf, 'older', start, filter);
		return this.#listed(take(walk, size), filter);
	}

	/** The wanted entries next newer than a key, or the oldest ones. */
	newer(from: Key | undefined, size: number, filter?: RowFilter): Listed {
		const start = (segment: Segment): number =>
			from === undefined
				? segment.evicted
				: Math.max(segment.evicted, this.#ranksBefore(segment, from, true));
		return this.#listed(take(this.#walk(start, filter), size).reverse(), filter);
	}

	/** The entry of the line at that offset, if there is one. */
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

	/** The entries of each file written since we watch: their segments, in the order of the file. */
	get written(): ReadonlyMap<number, readonly Segment[]> {
		return writtenByFile(this.#segments);
	}

	/**
	 * The wanted entries of a file written since we watch, from an offset on, in the order of the file; at most `limit`.
	 *
	 * @param written What `written` gives: whoever asks for many files has it made only once.
	 */
	arrivals(file: number, offset: number, limit: number, written = this.written, filter?: RowFilter): Arrived {
		return arrivedFrom(written.get(file) ?? [], offset, limit, filter);
	}

	/**
	 * Lets the oldest entries go until no more than `cap` are left, and no more than their texts have memory for; gives
	 * back what was kept for them. To be called often, with all writers settled: each call does a little of what there
	 * is to do. Returns whether there are fewer segments than before: then `files` may have become fewer, too.
	 */
	evict(cap: number): boolean {
		const before = this.#segments.length;
		this.#eviction.keepTo(cap);
		return this.#segments.length < before;
	}

	/**
	 * Lets all but some rows of a sealed segment go, which are given in the order of the file. Returns what stands in its
	 * place.
	 */
	protected pick(segment: Segment, rows: Uint16Array): Segment | undefined {
		return this.#epochs.pick(segment, rows);
	}

	get #segments(): readonly Segment[] {
		return this.#epochs.segments();
	}

	#ranksBefore(segment: Segment, key: Key, andAt: boolean): number {
		return ranksBefore(segment, this.#files.placeOf(segment.file), key, andAt);
	}

	#walk(start: (segment: Segment) => number, filter?: RowFilter): Walk {
		return new Walk(this.#segments, this.#files.placeOf, 'newer', start, filter);
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
