import {carriageReturn} from '../../../ascii.js';
import type {ClientChoice} from '../../../entries/client-choice.js';
import type {EntryRecord} from '../../../entries/entry-record.js';
import {logValues} from '../../../entries/log-fields/log-values.js';
import {SplitLines} from '../../../entries/wrappers/split-lines.js';
import type {EntrySink} from '../../../index/entry-sink.js';
import {type LineSink, LineSplitter} from '../../../lines/line-splitter.js';
import {LineProcessor} from '../../../reader/line-processor.js';
import type {LogPosition} from '../checkpoints/checkpoint.js';
import type {RowWriter, ShippedLine} from '../rows/row-writer.js';
import type {Chunk} from './chunk.js';
import {CutBytes} from './cut-bytes.js';
import {dayOf, LogNotices} from './log-notices.js';

const nothing: Buffer = Buffer.alloc(0);

/** Start position and destination of the lines. */
type ChunkCutterOptions = {
	readonly place: LogPosition;
	/** The bytes before that position, up to `tailLength`. */
	readonly tail: Buffer;
	/** See `chosenReaders`. */
	readonly format?: string | undefined;
	/** Selects the client address. If missing, the address stays as parsed. */
	readonly client?: ClientChoice | undefined;
	/** Writes the rows of recognised lines. */
	readonly rows: RowWriter;
	/** Notifies the user about the log. */
	readonly notify: (text: string) => void;
};

/** Splits one log into chunks of lines. The bytes are passed in sequence. A chunk ends where lines of another day begin. */
export class ChunkCutter {
	readonly #rows: RowWriter;
	readonly #format: string | undefined;
	readonly #notices: LogNotices;
	readonly #intake: LineProcessor;
	readonly #cutter: LineSplitter;
	readonly #split: SplitLines;
	#chunks: Chunk[] = [];
	/** Start of the current chunk. */
	#start: LogPosition;
	#inRest: boolean;
	#time: number;
	#count = 0;
	#unreadCount = 0;
	#day = Number.NaN;
	/** The first bytes of a line longer than one read. */
	#first: Buffer | undefined;
	readonly #bytes: CutBytes;
	/** The current line. */
	#line: ShippedLine = {bytes: nothing, start: 0, end: 0, offset: 0};

	constructor({place, tail, format, client, rows, notify}: ChunkCutterOptions) {
		this.#rows = rows;
		this.#format = format;
		this.#notices = new LogNotices(notify);
		this.#bytes = new CutBytes(place.offset, tail);
		this.#start = place;
		this.#inRest = place.inRest;
		this.#time = place.time;
		this.#intake = new LineProcessor(notify, format, client);
		this.#intake.header = place.header;
		const entries: EntrySink = {
			newestTime: Number.NaN,
			add: (source, record, format) => this.#add(source, record, format),
			// Lines arrive one at a time.
			addLines: (_bytes, start) => start,
			settle: () => {},
			close: () => {},
		};
		const target = {entries, unrecognised: {add: () => this.#addUnread()}};
		const take: LineSink = (bytes, start, end, offset, whole, dropped) => {
			if (this.#inRest) {
				this.#inRest = false;
			} else if (!this.#split.holds(bytes, start, end, offset, whole, dropped)) {
				const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
				this.#line = {bytes, start, end: lineEnd, offset};
				this.#intake.take(bytes, start, end, offset, whole, dropped, target, false);
			}
		};
		this.#split = new SplitLines(take);
		this.#cutter = new LineSplitter(place.offset, take);
	}

	/** Offset of the next byte to pass. */
	get position(): number {
		return this.#bytes.end;
	}

	/** Number of lines so far that no format reads. */
	get unrecognised(): number {
		return this.#intake.unrecognised;
	}

	/** Number of lines so far that are understood but aren't requests. */
	get notRequests(): number {
		return this.#intake.notRequests;
	}

	/**
	 * Passes the next bytes of the log, which end with a line or with NULs after one. A chunk ends with them. Don't change the
	 * bytes until the chunk is no longer needed. Unless `isLast`, parts of a line whose end is missing aren't consumed: `position`
	 * moves back to the first part, and the caller must pass them again with more bytes.
	 */
	write(bytes: Buffer, isLast = false): void {
		const start = this.position;
		this.#feed(bytes);
		const {heldFrom} = this.#split;
		if (heldFrom === undefined || heldFrom < start || isLast) {
			this.#split.finish();
		} else {
			this.#split.forget();
			this.#cutter.goBack(heldFrom);
			this.#bytes.goBack(heldFrom);
		}
		this.#close(this.position, false);
		this.#notices.skipped(this.#cutter.skipped);
		this.#release();
	}

	/** Passes bytes within a line that is longer than one read. */
	writePart(bytes: Buffer): void {
		this.#feed(bytes);
		this.#first ??= bytes;
	}

	/** Passes the last bytes of the log, which have no line end. */
	writeLast(bytes: Buffer): void {
		this.#feed(bytes);
		this.#cutter.finish();
		this.#split.finish();
		this.#close(this.position, true);
		this.#inRest = true;
		this.#notices.skipped(this.#cutter.skipped);
	}

	/** Returns the finished chunks and removes them. */
	take(): readonly Chunk[] {
		const chunks = this.#chunks;
		this.#chunks = [];
		return chunks;
	}

	#feed(bytes: Buffer): void {
		this.#bytes.next(bytes);
		this.#cutter.write(bytes, 0, bytes.length);
	}

	/** Releases the bytes: many logs waiting for growth would retain a lot of memory. */
	#release(): void {
		this.#feed(nothing);
		this.#line = {bytes: nothing, start: 0, end: 0, offset: 0};
	}

	/** Called for each request. */
	#add(source: Buffer, record: EntryRecord, format: number): void {
		this.#rowBegins(Number.isNaN(record.time) ? this.#time : record.time);
		this.#count++;
		const {bytes, start, end} = this.#line;
		const values = logValues(bytes.subarray(start, end), {
			choice: this.#format,
			header: this.#intake.header,
			format,
		});
		this.#rows.add(this.#line, source, record, format, this.#time, values);
	}

	/** Called for each line that no format reads. */
	#addUnread(): void {
		this.#rowBegins(this.#time);
		this.#unreadCount++;
		this.#rows.addUnread(this.#line, this.#time);
	}

	/** Begins a row with this time. A new day ends the chunk. */
	#rowBegins(time: number): void {
		const day = dayOf(time);
		// Reading may restart at the end of a chunk, so a chunk never ends between two parts of a line.
		const isBetweenParts = this.#line.offset < this.#split.handedOnTo && !Number.isNaN(this.#day);
		if (day !== this.#day && !isBetweenParts) {
			if (this.#count > 0 || this.#unreadCount > 0) {
				this.#close(this.#line.offset, false);
			}
			this.#day = day;
			this.#notices.day(day);
		}
		this.#time = time;
	}

	#close(offset: number, isCut: boolean): void {
		const start = this.#start;
		if (offset === start.offset) {
			return;
		}
		const end = {offset, time: this.#time, header: this.#intake.header, inRest: isCut};
		this.#chunks.push({
			start,
			end,
			...this.#rows.take(),
			day: this.#day,
			bytes: this.#first ?? this.#bytes.between(start.offset, offset),
			tail: this.#bytes.tailAt(offset),
			isCut,
		});
		this.#start = end;
		this.#count = 0;
		this.#unreadCount = 0;
		this.#day = Number.NaN;
		this.#first = undefined;
	}
}
