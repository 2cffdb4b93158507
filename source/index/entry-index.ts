import {textFields} from '../entries/entry-record.js';
import type {Block} from './block.js';
import {compareTexts} from './compare-texts.js';
import {Dictionary} from './dictionary.js';
import type {EntrySink} from './entry-sink.js';
import {EntryWriter} from './entry-writer.js';
import {Segment} from './segment.js';
import {type Key, type Ref, ranksBefore, Walk} from './walk.js';

/** A page of entries. */
export type Listed = {
	/** Newest first. */
	readonly refs: readonly Ref[];
	/** How many entries are newer than the first of them. */
	readonly newer: number;
};

type File = {readonly source: string; readonly path: string};

/**
 * All entries of all files, in memory, sorted by (time, source, path, offset) however late and from wherever they
 * come. Entries stay in segments in the order of their file; what is asked merges the segments' orders, so that a
 * late line costs no more than its own segment's order.
 */
export class EntryIndex {
	/** A dictionary for each of `textFields`. */
	readonly dictionaries: readonly Dictionary[] = textFields.map(() => new Dictionary());
	readonly #files: File[] = [];
	/** Each file's place in the fixed order between files. */
	#fileOrders: number[] = [];
	#segments: Segment[] = [];
	/** Entries let go. */
	#evicted = 0;
	/** Entries written since we watch in segments that are gone altogether. */
	#arrivedGone = 0;

	/** Makes a file known and returns its number. */
	addFile(file: File): number {
		this.#files.push(file);
		const sorted = this.#files
			.map(({source, path}, number) => ({source, path, number}))
			.sort(
				(a, b) => compareTexts(a.source, b.source) || compareTexts(a.path, b.path) || a.number - b.number,
			);
		this.#fileOrders = [];
		for (const [place, {number}] of sorted.entries()) {
			this.#fileOrders[number] = place;
		}
		return this.#files.length - 1;
	}

	/** A writer for a stretch of a file; `live` when its lines were written since we watch. */
	writer(file: number, live: boolean): EntrySink {
		return new EntryWriter(
			{file, live, dictionaries: this.dictionaries},
			segment => {
				this.#segments.push(segment);
			},
			entries => {
				this.#evicted += entries;
			},
		);
	}

	/** Takes over a stretch of a file's past that was read elsewhere. */
	adopt(file: number, {segments, texts}: Block): void {
		const ids = texts.map((field, place) => this.dictionaries[place]?.adopt(field) ?? new Uint32Array());
		this.#segments.push(...segments.map(parts => Segment.from(file, parts, ids)));
	}

	/** Entries held now. */
	get count(): number {
		return this.#segments.reduce((sum, {rows, evicted}) => sum + rows - evicted, 0);
	}

	/** Entries that were written since we watch, those let go included. */
	get arrived(): number {
		return this.#segments.reduce((sum, {live, rows}) => sum + (live ? rows : 0), this.#arrivedGone);
	}

	/** Entries let go. */
	get evicted(): number {
		return this.#evicted;
	}

	/** The time that the oldest entry has in the order, or nothing. */
	get oldestTime(): number | undefined {
		const oldest = this.#walk('newer', segment => segment.evicted).next();
		return oldest?.segment.time.get(oldest.row);
	}

	/** The place of an entry in the total order. */
	key({segment, row}: Ref): Key {
		return {
			time: segment.time.get(row),
			fileOrder: this.#fileOrder(segment.file),
			offset: segment.offset(row),
		};
	}

	/** The key of a file's line. */
	keyOf(time: number, file: number, offset: number): Key {
		return {time, fileOrder: this.#fileOrder(file), offset};
	}

	/** The newest entries, down from a key if there is one; `andAt`: also the one at it. */
	older(from: Key | undefined, size: number, andAt = false): Listed {
		const start = (segment: Segment): number =>
			(from === undefined ? segment.rows : ranksBefore(segment, from, this.#fileOrder, andAt)) - 1;
		return this.#listed(take(this.#walk('older', start), size));
	}

	/** The entries next newer than a key, or the oldest ones. */
	newer(from: Key | undefined, size: number): Listed {
		const start = (segment: Segment): number =>
			from === undefined
				? segment.evicted
				: Math.max(segment.evicted, ranksBefore(segment, from, this.#fileOrder, true));
		return this.#listed(take(this.#walk('newer', start), size).reverse());
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

	/** The entries of a file written since we watch, from an offset on, in the order of the file. */
	arrivals(file: number, offset: number, limit: number): Ref[] {
		const refs: Ref[] = [];
		for (const segment of this.#segments) {
			if (segment.file !== file || !segment.live) {
				continue;
			}
			for (let row = segment.rowAtOffset(offset); row < segment.rows && refs.length < limit; row++) {
				refs.push({segment, row});
			}
		}
		return refs;
	}

	/** Lets the oldest entries go until no more than `cap` are left. */
	evict(cap: number): void {
		let excess = this.count - cap;
		while (excess > 0) {
			const walk = this.#walk('newer', segment => segment.evicted);
			const oldest = walk.next();
			if (oldest === undefined) {
				break;
			}
			const {segment} = oldest;
			// All that this segment has before the oldest entry of any other goes in one step.
			const other = this.#oldestBeside(segment);
			const before =
				other === undefined ? segment.rows : ranksBefore(segment, this.key(other), this.#fileOrder);
			const rank = Math.min(segment.evicted + excess, Math.max(before, segment.evicted + 1));
			const gone = rank - segment.evicted;
			segment.evictTo(rank);
			excess -= gone;
			this.#evicted += gone;
		}
		this.#dropEmpty();
	}

	readonly #fileOrder = (file: number): number => this.#fileOrders[file] ?? 0;

	#walk(direction: 'older' | 'newer', start: (segment: Segment) => number): Walk {
		return new Walk(this.#segments, this.#fileOrder, direction, start);
	}

	#oldestBeside(segment: Segment): Ref | undefined {
		const others = this.#segments.filter(other => other !== segment);
		return new Walk(others, this.#fileOrder, 'newer', ({evicted}) => evicted).next();
	}

	/** Gives up the segments that hold nothing and never will; some were sealed only after all of theirs had gone. */
	#dropEmpty(): void {
		const empty = this.#segments.filter(({evicted, rows, sealed}) => sealed && evicted === rows);
		if (empty.length > 0) {
			this.#segments = this.#segments.filter(segment => !empty.includes(segment));
			this.#arrivedGone += empty.reduce((sum, {live, rows}) => sum + (live ? rows : 0), 0);
		}
	}

	#listed(refs: readonly Ref[]): Listed {
		const first = refs[0];
		if (first === undefined) {
			return {refs, newer: 0};
		}
		const key = this.key(first);
		let newer = 0;
		for (const segment of this.#segments) {
			newer += segment.rows - Math.max(segment.evicted, ranksBefore(segment, key, this.#fileOrder, true));
		}
		return {refs, newer};
	}
}

const take = (walk: Walk, size: number): Ref[] => {
	const refs: Ref[] = [];
	while (refs.length < size) {
		const ref = walk.next();
		if (ref === undefined) {
			break;
		}
		refs.push(ref);
	}
	return refs;
};
