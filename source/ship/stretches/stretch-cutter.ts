import {carriageReturn} from '../../ascii.js';
import type {ClientChoice} from '../../entries/client-choice.js';
import type {EntryRecord} from '../../entries/entry-record.js';
import type {EntrySink} from '../../index/entry-sink.js';
import {LineCutter} from '../../lines/line-cutter.js';
import {LineIntake} from '../../store/reading/line-intake.js';
import type {Place} from '../checkpoints/place.js';
import type {RowWriter} from '../rows/row-writer.js';
import {CutBytes} from './cut-bytes.js';
import {dayOf} from './days.js';
import {LogRemarks} from './log-remarks.js';
import type {Stretch} from './stretch.js';

const nothing: Buffer = Buffer.alloc(0);

/** Where the lines begin, and what becomes of them. */
export type StretchCutterOptions = {
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
	readonly say: (text: string) => void;
};

/**
 * Makes stretches of the lines of one log, which are handed in one after the other. Where lines of another day begin a
 * stretch ends.
 */
export class StretchCutter {
	readonly #rows: RowWriter;
	readonly #remarks: LogRemarks;
	readonly #intake: LineIntake;
	readonly #cutter: LineCutter;
	#stretches: Stretch[] = [];
	/** Where the stretch begins that is being made. */
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
	#line = nothing;
	#lineStart = 0;
	#lineEnd = 0;

	constructor({place, tail, format, client, rows, say}: StretchCutterOptions) {
		this.#rows = rows;
		this.#remarks = new LogRemarks(say);
		this.#bytes = new CutBytes(place.offset, tail);
		this.#start = place;
		this.#inRest = place.inRest;
		this.#time = place.time;
		this.#intake = new LineIntake(say, format, client);
		this.#intake.header = place.header;
		const entries: EntrySink = {
			newestTime: Number.NaN,
			add: (bytes, record, number, offset) => this.#add(bytes, record, number, offset),
			// Lines come one by one.
			addLines: (_bytes, start) => start,
			settle: () => {},
			close: () => {},
		};
		const target = {entries, unrecognised: {add: (offset: number) => this.#addUnread(offset)}};
		this.#cutter = new LineCutter(place.offset, (bytes, start, end, offset, whole, dropped) => {
			if (this.#inRest) {
				this.#inRest = false;
			} else {
				this.#line = bytes;
				this.#lineStart = start;
				this.#lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
				this.#intake.take(bytes, start, end, offset, whole, dropped, target, false);
			}
		});
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
	 * Takes the next bytes of the log, which end with a line, or with NULs after one: a stretch ends with them. They must
	 * stay as they are until the stretch isn't needed any more.
	 */
	write(bytes: Buffer): void {
		this.#feed(bytes);
		this.#close(this.position, false);
		this.#remarks.skipped(this.#cutter.skipped);
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
		this.#close(this.position, true);
		this.#inRest = true;
		this.#remarks.skipped(this.#cutter.skipped);
	}

	/** Gives the stretches away that have been made. */
	take(): readonly Stretch[] {
		const stretches = this.#stretches;
		this.#stretches = [];
		return stretches;
	}

	#feed(bytes: Buffer): void {
		this.#bytes.next(bytes);
		this.#cutter.write(bytes, 0, bytes.length);
	}

	/** Lets go of the bytes: of many logs that wait to grow they would be much memory. */
	#release(): void {
		this.#feed(nothing);
		this.#line = nothing;
	}

	/** Called for each request. */
	#add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		const isTimeless = Number.isNaN(record.time);
		const time = isTimeless ? this.#time : record.time;
		this.#rowBegins(offset, time);
		this.#count++;
		const {line, lineStart, lineEnd} = this.#place;
		this.#rows.add(bytes, record, {line, lineStart, lineEnd, format, offset, time, isTimeless});
	}

	#addUnread(offset: number): void {
		this.#rowBegins(offset, this.#time);
		this.#unreadCount++;
		this.#rows.addUnread({...this.#place, offset, time: this.#time});
	}

	get #place(): {readonly line: Buffer; readonly lineStart: number; readonly lineEnd: number} {
		return {line: this.#line, lineStart: this.#lineStart, lineEnd: this.#lineEnd};
	}

	/** A row with a time of another day is to come. */
	#rowBegins(offset: number, time: number): void {
		const day = dayOf(time);
		if (day !== this.#day) {
			if (this.#count > 0 || this.#unreadCount > 0) {
				this.#close(offset, false);
			}
			this.#day = day;
			this.#remarks.day(day);
		}
		this.#time = time;
	}

	#close(offset: number, isCut: boolean): void {
		const start = this.#start;
		if (offset === start.offset) {
			return;
		}
		const end = {offset, time: this.#time, header: this.#intake.header, inRest: isCut};
		this.#stretches.push({
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
