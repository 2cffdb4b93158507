import type {EntryRecord} from '../entries/entry-record.js';
import type {Dictionary} from './dictionary.js';
import {entryFlags} from './entry-flags.js';
import type {EntrySink} from './entry-sink.js';
import {Segment} from './segment.js';

/** A day in minutes: zones are kept with it added, so that they aren't negative. */
export const zoneBias = 1440;

/**
 * Entries whose texts are looked up together, one field after the other. Measured: the tables of one dictionary stay
 * in the processor's cache then, and the lookups take half the time that they take entry by entry.
 */
const batchSize = 1024;

/** The numbers of a batch's texts. */
const ids = new Uint32Array(batchSize);

/** Adds the entries of one stretch of a file, in the order of the file, to segments. */
export class EntryWriter implements EntrySink {
	readonly #file: number;
	readonly #live: boolean;
	readonly #dictionaries: readonly Dictionary[];
	readonly #opened: (segment: Segment) => void;
	readonly #tooOld: (entries: number) => void;
	#segment: Segment | undefined;
	#lastTime = 0;
	/** Starts and ends of the texts of the batch: all of the first field's, then all of the next's. */
	readonly #starts: Int32Array;
	readonly #ends: Int32Array;
	/** What the starts and ends refer to. */
	#bytes: Buffer = Buffer.alloc(0);
	#batched = 0;

	/** `opened` is told each new segment, `tooOld` how many entries were let go as soon as they came. */
	constructor(
		{file, live, dictionaries}: {file: number; live: boolean; dictionaries: readonly Dictionary[]},
		opened: (segment: Segment) => void,
		tooOld: (entries: number) => void,
	) {
		this.#file = file;
		this.#live = live;
		this.#dictionaries = dictionaries;
		this.#opened = opened;
		this.#tooOld = tooOld;
		this.#starts = new Int32Array(dictionaries.length * batchSize);
		this.#ends = new Int32Array(dictionaries.length * batchSize);
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		if (this.#batched === batchSize || bytes !== this.#bytes) {
			this.#lookUp();
			this.#bytes = bytes;
		}
		const segment = this.#segment?.hasRoom(offset) ? this.#segment : this.#open(offset);
		const timeless = Number.isNaN(record.time);
		if (!timeless) {
			this.#lastTime = record.time;
		}
		const row = segment.add(this.#lastTime, offset);
		segment.flags.push(
			row,
			(timeless ? entryFlags.timeless : 0) | (record.incomplete ? entryFlags.incomplete : 0),
		);
		segment.zone.push(row, record.zone + zoneBias);
		segment.status.push(row, record.status);
		segment.format.push(row, format);
		segment.bytes.push(row, record.bytes);
		segment.durationMs.push(row, record.durationMs);
		const {spans} = record;
		let place = this.#batched++;
		for (let index = 0; index < spans.length; index += 2) {
			this.#starts[place] = spans[index] ?? 0;
			this.#ends[place] = spans[index + 1] ?? 0;
			place += batchSize;
		}
	}

	settle(): void {
		this.#lookUp();
		const tooOld = this.#segment?.settle() ?? 0;
		if (tooOld > 0) {
			this.#tooOld(tooOld);
		}
	}

	close(): void {
		this.settle();
		this.#segment?.seal();
		this.#segment = undefined;
	}

	/** Looks the batch's texts up and pushes their numbers. */
	#lookUp(): void {
		const segment = this.#segment;
		if (segment !== undefined && this.#batched > 0) {
			const firstRow = segment.rows - this.#batched;
			for (const [field, dictionary] of this.#dictionaries.entries()) {
				this.#lookUpField(segment, field, dictionary, firstRow);
			}
		}
		this.#batched = 0;
	}

	#lookUpField(segment: Segment, field: number, dictionary: Dictionary, firstRow: number): void {
		const count = this.#batched;
		dictionary.internAll(
			this.#bytes,
			{starts: this.#starts, ends: this.#ends},
			field * batchSize,
			count,
			ids,
		);
		segment.texts[field]?.pushAll(firstRow, ids, count);
	}

	#open(offset: number): Segment {
		this.close();
		const segment = Segment.open(this.#file, this.#live, offset, this.#dictionaries.length);
		this.#segment = segment;
		this.#opened(segment);
		return segment;
	}
}
