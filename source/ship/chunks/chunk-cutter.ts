import {carriageReturn} from '../../ascii.js';
import type {ClientChoice} from '../../entries/client-choice.js';
import type {EntryRecord} from '../../entries/entry-record.js';
import {SplitLines} from '../../entries/wrappers/split-lines.js';
import type {EntrySink} from '../../index/entry-sink.js';
import {type LineSink, LineSplitter} from '../../lines/line-splitter.js';
import {LineProcessor} from '../../reader/line-processor.js';
import type {Place} from '../checkpoints/checkpoint.js';
import type {RowWriter, ShippedLine} from '../rows/row-writer.js';
import type {Chunk} from './chunk.js';
import {CutBytes} from './cut-bytes.js';
import {dayOf, LogNotices} from './log-notices.js';

const nothing: Buffer = Buffer.alloc(0);

/** Where the lines begin, and what becomes of them. */
type ChunkCutterOptions = {
	readonly place: Place;
	/** What stands before that place, up to `tailLength`. */
	readonly tail: Buffer;
	/** See `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
	/** Makes rows of what is recognised. */
	readonly rows: RowWriter;
	/** Told what the user should know of the log. */
	readonly notify: (text: string) => void;
};

/**
 * Makes chunks of the lines of one log, which are handed in one after the other. Where lines of another day begin a
 * chunk ends.
 */
export class ChunkCutter {
	readonly #rows: RowWriter;
	readonly #notices: LogNotices;
	readonly #intake: LineProcessor;
	readonly #cutter: LineSplitter;
	readonly #split: SplitLines;
	#chunks: Chunk[] = [];
	/** Where the chunk begins that is being made. */
	#start: Place;
	#inRest: boolean;
	#time: number;
	#count = 0;
	#unreadCount = 0;
	#day = Number.NaN;
	/** Of a line that is longer than what is handed in at once, the first bytes. */
	#first: Buffer | undefined;
	readonly #bytes: CutBytes;
	/** The line that is being read. */
	#line: ShippedLine = {bytes: nothing, start: 0, end: 0, offset: 0};

	constructor({place, tail, format, client, rows, notify}: ChunkCutterOptions) {
		this.#rows = rows;
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
			// Lines come one by one.
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

	/** Offset of the next byte to be handed in. */
	get position(): number {
		return this.#bytes.end;
	}

	/** Lines that no format reads, so far. */
	get unrecognised(): number {
		return this.#intake.unrecognised;
	}

	/** Lines that are understood and are no requests, so far. */
	get notRequests(): number {
		return this.#intake.notRequests;
	}

	/**
	 * Takes the next bytes of the log, which end with a line, or with NULs after one: a chunk ends with them. They must
	 * stay as they are until the chunk isn't needed any more. Parts of a line whose end isn't there are not taken, unless
	 * `isLast`: `position` goes back to the first, and they are to be handed in again, with more.
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

	/** The same for bytes within a line that is longer than is handed in at once. */
	writePart(bytes: Buffer): void {
		this.#feed(bytes);
		this.#first ??= bytes;
	}

	/** The same for the last bytes of the log, which end without a line end. */
	writeLast(bytes: Buffer): void {
		this.#feed(bytes);
		this.#cutter.finish();
		this.#split.finish();
		this.#close(this.position, true);
		this.#inRest = true;
		this.#notices.skipped(this.#cutter.skipped);
	}

	/** Gives the chunks away that have been made. */
	take(): readonly Chunk[] {
		const chunks = this.#chunks;
		this.#chunks = [];
		return chunks;
	}

	#feed(bytes: Buffer): void {
		this.#bytes.next(bytes);
		this.#cutter.write(bytes, 0, bytes.length);
	}

	/** Lets go of the bytes: of many logs that wait to grow they would be much memory. */
	#release(): void {
		this.#feed(nothing);
		this.#line = {bytes: nothing, start: 0, end: 0, offset: 0};
	}

	/** Called for each request. */
	#add(source: Buffer, record: EntryRecord, format: number): void {
		this.#rowBegins(Number.isNaN(record.time) ? this.#time : record.time);
		this.#count++;
		this.#rows.add(this.#line, source, record, format, this.#time);
	}

	/** Called for each line that no format reads. */
	#addUnread(): void {
		this.#rowBegins(this.#time);
		this.#unreadCount++;
		this.#rows.addUnread(this.#line, this.#time);
	}

	/** A row with that time is to come, which may be of another day. */
	#rowBegins(time: number): void {
		const day = dayOf(time);
		// Where a chunk ends, reading may begin again: not between two parts of a line.
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
