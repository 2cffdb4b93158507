import {carriageReturn} from '../ascii.js';
import {chosenReaders} from '../entries/chosen-readers.js';
import {type ClientChoice, ClientChooser} from '../entries/client-choice.js';
import {EntryRecord, noRequest, unread} from '../entries/entry-record.js';
import {LineReader} from '../entries/line-reader.js';
import type {LogHeader} from '../entries/log-header.js';
import type {EntrySink} from '../index/entry-sink.js';
import {longestLine, lostEnd} from '../lines/line-splitter.js';
import type {OffsetSink} from './unrecognised-places.js';

/** Where lines go: what is recognised, and the offsets of what isn't. */
export type LineTarget = {
	readonly entries: EntrySink;
	readonly unrecognised: OffsetSink;
	/** Which lines without a time have that of their reading; without it, none. */
	readonly reading?: TimeOfReading | undefined;
};

/**
 * When lines are read that have no time. Only of lines that are read as they are written does it tell when their requests
 * were.
 */
export type TimeOfReading = {
	/** Offset up to which the file was there before; of a compressed one infinite until that has been read. */
	from: number;
	/** Milliseconds since 1970. */
	readonly now: () => number;
};

/** A line that had to be cut. */
export type CutLine = {
	readonly offset: number;
	/** Bytes beyond `longestLine`; 0 when that isn't known. */
	readonly dropped: number;
};

/** The most lines that are read otherwise before one is tried as a usual one again. */
const longestSkip = 1024;

/** Reads the lines of one log and adds them to the index, or counts them. */
export class LineProcessor {
	readonly #reader: LineReader;
	readonly #client: ClientChooser | undefined;
	readonly #record = new EntryRecord();
	readonly #say: (text: string) => void;
	#unrecognised = 0;
	#notRequests = 0;
	#cut: CutLine | undefined;
	/** How many lines are to be read otherwise before the next is tried as a usual one, and how many after that. */
	#left = 0;
	#skip = 1;

	/**
	 * `say` is told of the first line that had to be cut; `format`: see `chosenReaders`; `client`: without it, clients are as
	 * they were read.
	 */
	constructor(say: (text: string) => void, format?: string, client?: ClientChoice) {
		this.#client = client && new ClientChooser(client);
		this.#reader = new LineReader(chosenReaders(format));
		this.#say = say;
	}

	/** Lines that no format reads. Empty lines are none. */
	get unrecognised(): number {
		return this.#unrecognised;
	}

	/** Lines that are understood and are no requests: headers, connections without one. */
	get notRequests(): number {
		return this.#notRequests;
	}

	/** The first line that had to be cut, if there was one. */
	get cut(): CutLine | undefined {
		return this.#cut;
	}

	/** The header in force after the line read last. To be replaced when reading goes on elsewhere in the log. */
	get header(): LogHeader {
		return this.#reader.header;
	}

	set header(header: LogHeader) {
		this.#reader.header = header;
	}

	/** Counts lines in that another thread has read; `cut` as here. */
	add(unrecognised: number, notRequests: number, cut: CutLine | undefined): void {
		this.#unrecognised += unrecognised;
		this.#notRequests += notRequests;
		if (cut !== undefined) {
			this.#wasCut(cut.offset, cut.dropped);
		}
	}

	/** Time of the line read last, milliseconds since 1970; NaN without one. */
	get time(): number {
		return this.#record.time;
	}

	/**
	 * Takes lines that stand whole in `bytes[start, end)`, as far as they are of the usual kind: see `LinesSink`. The bytes
	 * must stay as they are until the target's entries are settled.
	 */
	takeLines(bytes: Buffer, start: number, end: number, offset: number, {entries}: LineTarget): number {
		const formats = this.#reader.usual;
		if (formats === undefined || this.#left > 0) {
			return start;
		}
		const next = entries.addLines(bytes, start, end, offset, formats);
		this.#skip = next > start ? 1 : Math.min(this.#skip * 2, longestSkip);
		// Behind the last of them stands one of another kind, unless that is where the chunk ends. When the first line of
		// each chunk was read otherwise, for which all of the chunk is searched for NULs, that took a twentieth of the time.
		this.#left = next === end ? 0 : this.#skip;
		return next;
	}

	/**
	 * Takes the line `bytes[start, end)`: see `LineSink`. With `onlyTimed`, unless it is an entry with a time, it does
	 * nothing and returns false.
	 *
	 * Called for each line: nothing is allocated here.
	 */
	take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		dropped: number,
		target: LineTarget,
		onlyTimed: boolean,
	): boolean {
		this.#left = Math.max(0, this.#left - 1);
		const record = this.#record;
		const isCut = !whole && (end - start === longestLine || dropped !== 0);
		let format = start === end ? unread : this.#reader.read(bytes, start, end, record);
		if (format === unread && isCut) {
			format = this.#reader.readBeginning(bytes, start, end, record);
		}
		if (onlyTimed && (format < 0 || Number.isNaN(record.time))) {
			return false;
		}
		if (isCut && dropped !== lostEnd) {
			this.#wasCut(offset, dropped);
		}
		if (format < 0) {
			if (format === noRequest) {
				this.#notRequests++;
			} else if (!isEmpty(bytes, start, end)) {
				this.#unrecognised++;
				target.unrecognised.add(offset);
			}
			return true;
		}
		record.incomplete = !whole;
		const {reading} = target;
		// Its line end came later than what was there before.
		record.isTimeOfReading =
			Number.isNaN(record.time) && reading !== undefined && offset + end - start + dropped >= reading.from;
		if (record.isTimeOfReading && reading !== undefined) {
			record.time = reading.now();
		}
		const source = record.source ?? bytes;
		this.#client?.choose(source, record);
		target.entries.add(source, record, format, offset);
		return true;
	}

	#wasCut(offset: number, dropped: number): void {
		if (this.#cut === undefined) {
			this.#cut = {offset, dropped};
			const amount = dropped === 0 ? 'an unknown amount' : `${dropped} bytes`;
			this.#say(
				`has a line, at byte ${offset}, longer than ${longestLine} bytes: what it has beyond those, ${amount}, is` +
					' not read. Further ones are not mentioned.',
			);
		}
	}
}

/** Whether a line is empty, or nothing but the carriage return of an empty line. */
function isEmpty(bytes: Buffer, start: number, end: number): boolean {
	return start === end || (end - start === 1 && bytes[start] === carriageReturn);
}
