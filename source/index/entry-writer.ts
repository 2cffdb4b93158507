import {type EntryRecord, textFields} from '../entries/entry-record.js';
import type {Dictionary} from './dictionary.js';
import {entryFlags} from './entry-flags.js';
import type {EntrySink} from './entry-sink.js';
import type {Segment} from './segment.js';

/** A day in minutes: zones are kept with it added, so that they aren't negative. */
export const zoneBias = 1440;

/**
 * Entries whose texts are looked up together, one field after the other. Measured: the tables of one dictionary stay
 * in the processor's cache then, and the lookups take half the time that they take entry by entry.
 */
const batchSize = 1024;

const nothing: Buffer = Buffer.alloc(0);

/** Starts and ends of the texts among a record's spans. */
const textSpans = textFields.length * 2;

/** The numbers of a batch's texts. */
const ids = new Uint32Array(batchSize);

/**
 * The entries whose texts haven't been looked up yet. All writers share it, as only one adds at a time: there may be
 * hundreds.
 */
const batch = {
	/** Whose it is. */
	writer: undefined as EntryWriter | undefined,
	size: 0,
	/** What the starts and ends refer to. */
	bytes: nothing,
	/** Starts and ends of the texts: all of the first field's, then all of the next's. */
	starts: new Int32Array(textFields.length * batchSize),
	ends: new Int32Array(textFields.length * batchSize),
};

/** Adds the entries of one stretch of a file, in the order of the file, to segments. */
export class EntryWriter implements EntrySink {
	readonly #openSegment: (offset: number) => Segment;
	readonly #tooOld: (entries: number) => void;
	#segment: Segment | undefined;
	#lastTime = 0;

	/**
	 * `openSegment` gives an empty segment for lines from an offset on; a segment that is sealed while nothing waits to
	 * be settled is gone on with in another. `tooOld` is told how many entries were let go as soon as they came.
	 */
	constructor(openSegment: (offset: number) => Segment, tooOld: (entries: number) => void) {
		this.#openSegment = openSegment;
		this.#tooOld = tooOld;
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		const segment = this.#segment?.hasRoom(offset) ? this.#segment : this.#open(offset);
		if (batch.size === batchSize || bytes !== batch.bytes || batch.writer !== this) {
			this.#beginBatch(bytes);
		}
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
		const {starts, ends} = batch;
		let place = batch.size++;
		for (let index = 0; index < textSpans; index += 2) {
			starts[place] = spans[index] ?? 0;
			ends[place] = spans[index + 1] ?? 0;
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

	#beginBatch(bytes: Buffer): void {
		const {writer} = batch;
		if (writer !== undefined) {
			writer.#lookUp();
		}
		batch.writer = this;
		batch.bytes = bytes;
	}

	/** Looks the texts of the batch up, if it is this writer's, and pushes their numbers. */
	#lookUp(): void {
		if (batch.writer !== this) {
			return;
		}
		const segment = this.#segment;
		if (segment !== undefined && batch.size > 0) {
			const firstRow = segment.rows - batch.size;
			for (const [field, dictionary] of segment.dictionaries.entries()) {
				lookUpField(segment, field, dictionary, firstRow);
			}
		}
		batch.writer = undefined;
		batch.size = 0;
		batch.bytes = nothing;
	}

	#open(offset: number): Segment {
		this.close();
		const segment = this.#openSegment(offset);
		this.#segment = segment;
		return segment;
	}
}

const lookUpField = (segment: Segment, field: number, dictionary: Dictionary, firstRow: number): void => {
	const {size, bytes} = batch;
	dictionary.internAll(bytes, batch, field * batchSize, size, ids);
	segment.texts[field]?.pushAll(firstRow, ids, size);
};
