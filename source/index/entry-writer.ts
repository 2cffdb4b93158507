import type {EntryRecord} from '../entries/entry-record.js';
import {amountFields, textFields} from '../fields/fields.js';
import {entryFlags} from './entry-columns.js';
import type {EntrySink} from './entry-sink.js';
import {RowBatch} from './row-batch.js';
import type {Segment} from './segment.js';

/** A day in minutes, added to time zones so that they aren't negative. */
export const zoneBias = 1440;

/** Number of starts and ends of strings among a record's spans. */
const textSpans = textFields.length * 2;

/** Bytes of a batch's input reserved for another line. Reading that line in a separate batch would take as long as reading 50. */
const wideLine = 4096;

/** Batch shared by all writers, because only one adds at a time and there may be hundreds. */
const batch = new RowBatch();
let batchWriter: EntryWriter | undefined;

/** Adds the entries of one range of a file, in file order, to segments. */
export class EntryWriter implements EntrySink {
	readonly #openSegment: (offset: number) => Segment;
	readonly #tooOld: (entries: number) => void;
	/** Time of the previous line, in ms since 1970. Lines without a time get it. */
	lastTime = 0;
	#segment: Segment | undefined;
	#newestTime = Number.NEGATIVE_INFINITY;

	/**
	 * Creates a writer. `openSegment` returns an empty segment for lines from an offset on. The writer opens a new segment if its
	 * segment has been sealed while no rows are pending. `tooOld` receives the number of entries evicted on arrival.
	 */
	constructor(openSegment: (offset: number) => Segment, tooOld: (entries: number) => void) {
		this.#openSegment = openSegment;
		this.#tooOld = tooOld;
	}

	get newestTime(): number {
		return this.#newestTime;
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		const segment = this.#segment?.accepts(offset) ? this.#segment : this.#open(offset);
		const {spans} = record;
		let [start, end] = [Number.POSITIVE_INFINITY, 0];
		for (let index = 0; index < textSpans; index += 2) {
			const textEnd = spans[index + 1] ?? 0;
			if (textEnd > 0) {
				start = Math.min(start, spans[index] ?? 0);
				end = Math.max(end, textEnd);
			}
		}
		this.#ensureSpace(segment, bytes, Math.min(start, end), end);
		const timeless = Number.isNaN(record.time);
		if (!timeless) {
			this.lastTime = record.time;
		}
		const row = segment.add(this.lastTime, offset);
		segment.flags.push(
			row,
			(timeless ? entryFlags.timeless : 0) |
				(record.incomplete ? entryFlags.incomplete : 0) |
				(record.isTimeOfReading ? entryFlags.timeOfReading : 0) |
				(record.isWhole ? entryFlags.whole : 0),
		);
		segment.zone.push(row, record.zone + zoneBias);
		segment.status.push(row, record.status);
		segment.format.push(row, format);
		for (const field of amountFields) {
			segment.numbers[field].push(row, record[field]);
		}
		batch.add(segment, spans, end);
	}

	addLines(bytes: Buffer, start: number, end: number, offset: number, layouts: Uint8Array): number {
		for (let from = start; ; ) {
			const lineOffset = offset + from - start;
			const segment = this.#segment?.accepts(lineOffset) ? this.#segment : this.#open(lineOffset);
			this.#ensureSpace(segment, bytes, from, Math.min(end, from + wideLine));
			const to = Math.min(end, from + segment.rangeLeft(lineOffset));
			const next = batch.addLines(segment, from, to, lineOffset, layouts);
			if (next === from) {
				return from;
			}
			this.lastTime = segment.time.get(segment.rows - 1);
			if (next === end) {
				return end;
			}
			from = next;
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
		const segment = this.#segment;
		if (segment !== undefined && segment.rows > 0) {
			this.#newestTime = Math.max(this.#newestTime, segment.time.get(segment.rowAt(segment.rows - 1)));
		}
		segment?.seal();
		this.#segment = undefined;
	}

	/** Prepares the batch for a row whose strings are in `bytes[start, end)`. */
	#ensureSpace(segment: Segment, bytes: Buffer, start: number, end: number): void {
		if (batchWriter !== this || !batch.canTake(segment, bytes, start, end)) {
			batch.lookUp();
			batchWriter = this;
			batch.begin(segment, bytes, start);
		}
	}

	#lookUp(): void {
		if (batchWriter === this) {
			batch.lookUp();
			batchWriter = undefined;
		}
	}

	#open(offset: number): Segment {
		this.close();
		const segment = this.#openSegment(offset);
		this.#segment = segment;
		return segment;
	}
}
